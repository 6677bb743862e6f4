package matchnight.bets.placement.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import matchnight.bets.body.WholeBody;
import matchnight.bets.caller.Caller;
import matchnight.bets.caller.Scope;
import matchnight.bets.caller.Tokens;
import matchnight.bets.json.StrictJson;
import matchnight.bets.key.KeyHeader;
import matchnight.bets.placement.PlaceBet;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.bets.problem.http.BusyAnswers;
import matchnight.bets.problem.http.PlacesForCalls;
import matchnight.bets.problem.http.ProblemAdvice;
import matchnight.bets.problem.http.ProblemReply;
import matchnight.bets.problem.http.StatusProblem;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.sql.BusyCause;
import matchnight.web.BodyReading;
import matchnight.web.RequestReadBefore;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * The short way in for a bet whose request is plainly in order: a token that is good for the account, one key, a JSON body that
 * reads as a bet. It answers those before the chain of filters and handlers, which costs more than the placing.
 *
 * <p>It decides nothing of its own. Whatever is not plainly in order goes through the whole chain as it came, which says what
 * is wrong; so every error has one author, and this may be left out without a difference to any client.
 */
@Component
public final class DirectPlacement implements Filter {

    private static final String PATH = "/v1/bets";
    private static final int TOO_SLOW = 408;
    private static final String BEARER = "Bearer ";

    private final Tokens tokens;
    private final PlaceBetCall call;
    private final ObjectReader reader;
    private final BodyReading reading;
    private final PlacesForCalls places;
    private final BusyAnswers busyAnswers;
    private final ProblemAdvice problems;
    private final MeterRegistry meters;
    private final Counter taken;
    private final Map<Integer, Timer> answeredByStatus = new ConcurrentHashMap<>();

    DirectPlacement(
            Tokens tokens,
            PlaceBetCall call,
            JsonMapper mapper,
            BodyReading reading,
            PlacesForCalls places,
            BusyAnswers busyAnswers,
            ProblemAdvice problems,
            MeterRegistry meters) {
        this.tokens = tokens;
        this.call = call;
        this.reader = mapper.readerFor(PlaceBetRequest.class);
        this.reading = reading;
        this.places = places;
        this.busyAnswers = busyAnswers;
        this.problems = problems;
        this.meters = meters;
        this.taken = Counter.builder("placement.short.way")
                .description("Bets that took the short way in, before the chain of filters")
                .register(meters);
    }

    @Override
    public void doFilter(ServletRequest incoming, ServletResponse outgoing, FilterChain chain)
            throws IOException, ServletException {
        if (incoming instanceof HttpServletRequest request
                && outgoing instanceof HttpServletResponse response
                && request.getRequestURI().equals(PATH)
                && request.getMethod().equals("POST")
                && isPlain(request)) {
            serve(request, response, chain);
        } else {
            chain.doFilter(incoming, outgoing);
        }
    }

