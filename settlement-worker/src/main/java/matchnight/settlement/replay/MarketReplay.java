package matchnight.settlement.replay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Rounding;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.audit.AuditLog;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;

/**
 * Applies the current state of one market again. The lanes do it, as for a new result: what stands as it should is left
 * alone, so nothing moves twice.
 */
final class MarketReplay {

    // A result that comes while the bets are looked at asks for another look.
    private static final int LOOKS = 3;

    private final DataSource worker;
    private final DataSource reader;
    private final Rounding rounding;
    private final MarketStandings standings;
    private final Runnable whenRaised;

    /**
     * @param worker connections of the role settlement_worker
     * @param reader connections that only read
     * @param rounding the policy that bets would be settled by
     * @param whenRaised called after the revision was raised
     */
    MarketReplay(DataSource worker, DataSource reader, Rounding rounding, Runnable whenRaised) {
        this.worker = worker;
        this.reader = reader;
        this.rounding = rounding;
        this.standings = new MarketStandings(reader);
        this.whenRaised = whenRaised;
    }

    /** What an unbound run was begun on. */
    record Begun(String marketId, long version, long revision) {}

    /**
     * What a run would move.
     *
     * @throws ProblemException 404 without such a market, 409 without a result to apply
     */
    MarketPreview preview(MarketId marketId, Caller caller, Deadline deadline) throws SQLException {
        MarketPreview preview = look(marketId, deadline);
        note(caller, "MARKET_REPLAY_PREVIEWED", preview);
        return preview;
    }

    private MarketPreview look(MarketId marketId, Deadline deadline) throws SQLException {
        MarketStanding market = standing(marketId);
        Look look = new Look(reader, rounding, deadline, Map.of(), List.of());
        look.at(market);
        return MarketPreview.of(market, look.seen());
    }

    private MarketStanding standing(MarketId marketId) throws SQLException {
        MarketStanding market = standings.of(Set.of(marketId)).stream()
                .findFirst()
                .orElseThrow(() -> new ProblemException(Problem.of(ProblemCode.NOT_FOUND, "There is no such market")));
        if (!market.hasEvents()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.CONFLICT, "The market has no result yet, so there is nothing to apply again"));
        }
        return market;
    }

    /** Runs whatever it may move. */
    Begun run(MarketId marketId, Caller caller) throws SQLException {
        MarketStanding market = standing(marketId);
        Transaction.run(worker, connection -> raise(connection, marketId, caller, Map.of()));
        whenRaised.run();
        return new Begun(marketId.value(), market.version(), market.revision());
    }

    /**
     * Runs if it moves what the preview with that hash said.
     *
     * @throws ProblemException 409 with the new preview if it does not
     */
    MarketPreview runAsPreviewed(MarketId marketId, Caller caller, String previewHash, Deadline deadline)
            throws SQLException {
        MarketPreview preview = look(marketId, deadline);
        for (int looks = 1; preview.previewHash().equals(previewHash); looks++) {
            MarketPreview looked = preview;
            if (Transaction.run(worker, connection -> raiseIfUnchanged(connection, marketId, caller, looked))) {
                whenRaised.run();
                return looked;
            }
            if (looks == LOOKS) {
                break;
            }
            preview = look(marketId, deadline);
        }
        note(caller, "MARKET_REPLAY_REFUSED", preview);
        throw new ProblemException(
                Problem.of(ProblemCode.WORLD_MOVED, "What would move has changed since that preview; here is a new one")
                        .with("preview", preview));
    }

    private static boolean raiseIfUnchanged(
            Connection connection, MarketId marketId, Caller caller, MarketPreview preview) throws SQLException {
        if (Revisions.lock(connection, marketId) != preview.revision()) {
            return false;
        }
        raise(connection, marketId, caller, detailOf(preview));
        return true;
    }

    private static int raise(Connection connection, MarketId marketId, Caller caller, Map<String, ?> detail)
            throws SQLException {
        int raised = Revisions.raise(connection, Set.of(marketId));
        AuditLog.record(connection, caller.actor(), "MARKET_REPLAYED", subject(marketId), caller.reason(), detail);
        return raised;
    }

    private void note(Caller caller, String action, MarketPreview preview) throws SQLException {
        String subject = subject(new MarketId(preview.marketId()));
        Transaction.run(
                worker,
                connection -> AuditLog.record(
                        connection, caller.actor(), action, subject, caller.reason(), detailOf(preview)));
    }

    private static Map<String, ?> detailOf(MarketPreview preview) {
        return Map.of(
                "previewHash", preview.previewHash(), "bets", preview.bets().toSettle(), "totals", preview.totals());
    }

    private static String subject(MarketId marketId) {
        return "market/" + marketId;
    }
}
