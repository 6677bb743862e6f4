package matchnight.bets.placement;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import matchnight.bets.catalogue.MarketCatalogue;
import matchnight.bets.commit.BalanceWait;
import matchnight.bets.commit.Decision;
import matchnight.bets.commit.Turn.Manner;
import matchnight.bets.placement.Admission.Admitted;
import matchnight.bets.rate.CurrencyPair;
import matchnight.bets.rate.Rates;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.LockedAccount;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.idempotency.KeyClaims;
import matchnight.ledger.idempotency.KeyScope;
import matchnight.ledger.idempotency.StoredOutcome;
import matchnight.ledger.money.Money;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Effect;
import matchnight.ledger.posting.Entry;
import matchnight.ledger.posting.Movement;
import matchnight.ledger.posting.Posting;
import matchnight.ledger.sql.DatabaseClock;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import org.jspecify.annotations.Nullable;

/**
 * One try at placing a list of commands in the caller's transaction: claim and look, lock, decide, write. Each of the
 * three that ask the database is one round trip; what memory lacks costs further ones.
 *
 * <p>Everything that needs no lock comes first, exposure before balances, balances last; a balance that somebody else holds
 * is passed over. What is decided is a value; the writing follows from it set-wise.
 */
final class PlacementTransaction {

    /** How a try ended. */
    sealed interface Ending {

        /** Every command is decided or passed over; the caller commits. */
        record Decided(List<Decision<PlaceBetOutcome>> decisions) implements Ending {}

        /** One bucket of these selections is too small; the caller rolls back and tries again holding all of them. */
        record NeedsWholeSelections(Set<SelectionKey> selections) implements Ending {}

        /** Selections have no exposure rows yet, and this try may not wait to make them; the caller rolls back and does. */
        record NeedsRows(Set<SelectionKey> selections) implements Ending {}

        /** Rows are not where they were remembered, which is forgotten now; the caller rolls back and tries again. */
        record RowsAreGone() implements Ending {}

        /** Room that was not to be waited for may be enough; the caller rolls back and tries again. */
        record RoomIsHeld() implements Ending {}
    }

    /**
     * What a try stands on.
     *
     * @param heldWholly selections of which all rows are to be held
     */
    record Ground(
            Manner manner,
            ExposureBuckets buckets,
            Set<SelectionKey> heldWholly,
            MarketCatalogue catalogue,
            ExposureMemory exposures,
            BalanceHold balanceHold) {}

    private final Connection connection;
    private final List<PlaceBet> commands;
    private final Ground ground;
    private final Map<KeyScope, PlaceBetOutcome> outcomes = new HashMap<>();
    private Exposure exposure = Exposure.none();
    private List<Admitted> admitted = List.of();

    PlacementTransaction(Connection connection, List<PlaceBet> commands, Ground ground) {
        this.connection = connection;
        this.commands = commands;
        this.ground = ground;
    }

    Ending run() throws SQLException {
        if (ground.manner() == Manner.WAITING_FOR_BALANCE) {
            BalanceWait.shortly(connection, FirstLook.accountsOf(commands));
            ground.balanceHold().begins(Duration.ZERO);
        }
        FirstLook look = FirstLook.take(connection, commands, ground.manner() == Manner.RETRIED_ALONE);
        List<PlaceBet> fresh = answerStored(look);
        if (fresh.isEmpty()) {
            return decided();
        }
        admitted = admit(fresh, look);
        if (admitted.isEmpty()) {
            write(fresh, null, look.moment());
            return decided();
        }
        return lockAndDecide(fresh, look);
    }

    private Ending decided() {
        return new Ending.Decided(Decision.ofEach(commands, command -> outcomes.get(command.scope())));
    }

    private List<PlaceBet> answerStored(FirstLook look) throws SQLException {
        List<PlaceBet> fresh = new ArrayList<>();
        for (PlaceBet command : commands) {
            StoredOutcome stored = look.stored().get(command.scope());
            if (!look.claimed().contains(command.scope())) {
                outcomes.put(command.scope(), new PlaceBetOutcome.KeyInUse());
            } else if (stored != null) {
                outcomes.put(command.scope(), FirstAnswer.again(connection, command, stored));
            } else {
                fresh.add(command);
            }
        }
        return fresh;
    }

