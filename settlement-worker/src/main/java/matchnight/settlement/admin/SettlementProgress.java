package matchnight.settlement.admin;

import java.sql.SQLException;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import matchnight.settlement.progress.MarketProgress;
import matchnight.settlement.progress.ProgressReading;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Where settlement stands. */
@RestController
class SettlementProgress {

    private final ProgressReading progress;

    SettlementProgress(ProgressReading progress) {
        this.progress = progress;
    }

    @GetMapping("/admin/markets/{marketId}/settlement")
    MarketProgress ofMarket(@PathVariable String marketId) throws SQLException {
        return progress.ofMarket(marketId)
                .orElseThrow(() -> new ProblemException(Problem.of(ProblemCode.NOT_FOUND, "There is no such market")));
    }

    @GetMapping("/admin/backlog")
    ListPage<MarketProgress> backlog(
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor)
            throws SQLException {
        int size = ListQuery.limit(limit);
        return ListPage.of(progress.backlog(ListQuery.marketCursor(cursor), size + 1), size, MarketProgress::marketId);
    }
}