    // What the firewall of the chain looks at is left to it.
    private static boolean isPlain(HttpServletRequest request) {
        Enumeration<String> names = request.getHeaderNames();
        while (names.hasMoreElements()) {
            Enumeration<String> values = request.getHeaders(names.nextElement());
            while (values.hasMoreElements()) {
                if (!isPlainText(values.nextElement())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isPlainText(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ' || value.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    // RFC 6750: what the chain takes for a token.
    private static boolean isBearerToken(String text) {
        int length = text.length();
        while (length > 0 && text.charAt(length - 1) == '=') {
            length--;
        }
        for (int i = 0; i < length; i++) {
            char character = text.charAt(i);
            if (!Character.isLetterOrDigit(character) && "-._~+/".indexOf(character) < 0) {
                return false;
            }
        }
        return length > 0;
    }

    private void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long startNanos = System.nanoTime();
        if (places.areTaken()) {
            answerBusy(request, response, startNanos);
            return;
        }
        Instant receivedAt = call.now();
        Caller caller = callerOf(request);
        int length = request.getContentLength();
        if (caller == null
                || !caller.has(Scope.BETS)
                || length <= 0
                || length > StrictJson.MOST_BODY_BYTES
                || !WholeBody.isSaidToBeJson(request.getContentType())
                || !WholeBody.isSaidToBePlain(request.getHeaders(HttpHeaders.CONTENT_ENCODING))) {
            chain.doFilter(request, response);
            return;
        }
        byte[] body = reading.read(request, length);
        if (body == null) {
            response.setHeader("Connection", "close");
            ProblemReply.write(response, StatusProblem.of(TOO_SLOW));
            timer(response.getStatus()).record(Duration.ofNanos(System.nanoTime() - startNanos));
            return;
        }
        PlaceBet command = WholeBody.isText(body) ? command(request, body, caller, receivedAt) : null;
        if (command == null) {
            chain.doFilter(new RequestReadBefore(request, body), response);
        } else if (places.tryEnter()) {
            placeAndLeave(command, request, response, startNanos);
        } else {
            answerBusy(request, response, startNanos);
        }
    }

    private void answerBusy(HttpServletRequest request, HttpServletResponse response, long startNanos)
            throws IOException {
        busyAnswers.count(BusyCause.QUEUE, request);
        ProblemReply.write(response, Problem.of(ProblemCode.BUSY, "Try again shortly with the same key"));
        timer(response.getStatus()).record(Duration.ofNanos(System.nanoTime() - startNanos));
    }

    private void placeAndLeave(
            PlaceBet command, HttpServletRequest request, HttpServletResponse response, long startNanos)
            throws IOException {
        try {
            taken.increment();
            response.setHeader("X-Content-Type-Options", "nosniff");
            place(command, request, response);
        } finally {
            places.leave();
        }
        timer(response.getStatus()).record(Duration.ofNanos(System.nanoTime() - startNanos));
    }

    private @Nullable Caller callerOf(HttpServletRequest request) {
        Enumeration<String> authorizations = request.getHeaders("Authorization");
        String authorization = authorizations.hasMoreElements() ? authorizations.nextElement() : null;
        if (authorization == null || authorizations.hasMoreElements() || !authorization.startsWith(BEARER)) {
            return null;
        }
        String token = authorization.substring(BEARER.length());
        return isBearerToken(token) ? tokens.callerOf(token) : null;
    }

    private @Nullable PlaceBet command(HttpServletRequest request, byte[] body, Caller caller, Instant receivedAt) {
        try {
            // The text null is JSON, and reads as nothing.
            @Nullable PlaceBetRequest asked = reader.readValue(body);
            IdempotencyKey key = key(request);
            return asked == null || key == null || !caller.actsFor(asked.accountId())
                    ? null
                    : asked.toCommand(key, receivedAt);
        } catch (JacksonException | ProblemException | IllegalArgumentException notInOrder) {
            return null;
        }
    }

    private static @Nullable IdempotencyKey key(HttpServletRequest request) {
        Enumeration<String> keys = request.getHeaders(KeyHeader.NAME);
        String key = keys.hasMoreElements() ? keys.nextElement() : null;
        return key == null || keys.hasMoreElements() ? null : IdempotencyKey.parse(key);
    }

    // From here on the bet may have been placed: whatever is thrown is answered here.
    private void place(PlaceBet command, HttpServletRequest request, HttpServletResponse response) throws IOException {
        PlacementAnswer answer;
        try {
            answer = call.answer(command);
        } catch (SQLException | RuntimeException thrown) {
            problems.write(thrown, request, response);
            return;
        }
        answer.write(response);
    }

    // The series that the chain records for every other call.
    private Timer timer(int status) {
        return answeredByStatus.computeIfAbsent(status, this::newTimer);
    }

    private Timer newTimer(int status) {
        return Timer.builder("http.server.requests")
                .tag("error", "none")
                .tag("exception", "none")
                .tag("method", "POST")
                .tag("outcome", outcome(status))
                .tag("status", Integer.toString(status))
                .tag("uri", PATH)
                .register(meters);
    }

    private static String outcome(int status) {
        if (status < 300) {
            return "SUCCESS";
        }
        return status < 500 ? "CLIENT_ERROR" : "SERVER_ERROR";
    }
}