    private List<Admitted> admit(List<PlaceBet> fresh, FirstLook look) throws SQLException {
        RememberedMarkets markets = RememberedMarkets.of(
                look.gate(), FirstLook.selectionsOf(fresh), ground.catalogue(), ground.exposures(), connection);
        Rates rates = Rates.read(connection, pairsNeeded(fresh, markets));
        Map<KeyScope, Admission> admissions = new LinkedHashMap<>();
        List<PlaceBet> toReadAgain = new ArrayList<>();
        for (PlaceBet command : fresh) {
            Admission admission = Admission.decide(command, look.accounts(), markets, rates);
            admissions.put(command.scope(), admission);
            if (dependsOnRoom(admission)) {
                toReadAgain.add(command);
            }
        }
        if (!toReadAgain.isEmpty()) {
            Gate gate = Gate.read(connection, FirstLook.selectionsOf(toReadAgain));
            for (PlaceBet command : toReadAgain) {
                admissions.put(command.scope(), admissionByRoom(command, look, gate, rates));
            }
        }
        return admittedOf(fresh, admissions, look.accounts());
    }

    private List<Admitted> admittedOf(
            List<PlaceBet> fresh, Map<KeyScope, Admission> admissions, Map<AccountId, AccountLook> accounts) {
        List<Admitted> admittedNow = new ArrayList<>();
        for (PlaceBet command : fresh) {
            switch (requireNonNull(admissions.get(command.scope()))) {
                case Admission.Rejected(Refusal refusal) -> refuse(command, refusal);
                case Admitted terms -> {
                    if (isCovered(command, accounts)) {
                        admittedNow.add(terms);
                    } else {
                        refuse(command, Refusal.of(RefusalCode.INSUFFICIENT_FUNDS));
                    }
                }
            }
        }
        return admittedNow;
    }

    // What the committed balance does not cover now needs no lock to be refused.
    private static boolean isCovered(PlaceBet command, Map<AccountId, AccountLook> accounts) {
        return command.stake().minorUnits()
                <= requireNonNull(accounts.get(command.accountId())).available();
    }

    // A refusal that says the largest stake needs the room as it is; so does one that would be for lack of room, which
    // was found lacking under locks once and is looked at again without.
    private boolean dependsOnRoom(Admission admission) {
        return switch (admission) {
            case Admission.Rejected(Refusal refusal) -> refusal.maxStake() != null;
            case Admitted terms ->
                terms.legs().stream()
                        .anyMatch(leg -> ground.exposures().isLikelyFullFor(leg.selection(), leg.liability()));
        };
    }

    private Admission admissionByRoom(PlaceBet command, FirstLook look, Gate gate, Rates rates) {
        Admission again = Admission.decide(command, look.accounts(), gate, rates);
        if (!(again instanceof Admitted terms)) {
            return again;
        }
        ToLongFunction<SelectionKey> room =
                selection -> requireNonNull(gate.reading(selection)).exposureRoom();
        List<Integer> without = terms.legsWithoutRoom(room);
        for (int i = 0; i < terms.legs().size(); i++) {
            if (!without.contains(i)) {
                ground.exposures().noteRoomAgain(terms.legs().get(i).selection());
            }
        }
        return without.isEmpty() ? terms : new Admission.Rejected(terms.refusedFor(without, room));
    }

    private static Set<CurrencyPair> pairsNeeded(List<PlaceBet> fresh, MarketReadings markets) {
        Set<CurrencyPair> pairs = new TreeSet<>();
        for (PlaceBet command : fresh) {
            for (PlaceBet.Leg leg : command.legs()) {
                GateReading reading = markets.reading(leg.selection());
                if (reading != null
                        && !reading.limitCurrency().equals(command.stake().currency())) {
                    pairs.add(new CurrencyPair(command.stake().currency(), reading.limitCurrency()));
                }
            }
        }
        return pairs;
    }

    private Ending lockAndDecide(List<PlaceBet> fresh, FirstLook look) throws SQLException {
        Set<SelectionKey> missing = missingRows();
        boolean waitsForNothing = ground.manner() == Manner.WAITING_FOR_BALANCE;
        if (waitsForNothing && !missing.isEmpty()) {
            return new Ending.NeedsRows(missing);
        }
        StatementSequence statements = new StatementSequence();
        Found<Exposure> lockedExposure = lockExposure(statements, missing);
        Found<Instant> beforeBalances = DatabaseClock.read(statements);
        LockedAccounts.Locked lockedAccounts = LockedAccounts.lockThoseFree(
                statements,
                admitted.stream().map(terms -> terms.command().accountId()).toList());
        statements.run(connection);
        exposure = lockedExposure.get();
        LockedAccounts accounts = lockedAccounts.get();
        ground.balanceHold().begins(Duration.between(beforeBalances.get(), accounts.moment()));
        Set<SelectionKey> gone = exposure.withoutRows(selectionsAdmitted());
        if (!gone.isEmpty()) {
            gone.forEach(ground.exposures()::forget);
            return waitsForNothing ? new Ending.RoomIsHeld() : new Ending.RowsAreGone();
        }
        // What is passed over takes no room.
        List<Admitted> takeable = admitted.stream()
                .filter(terms -> accounts.get(terms.command().accountId()) != null)
                .toList();
        Set<SelectionKey> tooSmall = tooSmall(takeable);
        if (!tooSmall.isEmpty()) {
            return waitsForNothing ? new Ending.RoomIsHeld() : new Ending.NeedsWholeSelections(tooSmall);
        }
        List<Admitted> taken = takeInOrder(takeable, accounts);
        exposure.spreadRoom();
        write(fresh, bookIn(taken, look.betIds(), accounts), accounts.moment());
        return decided();
    }

