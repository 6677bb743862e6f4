package matchnight.settlement.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** What filters and the server report by dispatching to the error page. */
@Controller
final class UnhandledErrors implements ErrorController {

    @RequestMapping("/error")
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        ProblemCode code = ProblemCode.ofStatus(status instanceof Integer known ? known : 404);
        ProblemReply.write(response, Problem.of(code, code.title()));
    }
}
