package matchnight.bench.load;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer as it came.
 *
 * @param headers by lower-case name
 */
public record HttpAnswer(int status, Map<String, String> headers, String body) {

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    public boolean isServerError() {
        return status >= 500;
    }

    public @Nullable String header(String lowerCaseName) {
        return headers.get(lowerCaseName);
    }

    /** The body as JSON; a missing node where it is none. */
    public JsonNode json() {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException notJson) {
            return JsonMapper.shared().missingNode();
        }
    }

    /** The stable {@code code} of a problem, or the status where the answer names none. */
    public String problemCode() {
        return json().path("code").asString("HTTP_" + status);
    }
}
