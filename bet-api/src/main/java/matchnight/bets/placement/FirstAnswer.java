package matchnight.bets.placement;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import matchnight.bets.account.PostedBalance;
import matchnight.bets.bet.BetJson;
import matchnight.bets.bet.BetRows;
import matchnight.bets.bet.BetView;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.idempotency.RetiredEffects;
import matchnight.ledger.idempotency.StoredOutcome;
import matchnight.ledger.idempotency.StoredOutcome.EntryReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The first outcome under a key as it is stored, and as it is told again. */
public final class FirstAnswer {

    private static final JsonMapper JSON = JsonMapper.shared();

    private FirstAnswer() {}

    static StoredOutcome store(PlaceBet command, PlaceBetOutcome outcome) {
        return switch (outcome) {
            case PlaceBetOutcome.Accepted(BetView bet, AccountBalance balance, var _) ->
                new StoredOutcome(
                        command.requestHash(),
                        StoredOutcome.ACCEPTED,
                        null,
                        bet.betId(),
                        new EntryReference(balance.version(), LocalDate.ofInstant(bet.acceptedAt(), ZoneOffset.UTC)),
                        BetJson.REPLY_VERSION);
            case PlaceBetOutcome.Refused(Refusal refusal, var _) ->
                new StoredOutcome(
                        command.requestHash(),
                        refusal.code().name(),
                        detail(refusal),
                        null,
                        null,
                        BetJson.REPLY_VERSION);
            case PlaceBetOutcome.Retired _, PlaceBetOutcome.KeyReused _, PlaceBetOutcome.KeyInUse _ ->
                throw new IllegalArgumentException("Nothing stands under this key to be stored: " + outcome);
        };
    }

    /** What a request under a key that stands already is answered. */
    static PlaceBetOutcome again(Connection connection, PlaceBet command, StoredOutcome stored) throws SQLException {
        if (!stored.requestHash().equals(command.requestHash())) {
            return new PlaceBetOutcome.KeyReused();
        }
        return stored.isAccepted()
                ? acceptedAgain(connection, command, stored)
                : new PlaceBetOutcome.Refused(refusal(stored), true);
    }

    private static PlaceBetOutcome acceptedAgain(Connection connection, PlaceBet command, StoredOutcome stored)
            throws SQLException {
        if (RetiredEffects.contain(connection, stored)) {
            return new PlaceBetOutcome.Retired();
        }
        UUID betId = requireNonNull(stored.betId());
        BetView bet = requireNonNull(
                BetRows.readAsAccepted(connection, List.of(betId)).get(betId));
        EntryReference hold = requireNonNull(stored.entry());
        AccountBalance balance = PostedBalance.read(connection, command.accountId(), bet.currency(), hold);
        return new PlaceBetOutcome.Accepted(bet, balance, true);
    }

    /** A stored refusal, as it was first given. */
    public static Refusal refusal(StoredOutcome stored) {
        RefusalCode code = RefusalCode.valueOf(stored.outcome());
        if (stored.detail() == null) {
            return Refusal.of(code);
        }
        JsonNode detail = JSON.readTree(stored.detail());
        List<Integer> legs = new ArrayList<>();
        detail.path("legs").forEach(leg -> legs.add(leg.intValue()));
        return new Refusal(code, text(detail, "currentPrice"), text(detail, "maxStake"), legs);
    }

    private static @Nullable String text(JsonNode detail, String member) {
        JsonNode value = detail.get(member);
        return value == null ? null : value.stringValue();
    }

    private static @Nullable String detail(Refusal refusal) {
        ObjectNode detail = JSON.createObjectNode();
        if (refusal.currentPrice() != null) {
            detail.put("currentPrice", refusal.currentPrice());
        }
        if (refusal.maxStake() != null) {
            detail.put("maxStake", refusal.maxStake());
        }
        if (!refusal.legs().isEmpty()) {
            refusal.legs().forEach(detail.putArray("legs")::add);
        }
        return detail.isEmpty() ? null : detail.toString();
    }
}
