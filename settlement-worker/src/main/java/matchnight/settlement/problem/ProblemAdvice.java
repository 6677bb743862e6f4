package matchnight.settlement.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.UUID;
import matchnight.ledger.sql.BusyCause;
import matchnight.ledger.sql.DatabaseTrouble;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MultipartException;

/**
 * Turns whatever a controller or the framework throws into a problem. A 5xx says nothing of its cause but a reference that
 * the log has too.
 */
@RestControllerAdvice
final class ProblemAdvice {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

    @ExceptionHandler(Exception.class)
    void answer(Exception thrown, HttpServletRequest request, HttpServletResponse response) throws Exception {
        switch (thrown) {
            // Spring Security answers these, with the challenge that belongs to them.
            case AccessDeniedException denied -> throw denied;
            case AuthenticationException unauthenticated -> throw unauthenticated;
            // The client went away; nobody is there to be answered.
            case AsyncRequestNotUsableException _ -> {}
            default -> ProblemReply.write(response, problem(thrown, request, response));
        }
    }

    private static Problem problem(Exception thrown, HttpServletRequest request, HttpServletResponse response) {
        return switch (thrown) {
            case ProblemException known -> known.problem();
            case MethodArgumentTypeMismatchException mismatch ->
                Problem.invalid("?" + mismatch.getName(), "is not of the expected kind");
            case TypeMismatchException _ -> Problem.invalid("", "is not of the expected kind");
            case InvalidParameterException _ -> unreadableParameters();
            case RequestRejectedException _ -> unreadableParameters();
            case MultipartException _ ->
                Problem.of(ProblemCode.UNSUPPORTED_MEDIA_TYPE, ProblemCode.UNSUPPORTED_MEDIA_TYPE.title());
            case ErrorResponse framework -> fromFramework(framework, response);
            default ->
                DatabaseTrouble.busyCause(thrown)
                        .map(cause -> busy(cause, thrown))
                        .orElseGet(() -> internal(thrown, request));
        };
    }

    private static Problem unreadableParameters() {
        return Problem.of(ProblemCode.INVALID_REQUEST, "The query's parameters could not be read");
    }

    private static Problem fromFramework(ErrorResponse framework, HttpServletResponse response) {
        framework.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        ProblemCode code = ProblemCode.ofStatus(framework.getStatusCode().value());
        return Problem.of(code, code.title());
    }

    private static Problem busy(BusyCause cause, Exception thrown) {
        if (cause == BusyCause.OPERATOR) {
            LOG.error("The database needs an operator", thrown);
        } else {
            LOG.warn("The database did not serve a call, {}: {}", cause.tag(), thrown.toString());
        }
        return Problem.of(ProblemCode.BUSY, "The database does not answer; try again shortly");
    }

    private static Problem internal(Exception thrown, HttpServletRequest request) {
        UUID reference = UUID.randomUUID();
        String path = request.getRequestURI().replaceAll("[^\\x21-\\x7E]", "?");
        LOG.error("{} {} failed, reference {}", request.getMethod(), path, reference, thrown);
        return Problem.of(ProblemCode.INTERNAL, "Reference " + reference);
    }
}
