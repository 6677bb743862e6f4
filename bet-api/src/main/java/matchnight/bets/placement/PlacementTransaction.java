package matchnight.bets.placement;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
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
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Effect;
import matchnight.ledger.posting.Entry;
import matchnight.ledger.posting.Movement;
import matchnight.ledger.posting.Posting;
import org.jspecify.annotations.Nullable;

/**
 * One try at placing a list of commands in the caller's transaction: claim, read, lock, decide, write.
 *
 * <p>Everything that needs no lock comes first, exposure before balances, balances last. What is decided is a value; the
 * writing follows from it set-wise.
 */
final class PlacementTransaction {

    /** How a try ended. */
    sealed interface Ending {

        /** Every command has its outcome; the caller commits. */
        record Decided(List<PlaceBetOutcome> outcomes) implements Ending {}

        /** One bucket of these selections is too small; the caller rolls back and tries again holding all of them. */
        record NeedsWholeSelections(Set<SelectionKey> selections) implements Ending {}
    }

    private final Connection connection;
    private final List<PlaceBet> commands;
    private final Set<SelectionKey> heldWholly;
    private final ExposureBuckets buckets;
    private final BalanceHold balanceHold;
    private final Map<KeyScope, PlaceBetOutcome> outcomes = new HashMap<>();

    PlacementTransaction(
            Connection connection,
            List<PlaceBet> commands,
            Set<SelectionKey> heldWholly,
            ExposureBuckets buckets,
            BalanceHold balanceHold) {
        this.connection = connection;
        this.commands = commands;
        this.heldWholly = heldWholly;
        this.buckets = buckets;
        this.balanceHold = balanceHold;
    }

    Ending run() throws SQLException {
        List<PlaceBet> fresh = claimKeysAndAnswerStored();
        if (fresh.isEmpty()) {
            return decided();
        }
        List<Admitted> admitted = admit(fresh);
        Exposure exposure = holdExposure(admitted);
        Set<SelectionKey> tooSmall = tooSmall(exposure, admitted);
        if (!tooSmall.isEmpty()) {
            return new Ending.NeedsWholeSelections(tooSmall);
        }
        decideAndWrite(fresh, admitted, exposure);
        return decided();
    }

    private Ending decided() {
        return new Ending.Decided(commands.stream()
                .map(command -> requireNonNull(outcomes.get(command.scope())))
                .toList());
    }

    private List<PlaceBet> claimKeysAndAnswerStored() throws SQLException {
        Map<KeyScope, PlaceBet> byScope = new LinkedHashMap<>();
        commands.forEach(command -> byScope.put(command.scope(), command));
        Set<KeyScope> claimed = KeyClaims.tryClaim(connection, byScope.keySet());
        Map<KeyScope, StoredOutcome> stored = KeyClaims.read(connection, claimed);
        List<PlaceBet> fresh = new ArrayList<>();
        for (PlaceBet command : commands) {
            if (!claimed.contains(command.scope())) {
                outcomes.put(command.scope(), new PlaceBetOutcome.KeyInUse());
            } else if (!stored.containsKey(command.scope())) {
                fresh.add(command);
            }
        }
        for (Map.Entry<KeyScope, StoredOutcome> first : stored.entrySet()) {
            PlaceBet command = requireNonNull(byScope.get(first.getKey()));
            outcomes.put(first.getKey(), FirstAnswer.again(connection, command, first.getValue()));
        }
        return fresh;
    }

    private List<Admitted> admit(List<PlaceBet> fresh) throws SQLException {
        Set<AccountId> accountIds = new TreeSet<>();
        Set<SelectionKey> selections = new TreeSet<>();
        for (PlaceBet command : fresh) {
            accountIds.add(command.accountId());
            command.legs().forEach(leg -> selections.add(leg.selection()));
        }
        Map<AccountId, AccountLook> accounts = AccountLook.lookAt(connection, accountIds);
        Gate gate = Gate.read(connection, selections);
        Rates rates = Rates.read(connection, pairsNeeded(fresh, gate));
        List<Admitted> admitted = new ArrayList<>();
        for (PlaceBet command : fresh) {
            switch (Admission.decide(command, accounts, gate, rates)) {
                case Admitted terms -> admitted.add(terms);
                case Admission.Rejected(Refusal refusal) -> refuse(command, refusal);
            }
        }
        return admitted;
    }

    private static Set<CurrencyPair> pairsNeeded(List<PlaceBet> fresh, Gate gate) {
        Set<CurrencyPair> pairs = new TreeSet<>();
        for (PlaceBet command : fresh) {
            List<SelectionKey> selections =
                    command.legs().stream().map(PlaceBet.Leg::selection).toList();
            for (CurrencyCode limitCurrency : gate.limitCurrencies(selections)) {
                CurrencyPair pair = new CurrencyPair(command.stake().currency(), limitCurrency);
                if (!pair.isOneCurrency()) {
                    pairs.add(pair);
                }
            }
        }
        return pairs;
    }