    private Set<SelectionKey> selectionsAdmitted() {
        return admitted.stream()
                .flatMap(terms -> terms.legs().stream())
                .map(PricedLeg::selection)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<SelectionKey> missingRows() {
        Set<SelectionKey> missing = new TreeSet<>();
        for (Admitted terms : admitted) {
            for (PricedLeg leg : terms.legs()) {
                if (leg.reading().exposureBuckets() == 0) {
                    missing.add(leg.selection());
                }
            }
        }
        return missing;
    }

    private Found<Exposure> lockExposure(StatementSequence statements, Set<SelectionKey> missing) {
        Map<SelectionKey, Integer> bucketCounts = new TreeMap<>();
        // How many rows a new selection has is for whoever made them to say: such a one is held wholly this once.
        Set<SelectionKey> wholly = new TreeSet<>(missing);
        wholly.addAll(ground.heldWholly());
        for (Admitted terms : admitted) {
            for (PricedLeg leg : terms.legs()) {
                bucketCounts.put(leg.selection(), leg.reading().exposureBuckets());
                if (ground.exposures().isScarce(leg.selection())) {
                    wholly.add(leg.selection());
                }
            }
        }
        Exposure.createMissing(statements, missing, ground.buckets().countOfNewSelections());
        return ground.manner() == Manner.WAITING_FOR_BALANCE
                ? Exposure.lockThoseFree(statements, bucketCounts)
                : Exposure.lock(
                        statements, bucketCounts, wholly, ground.buckets().draw());
    }

    private Set<SelectionKey> tooSmall(List<Admitted> takeable) {
        Map<SelectionKey, Long> wanted = new TreeMap<>();
        for (Admitted terms : takeable) {
            for (PricedLeg leg : terms.legs()) {
                wanted.merge(leg.selection(), leg.liability(), PlacementTransaction::addSaturated);
            }
        }
        Set<SelectionKey> tooSmall = new TreeSet<>();
        wanted.forEach((selection, liability) -> {
            if (liability > exposure.room(selection) && exposure.mayHaveRoomElsewhere(selection)) {
                tooSmall.add(selection);
            }
        });
        return tooSmall;
    }

    private static long addSaturated(long left, long right) {
        return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
    }

    // Arrival order decides who gets the last room and the last cent.
    private List<Admitted> takeInOrder(List<Admitted> takeable, LockedAccounts accounts) {
        Map<AccountId, Long> available = new HashMap<>();
        List<Admitted> taken = new ArrayList<>();
        for (Admitted terms : takeable) {
            PlaceBet command = terms.command();
            LockedAccount account = requireNonNull(accounts.get(command.accountId()));
            Refusal refusal = refusalUnderLocks(terms, account, available);
            if (refusal != null) {
                refuse(command, refusal);
            } else {
                terms.legs().forEach(leg -> exposure.take(leg.selection(), leg.liability()));
                available.merge(command.accountId(), -command.stake().minorUnits(), Long::sum);
                taken.add(terms);
            }
        }
        return taken;
    }

    private @Nullable Refusal refusalUnderLocks(Admitted terms, LockedAccount account, Map<AccountId, Long> available) {
        Refusal ofState = Admission.refusalOfState(account.state());
        if (ofState != null) {
            return ofState;
        }
        List<Integer> withoutRoom = terms.legsWithoutRoom(exposure::room);
        if (!withoutRoom.isEmpty()) {
            return terms.refusedFor(withoutRoom, exposure::room);
        }
        long left = available.computeIfAbsent(
                terms.command().accountId(), _ -> account.balance().available());
        return terms.command().stake().minorUnits() > left ? Refusal.of(RefusalCode.INSUFFICIENT_FUNDS) : null;
    }

    private Booked bookIn(List<Admitted> taken, List<UUID> betIds, LockedAccounts accounts) {
        Posting posting = Posting.number(accounts, effects(taken, betIds, accounts.moment()));
        List<AcceptedBet> bets = new ArrayList<>(taken.size());
        for (int i = 0; i < taken.size(); i++) {
            Entry entry = posting.entriesByEffect().get(i).getLast();
            AcceptedBet bet = acceptedBet(taken.get(i), betIds.get(i), entry, posting.writtenAt());
            outcomes.put(
                    taken.get(i).command().scope(), new PlaceBetOutcome.Accepted(bet.view(), bet.balance(), false));
            bets.add(bet);
        }
        return new Booked(posting, bets);
    }

    /** Accepted bets with the movements that hold their stakes. */
    private record Booked(Posting posting, List<AcceptedBet> bets) {}

    private static List<Effect> effects(List<Admitted> taken, List<UUID> betIds, Instant acceptedAt) {
        List<Effect> effects = new ArrayList<>(taken.size());
        for (int i = 0; i < taken.size(); i++) {
            PlaceBet command = taken.get(i).command();
            effects.add(Effect.of(
                    EventType.BetAccepted,
                    Movement.stakeReserved(
                            command.accountId(), betIds.get(i), command.stake().minorUnits(), acceptedAt)));
        }
        return effects;
    }

    private static AcceptedBet acceptedBet(Admitted terms, UUID betId, Entry entry, Instant acceptedAt) {
        PlaceBet command = terms.command();
        Money stake = command.stake();
        return new AcceptedBet(
                betId,
                command.type(),
                stake,
                command.unitStake(),
                command.lines(),
                terms.possibleReturns(),
                terms.caps().maxReturnsStored(),
                terms.caps().topUpMax(),
                command.context(),
                terms.owner(),
                command.receivedAt(),
                acceptedAt,
                terms.settleBy(),
                terms.legs().stream().map(PlacementTransaction::acceptedLeg).toList(),
                new AccountBalance(
                        command.accountId(), stake.currency(), entry.available(), entry.reserved(), entry.version()));
    }

    private static AcceptedBet.Leg acceptedLeg(PricedLeg leg) {
        GateReading reading = leg.reading();
        return new AcceptedBet.Leg(
                leg.asked().marketId(),
                leg.asked().selectionId(),
                reading.eventId(),
                leg.asked().priceAsked(),
                reading.price(),
                leg.eachWay(),
                reading.bestOddsGuaranteed(),
                reading.gateVersion(),
                leg.liability(),
                reading.limitCurrency(),
                leg.conversion().rate());
    }

    private void refuse(PlaceBet command, Refusal refusal) {
        outcomes.put(command.scope(), new PlaceBetOutcome.Refused(refusal, false));
    }

    private void write(List<PlaceBet> fresh, @Nullable Booked booked, Instant moment) throws SQLException {
        StatementSequence statements = new StatementSequence();
        Posting.Written written = () -> {};
        if (booked != null && !booked.bets().isEmpty()) {
            exposure.write(statements);
            AcceptedBetRows.insert(statements, booked.bets());
            written = booked.posting().write(statements, Posting.Cover.REQUIRED);
        }
        KeyClaims.store(statements, firstOutcomes(fresh), moment);
        statements.run(connection);
        written.require();
    }

    // What was passed over stays free under its key.
    private SortedMap<KeyScope, StoredOutcome> firstOutcomes(List<PlaceBet> fresh) {
        SortedMap<KeyScope, StoredOutcome> first = new TreeMap<>();
        for (PlaceBet command : fresh) {
            PlaceBetOutcome outcome = outcomes.get(command.scope());
            if (outcome != null) {
                first.put(command.scope(), FirstAnswer.store(command, outcome));
            }
        }
        return first;
    }

    /** Tells what the exposure rows looked like; to be called once the transaction is committed. */
    void remember() {
        Map<SelectionKey, Long> asked = new TreeMap<>();
        for (Admitted terms : admitted) {
            for (PricedLeg leg : terms.legs()) {
                asked.merge(leg.selection(), leg.liability(), Math::max);
            }
        }
        asked.forEach((selection, liability) -> {
            if (!exposure.mayHaveRoomElsewhere(selection)) {
                int buckets = exposure.bucketCount(selection);
                ground.exposures().noteBucketCount(selection, buckets);
                ground.exposures().noteRoom(selection, exposure.room(selection), buckets, liability);
            }
        });
    }
}
