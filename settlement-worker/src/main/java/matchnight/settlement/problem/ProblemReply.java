package matchnight.settlement.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import matchnight.settlement.result.Fault;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a problem as the whole answer. */
public final class ProblemReply {

    /** Of RFC 9457. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String RETRY_AFTER_SECONDS = "1";

    private ProblemReply() {}

    /** Does nothing when the answer is already on its way. */
    public static void write(HttpServletResponse response, Problem problem) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.resetBuffer();
        byte[] body = render(problem);
        response.setStatus(problem.code().status());
        response.setContentType(MEDIA_TYPE);
        response.setContentLength(body.length);
        response.setHeader("Cache-Control", "no-store");
        if (problem.code() == ProblemCode.BUSY) {
            response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
        }
        response.getOutputStream().write(body);
    }

    /** The problem as UTF-8 JSON. */
    public static byte[] render(Problem problem) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", problem.code().type());
        json.put("title", problem.code().title());
        json.put("status", problem.code().status());
        json.put("detail", problem.detail());
        json.put("code", problem.code().name());
        json.put("retry", problem.code().retry());
        if (!problem.errors().isEmpty()) {
            ArrayNode errors = json.putArray("errors");
            problem.errors().forEach(error -> errors.add(toJson(error)));
        }
        problem.members().forEach((name, value) -> json.set(name, JSON.valueToTree(value)));
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode toJson(Fault error) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("pointer", error.pointer())
                .put("detail", error.detail());
    }
}
