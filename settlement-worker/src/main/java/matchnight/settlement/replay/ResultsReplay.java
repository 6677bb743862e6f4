package matchnight.settlement.replay;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Rounding;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.audit.AuditLog;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import matchnight.settlement.result.MarketResult;

/**
 * Reads the result topic again from a time on, takes in what is missing, and applies the state of all markets concerned
 * again. What was taken in before is a duplicate, and what stands as it should is left alone, so nothing moves twice.
 */
final class ResultsReplay {

    private static final String SUBJECT = "results";

    private final DataSource worker;
    private final DataSource reader;
    private final Rounding rounding;
    private final ResultRereading rereading;
    private final MarketStandings standings;
    private final Runnable whenRaised;

    /**
     * @param worker connections of the role settlement_worker
     * @param reader connections that only read
     * @param rounding the policy that bets would be settled by
     * @param whenRaised called after the revisions were raised
     */
    ResultsReplay(
            DataSource worker, DataSource reader, Rounding rounding, ResultRereading rereading, Runnable whenRaised) {
        this.worker = worker;
        this.reader = reader;
        this.rounding = rounding;
        this.rereading = rereading;
        this.standings = new MarketStandings(reader);
        this.whenRaised = whenRaised;
    }

    private record Looked(Reread reread, ResultsPreview preview) {}

    /** What a run would store and move. */
    ResultsPreview preview(RereadRange range, Caller caller, Deadline deadline) throws SQLException {
        requireKnown(range);
        Looked looked = look(range, deadline);
        note(
                caller,
                "RESULTS_REPLAY_PREVIEWED",
                detailOf(range, looked.reread(), looked.preview().previewHash()));
        return looked.preview();
    }

    /** Runs whatever it may store and move. */
    ResultsReplayed run(RereadRange range, Caller caller, Deadline deadline) throws SQLException {
        requireKnown(range);
        Reread reread = rereading.read(range, deadline);
        int markets = takeInAndRaise(range, reread, caller, deadline, "");
        return ResultsReplayed.of(range, reread, markets);
    }

    /**
     * Runs if it stores and moves what the preview with that hash said.
     *
     * @throws ProblemException 409 with the new preview if it does not
     */
    ResultsPreview runAsPreviewed(RereadRange range, Caller caller, String previewHash, Deadline deadline)
            throws SQLException {
        requireKnown(range);
        Looked looked = look(range, deadline);
        if (!looked.preview().previewHash().equals(previewHash)) {
            note(
                    caller,
                    "RESULTS_REPLAY_REFUSED",
                    detailOf(range, looked.reread(), looked.preview().previewHash()));
            throw new ProblemException(Problem.of(
                            ProblemCode.WORLD_MOVED,
                            "What would move has changed since that preview; here is a new one")
                    .with("preview", looked.preview()));
        }
        takeInAndRaise(range, looked.reread(), caller, deadline, previewHash);
        return looked.preview();
    }

    private void requireKnown(RereadRange range) throws SQLException {
        Set<MarketId> unknown = new TreeSet<>(range.marketIds());
        standings.of(range.marketIds()).forEach(market -> unknown.remove(market.marketId()));
        if (!unknown.isEmpty()) {
            throw new ProblemException(Problem.invalid(
                    "/marketIds",
                    "names markets that do not exist: "
                            + unknown.stream().limit(10).map(MarketId::value).collect(Collectors.joining(", "))));
        }
    }

    private Looked look(RereadRange range, Deadline deadline) throws SQLException {
        Reread reread = rereading.read(range, deadline);
        Map<MarketId, List<MarketResult>> changed = changedBy(reread.newEvents());
        Look look = new Look(reader, rounding, deadline, changed, reread.newEvents());
        int markets = 0;
        for (MarketStanding market : standings.of(concerned(range, reread))) {
            if (market.hasEvents() || changed.containsKey(market.marketId())) {
                look.at(market);
                markets++;
            }
        }
        return new Looked(reread, ResultsPreview.of(range, reread, markets, look.seen()));
    }

    /** The stored events of each market that has new ones, together with these. */
    private Map<MarketId, List<MarketResult>> changedBy(List<NewEvent> added) throws SQLException {
        Set<MarketId> markets =
                added.stream().map(event -> event.event().marketId()).collect(Collectors.toSet());
        Map<MarketId, List<MarketResult>> changed = new HashMap<>();
        Map<MarketId, List<MarketResult>> stored = standings.eventsOf(markets);
        markets.forEach(market -> changed.put(market, new ArrayList<>(stored.getOrDefault(market, List.of()))));
        added.forEach(event -> changed.computeIfAbsent(event.event().marketId(), _ -> new ArrayList<>())
                .add(event.event()));
        return changed;
    }

    private static Collection<MarketId> concerned(RereadRange range, Reread reread) {
        return range.marketIds().isEmpty() ? reread.markets() : range.marketIds();
    }

    /** Returns how many markets are applied again. */
    private int takeInAndRaise(RereadRange range, Reread reread, Caller caller, Deadline deadline, String previewHash)
            throws SQLException {
        Map<String, ?> detail = detailOf(range, reread, previewHash);
        note(caller, "RESULTS_REPLAY_BEGUN", detail);
        reread.takeIn(deadline);
        int markets = Transaction.run(worker, connection -> {
            int raised = Revisions.raise(connection, concerned(range, reread));
            AuditLog.record(connection, caller.actor(), "RESULTS_REPLAYED", SUBJECT, caller.reason(), detail);
            return raised;
        });
        whenRaised.run();
        return markets;
    }

    private void note(Caller caller, String action, Map<String, ?> detail) throws SQLException {
        Transaction.run(
                worker,
                connection -> AuditLog.record(connection, caller.actor(), action, SUBJECT, caller.reason(), detail));
    }

    private static Map<String, ?> detailOf(RereadRange range, Reread reread, String previewHash) {
        Map<String, Object> detail = new TreeMap<>();
        detail.put("from", range.from().toString());
        if (range.to() != null) {
            detail.put("to", range.to().toString());
        }
        detail.put(
                "marketIds",
                range.marketIds().stream().map(MarketId::value).sorted().toList());
        detail.put("counts", reread.counts());
        if (!previewHash.isEmpty()) {
            detail.put("previewHash", previewHash);
        }
        return detail;
    }
}
