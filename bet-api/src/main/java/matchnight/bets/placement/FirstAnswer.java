package matchnight.bets.placement;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.idempotency.StoredOutcome;
import matchnight.ledger.idempotency.StoredOutcome.EntryReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The first outcome under a key as it is stored, and as it is told again. */
final class FirstAnswer {

    /** Raised whenever a stored outcome would be rendered differently; older ones keep their renderer. */
    static final short REPLY_VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.shared();

    private FirstAnswer() {}

    static StoredOutcome store(PlaceBet command, PlaceBetOutcome outcome) {
        return switch (outcome) {
            case PlaceBetOutcome.Accepted(AcceptedBet bet, var _) ->
                new StoredOutcome(
                        command.requestHash(),
                        StoredOutcome.ACCEPTED,
                        null,
                        bet.betId(),
                        new EntryReference(
                                bet.balance().version(), LocalDate.ofInstant(bet.acceptedAt(), ZoneOffset.UTC)),
                        REPLY_VERSION);
            case PlaceBetOutcome.Refused(Refusal refusal, var _) ->
                new StoredOutcome(
                        command.requestHash(), refusal.code().name(), detail(refusal), null, null, REPLY_VERSION);
            case PlaceBetOutcome.KeyReused _, PlaceBetOutcome.KeyInUse _ ->
                throw new IllegalArgumentException("Nothing stands under this key to be stored: " + outcome);
        };
    }

    /** What a request under a key that stands already is answered. */
    static PlaceBetOutcome again(Connection connection, PlaceBet command, StoredOutcome stored) throws SQLException {
        if (!stored.requestHash().equals(command.requestHash())) {
            return new PlaceBetOutcome.KeyReused();
        }
        return stored.isAccepted()
                ? new PlaceBetOutcome.Accepted(acceptedBet(connection, command, stored), true)
                : new PlaceBetOutcome.Refused(refusal(stored), true);
    }

    private static AcceptedBet acceptedBet(Connection connection, PlaceBet command, StoredOutcome stored)
            throws SQLException {
        return AcceptedBetRows.read(
                connection, command.accountId(), requireNonNull(stored.betId()), requireNonNull(stored.entry()));
    }

    /** A stored refusal, as it was first given. */
    static Refusal refusal(StoredOutcome stored) {
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
