package matchnight.settlement.ops;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import matchnight.settlement.admin.PathId;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ObjectNode;

/** What the console shows of one thing before a person decides it. */
@RestController
class OpsDetails {

    private final DetailReading details;

    OpsDetails(@Qualifier("readerDataSource") DataSource reader) {
        this.details = new DetailReading(reader);
    }

    @GetMapping("/ops/incidents/{id}")
    void incident(@PathVariable String id, HttpServletResponse response) throws IOException, SQLException {
        String unknown = "There is no such incident";
        write(details.incident(PathId.of(id, unknown)), unknown, response);
    }

    @GetMapping("/ops/dead-letters/{id}")
    void deadLetter(@PathVariable String id, HttpServletResponse response) throws IOException, SQLException {
        String unknown = "There is no such dead letter";
        write(details.deadLetter(PathId.of(id, unknown)), unknown, response);
    }

    private static void write(Optional<ObjectNode> found, String unknown, HttpServletResponse response)
            throws IOException {
        ObjectNode detail = found.orElseThrow(() -> new ProblemException(Problem.of(ProblemCode.NOT_FOUND, unknown)));
        response.setContentType("application/json;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.getWriter().write(detail.toString());
    }
}
