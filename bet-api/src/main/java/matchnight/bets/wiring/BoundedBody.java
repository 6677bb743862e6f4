package matchnight.bets.wiring;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import matchnight.bets.json.StrictJson;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.http.ProblemReply;
import matchnight.bets.problem.http.StatusProblem;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads a body whole, and no more of it than is accepted, before anything parses it. It must be UTF-8 by Java's strict
 * decoder and without a NUL, and said to be JSON: parsers guess at other encodings, and take some malformed ones.
 */
final class BoundedBody extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > StrictJson.MOST_BODY_BYTES) {
            refuse(response, tooLarge());
            return;
        }
        byte[] body = request.getInputStream().readNBytes(StrictJson.MOST_BODY_BYTES + 1);
        if (body.length > StrictJson.MOST_BODY_BYTES) {
            refuse(response, tooLarge());
        } else if (body.length > 0 && !isJsonInUtf8(request.getContentType())) {
            ProblemReply.write(response, StatusProblem.of(415));
        } else if (!isText(body)) {
            ProblemReply.write(response, Problem.invalid("", "is not UTF-8 text"));
        } else {
            chain.doFilter(new ReadBefore(request, body), response);
        }
    }

    /** The rest of the body is not read: the connection cannot be used again. */
    private static void refuse(HttpServletResponse response, Problem problem) throws IOException {
        response.setHeader("Connection", "close");
        ProblemReply.write(response, problem);
    }

    private static Problem tooLarge() {
        return Problem.of(ProblemCode.BODY_TOO_LARGE, "At most " + StrictJson.MOST_BODY_BYTES + " bytes are accepted");
    }

    private static boolean isJsonInUtf8(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            Charset charset = type.getCharset();
            return type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
                    && (charset == null || charset.equals(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException unreadable) {
            return false;
        }
    }

    private static boolean isText(byte[] body) {
        for (byte b : body) {
            if (b == 0) {
                return false;
            }
        }
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    /** The request with the body that was read. */
    private static final class ReadBefore extends HttpServletRequestWrapper {

        private final byte[] body;

        ReadBefore(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new Buffered(new ByteArrayInputStream(body));
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }
    }

    private static final class Buffered extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        Buffered(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("The body is read before the request is served");
        }
    }
}
