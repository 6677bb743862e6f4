package matchnight.bets.problem.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import matchnight.bets.problem.BusyException;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.sql.BusyCause;
import matchnight.ledger.sql.DatabaseTrouble;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/**
 * Turns whatever a controller or the framework throws into a problem. A client's mistake is never a 5xx; a 5xx says
 * nothing of its cause but a reference that the log has too.
 */
@RestControllerAdvice
public final class ProblemAdvice {

    private static final String UNREADABLE_PARAMETERS = "The query's parameters could not be read";

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

    private final BusyAnswers busyAnswers;

    ProblemAdvice(BusyAnswers busyAnswers) {
        this.busyAnswers = busyAnswers;
    }

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

    /** Answers what was thrown outside the controllers. */
    public void write(Exception thrown, HttpServletRequest request, HttpServletResponse response) throws IOException {
        ProblemReply.write(response, problem(thrown, request, response));
    }

    private Problem problem(Exception thrown, HttpServletRequest request, HttpServletResponse response) {
        return switch (thrown) {
            case BusyException busy -> busy(busy.busyCause(), busy, request);
            case ProblemException known -> known.problem();
            case HttpMessageNotReadableException unreadable -> UnreadableBody.problem(unreadable.getCause());
            case TypeMismatchException mismatch -> Problem.invalid(place(mismatch), sentence(mismatch));
            case MissingRequestHeaderException missing -> Problem.invalid(missing.getHeaderName(), "is required");
            case MissingServletRequestParameterException missing ->
                Problem.invalid("?" + missing.getParameterName(), "is required");
            case InvalidParameterException _ -> Problem.of(ProblemCode.INVALID_REQUEST, UNREADABLE_PARAMETERS);
            case RequestRejectedException _ -> Problem.of(ProblemCode.INVALID_REQUEST, UNREADABLE_PARAMETERS);
            case ErrorResponse framework -> fromFramework(framework, response);
            default -> unexpected(thrown, request);
        };
    }

    private static Problem fromFramework(ErrorResponse framework, HttpServletResponse response) {
        framework.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        return StatusProblem.of(framework.getStatusCode().value());
    }

    private Problem unexpected(Exception thrown, HttpServletRequest request) {
        Optional<BusyCause> busy = DatabaseTrouble.busyCause(thrown);
        if (busy.isPresent()) {
            return busy(busy.get(), thrown, request);
        }
        return DatabaseTrouble.isUnstorableValue(thrown) ? unstorable(thrown, request) : internal(thrown, request);
    }

    // The database should never have been asked: a check of ours lets something through.
    private static Problem unstorable(Exception thrown, HttpServletRequest request) {
        LOG.warn("{} {} brought a value that the database refuses", request.getMethod(), place(request), thrown);
        return Problem.invalid("", "has a value that cannot be stored");
    }

    private Problem busy(BusyCause cause, Exception thrown, HttpServletRequest request) {
        busyAnswers.count(cause, request);
        if (cause == BusyCause.OPERATOR) {
            LOG.error("An operator is needed: {} {} could not be served", request.getMethod(), place(request), thrown);
        }
        return Problem.of(ProblemCode.BUSY, "Try again shortly with the same key");
    }

    private static Problem internal(Exception thrown, HttpServletRequest request) {
        UUID reference = UUID.randomUUID();
        LOG.error("{} {} failed, reference {}", request.getMethod(), place(request), reference, thrown);
        return Problem.of(ProblemCode.INTERNAL, "Reference " + reference);
    }

    private static String place(HttpServletRequest request) {
        return request.getRequestURI().replaceAll("[^\\x21-\\x7E]", "?");
    }

    private static String place(TypeMismatchException mismatch) {
        if (mismatch instanceof MethodArgumentTypeMismatchException argument) {
            boolean inPath =
                    AnnotatedElementUtils.hasAnnotation(argument.getParameter().getParameter(), PathVariable.class);
            return inPath ? "{" + argument.getName() + "}" : "?" + argument.getName();
        }
        return "";
    }

    /** Our own values say what they want without repeating the input; other messages may repeat it. */
    private static String sentence(TypeMismatchException mismatch) {
        Class<?> wanted = mismatch.getRequiredType();
        String message = mismatch.getMostSpecificCause().getMessage();
        boolean ours = wanted != null && wanted.getName().startsWith("matchnight.") && !wanted.isEnum();
        return ours && message != null ? message : "is not of the expected kind";
    }
}
