package matchnight.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request as it goes out; immutable, so that a retry sends the same bytes.
 *
 * @param target path and query
 */
public record HttpRequest(String method, String target, Map<String, String> headers, String body) {

    public static HttpRequest get(String target) {
        return new HttpRequest("GET", target, Map.of(), "");
    }

    /** A request with a JSON body; an empty text is no body. */
    public static HttpRequest json(String method, String target, String json) {
        Map<String, String> headers = json.isEmpty() ? Map.of() : Map.of("Content-Type", "application/json");
        return new HttpRequest(method, target, headers, json);
    }

    public HttpRequest with(String header, String value) {
        Map<String, String> extended = new LinkedHashMap<>(headers);
        extended.put(header, value);
        return new HttpRequest(method, target, Map.copyOf(extended), body);
    }

    byte[] onTheWire(String host) {
        StringBuilder head = new StringBuilder(512);
        head.append(method)
                .append(' ')
                .append(target)
                .append(" HTTP/1.1\r\nHost: ")
                .append(host)
                .append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        byte[] bodyBytes = body.getBytes(UTF_8);
        if (bodyBytes.length > 0 || !method.equals("GET")) {
            head.append("Content-Length: ").append(bodyBytes.length).append("\r\n");
        }
        byte[] headBytes = head.append("\r\n").toString().getBytes(US_ASCII);
        byte[] all = new byte[headBytes.length + bodyBytes.length];
        System.arraycopy(headBytes, 0, all, 0, headBytes.length);
        System.arraycopy(bodyBytes, 0, all, headBytes.length, bodyBytes.length);
        return all;
    }
}
