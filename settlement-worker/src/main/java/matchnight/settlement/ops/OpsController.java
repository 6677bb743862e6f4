package matchnight.settlement.ops;

import jakarta.servlet.http.HttpServletResponse;
import java.sql.SQLException;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The stream behind the console: {@code history} and {@code board} at first, then a {@code sample} and a {@code board} a second. */
@RestController
class OpsController {

    private final OpsWatch watch;

    OpsController(OpsWatch watch) {
        this.watch = watch;
    }

    @GetMapping(path = "/ops/stream", produces = "text/event-stream")
    SseEmitter stream(HttpServletResponse response) throws SQLException {
        if (!watch.hasRoom()) {
            throw new ProblemException(Problem.of(ProblemCode.BUSY, "As many watch already as may; try again shortly"));
        }
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        return watch.watch();
    }
}
