package matchnight.settlement.testing;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.settlement.result.Certainty;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Header;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.MarketResult.Rollback;
import matchnight.settlement.result.MarketResult.RollbackCancel;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.SelectionResult;
import matchnight.settlement.result.Window;

/** Result events, briefly said. */
public final class Events {

    private Events() {}

    /** A confirmed result from texts such as {@code "H WON"}. */
    public static Result result(MarketId market, long version, String... outcomes) {
        return result(Certainty.CONFIRMED, market, version, outcomes);
    }

    public static Result result(Certainty certainty, MarketId market, long version, String... outcomes) {
        List<Outcome> read = Arrays.stream(outcomes).map(Events::outcome).toList();
        return new Result(header(market, version), certainty, read);
    }

    public static Outcome outcome(String text) {
        int space = text.indexOf(' ');
        return Outcome.plain(
                new SelectionId(text.substring(0, space)), SelectionResult.valueOf(text.substring(space + 1)));
    }

    public static Rollback rollback(MarketId market, long version) {
        return new Rollback(header(market, version));
    }

    public static Cancel cancel(MarketId market, long version, Window window) {
        return new Cancel(header(market, version), window);
    }

    public static RollbackCancel rollbackCancel(MarketId market, long version, Window window) {
        return new RollbackCancel(header(market, version), window);
    }

    private static Header header(MarketId market, long version) {
        return new Header("e-" + market + "-" + version, market, version, Instant.parse("2026-01-01T21:00:00Z"), null);
    }
}
