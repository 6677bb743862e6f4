package matchnight.settlement.reconcile;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.settlement.admin.ActionBody;
import matchnight.settlement.admin.ListPage;
import matchnight.settlement.admin.ListQuery;
import matchnight.settlement.admin.PathId;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import matchnight.settlement.reconcile.RunReading.RunItem;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Reconciliation as people ask for it and follow it. A run is taken on and answered at once. */
@RestController
class ReconciliationCalls {

    private static final Set<String> KNOWN = Set.of("mode", "reason");
    private static final int MAX_MODE_CHARACTERS = 32;
    private static final String NO_SUCH_RUN = "There is no such run";

    private final RequestedRuns requests;
    private final RunReading runs;

    ReconciliationCalls(
            @Qualifier("workerDataSource") DataSource worker, @Qualifier("readerDataSource") DataSource reader) {
        this.requests = new RequestedRuns(worker);
        this.runs = new RunReading(reader);
    }

    /** A run that was asked for. */
    record Requested(UUID runId, String mode, String state) {}

    @PostMapping("/admin/reconciliations")
    ResponseEntity<Requested> reconcile(HttpServletRequest request, Principal caller) throws IOException, SQLException {
        ActionBody body = ActionBody.readIfAny(request, KNOWN);
        String reason = body.reasonIfAny();
        Mode asked = body.parsed("mode", MAX_MODE_CHARACTERS, Mode::of);
        body.requireValid();
        Mode mode = asked == null ? Mode.FULL : asked;
        UUID runId = requests.request(mode, caller.getName(), reason == null ? "by hand" : reason)
                .orElseThrow(() -> new ProblemException(Problem.of(
                        ProblemCode.CONFLICT,
                        "A run of this mode that somebody asked for is not finished: see GET /admin/reconciliations")));
        return ResponseEntity.accepted().body(new Requested(runId, mode.name(), "REQUESTED"));
    }

    @GetMapping("/admin/reconciliations")
    ListPage<RunItem> list(
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor)
            throws SQLException {
        int size = ListQuery.limit(limit);
        return ListPage.of(
                runs.before(ListQuery.idCursor(cursor), size + 1),
                size,
                item -> item.runId().toString());
    }

    @GetMapping("/admin/reconciliations/{id}")
    RunItem run(@PathVariable String id) throws SQLException {
        UUID runId = PathId.of(id, NO_SUCH_RUN);
        return runs.of(runId).orElseThrow(() -> new ProblemException(Problem.of(ProblemCode.NOT_FOUND, NO_SUCH_RUN)));
    }
}