    private Exposure holdExposure(List<Admitted> admitted) throws SQLException {
        Map<SelectionKey, Long> missing = new TreeMap<>();
        Map<SelectionKey, Integer> bucketCounts = new TreeMap<>();
        for (Admitted terms : admitted) {
            for (PricedLeg leg : terms.legs()) {
                GateReading reading = leg.reading();
                bucketCounts.put(leg.selection(), reading.exposureBuckets());
                if (reading.exposureBuckets() == 0) {
                    missing.put(leg.selection(), reading.liabilityLimit());
                }
            }
        }
        Exposure.createMissing(connection, missing, buckets.countOfNewSelections());
        // How many rows a new selection has is for whoever made them to say: such a one is held wholly this once.
        Set<SelectionKey> wholly = new TreeSet<>(missing.keySet());
        wholly.addAll(heldWholly);
        return Exposure.lock(connection, bucketCounts, wholly, buckets.draw());
    }

    private static Set<SelectionKey> tooSmall(Exposure exposure, List<Admitted> admitted) {
        Map<SelectionKey, Long> wanted = new TreeMap<>();
        for (Admitted terms : admitted) {
            for (PricedLeg leg : terms.legs()) {
                wanted.merge(leg.selection(), terms.liability(leg), PlacementTransaction::addSaturated);
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

    private void decideAndWrite(List<PlaceBet> fresh, List<Admitted> admitted, Exposure exposure) throws SQLException {
        List<UUID> betIds = AcceptedBetRows.drawBetIds(connection, admitted.size());
        if (!admitted.isEmpty()) {
            balanceHold.begins();
        }
        LockedAccounts accounts = LockedAccounts.lockInOrder(
                connection,
                admitted.stream().map(terms -> terms.command().accountId()).toList());
        List<Admitted> taken = takeInOrder(admitted, exposure, accounts);
        Posting posting = Posting.number(accounts, effects(taken, betIds, accounts.moment()));
        List<AcceptedBet> bets = acceptedBets(taken, betIds, posting);
        exposure.write(connection);
        AcceptedBetRows.insert(connection, bets);
        posting.write(connection, Posting.Cover.REQUIRED);
        storeOutcomes(fresh, accounts.moment());
    }

    // Arrival order decides who gets the last room and the last cent.
    private List<Admitted> takeInOrder(List<Admitted> admitted, Exposure exposure, LockedAccounts accounts) {
        Map<AccountId, Long> available = new HashMap<>();
        List<Admitted> taken = new ArrayList<>();
        for (Admitted terms : admitted) {
            PlaceBet command = terms.command();
            Refusal refusal = refusalUnderLocks(terms, exposure, accounts.get(command.accountId()), available);
            if (refusal != null) {
                refuse(command, refusal);
            } else {
                terms.legs().forEach(leg -> exposure.take(leg.selection(), terms.liability(leg)));
                available.merge(command.accountId(), -command.stake().minorUnits(), Long::sum);
                taken.add(terms);
            }
        }
        return taken;
    }

    private static @Nullable Refusal refusalUnderLocks(
            Admitted terms, Exposure exposure, @Nullable LockedAccount account, Map<AccountId, Long> available) {
        if (account == null) {
            return Refusal.of(RefusalCode.UNKNOWN_ACCOUNT);
        }
        Refusal ofState = Admission.refusalOfState(account.state());
        if (ofState != null) {
            return ofState;
        }
        if (terms.legs().stream().anyMatch(leg -> terms.liability(leg) > exposure.room(leg.selection()))) {
            return Refusal.stake(RefusalCode.LIABILITY_LIMIT, terms.largestStakeWithin(exposure::room));
        }
        long left = available.computeIfAbsent(
                terms.command().accountId(), id -> account.balance().available());
        return terms.command().stake().minorUnits() > left ? Refusal.of(RefusalCode.INSUFFICIENT_FUNDS) : null;
    }

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

    private List<AcceptedBet> acceptedBets(List<Admitted> taken, List<UUID> betIds, Posting posting) {
        List<AcceptedBet> bets = new ArrayList<>(taken.size());
        for (int i = 0; i < taken.size(); i++) {
            Entry entry = posting.entriesByEffect().get(i).getLast();
            AcceptedBet bet = acceptedBet(taken.get(i), betIds.get(i), entry, posting.writtenAt());
            outcomes.put(
                    taken.get(i).command().scope(), new PlaceBetOutcome.Accepted(bet.view(), bet.balance(), false));
            bets.add(bet);
        }
        return bets;
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
                terms.legs().stream().map(leg -> acceptedLeg(terms, leg)).toList(),
                new AccountBalance(
                        command.accountId(), stake.currency(), entry.available(), entry.reserved(), entry.version()));
    }

    private static AcceptedBet.Leg acceptedLeg(Admitted terms, PricedLeg leg) {
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
                terms.liability(leg),
                reading.limitCurrency(),
                leg.conversion().rate());
    }

    private void refuse(PlaceBet command, Refusal refusal) {
        outcomes.put(command.scope(), new PlaceBetOutcome.Refused(refusal, false));
    }

    private void storeOutcomes(List<PlaceBet> fresh, Instant writtenAt) throws SQLException {
        TreeMap<KeyScope, StoredOutcome> first = new TreeMap<>();
        for (PlaceBet command : fresh) {
            PlaceBetOutcome outcome = requireNonNull(outcomes.get(command.scope()));
            first.put(command.scope(), FirstAnswer.store(command, outcome));
        }
        KeyClaims.store(connection, first, writtenAt);
    }
}
