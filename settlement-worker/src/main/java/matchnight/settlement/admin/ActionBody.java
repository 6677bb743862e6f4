package matchnight.settlement.admin;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemException;
import matchnight.settlement.result.Fault;
import matchnight.settlement.result.Faults;
import matchnight.settlement.result.JsonMembers;
import matchnight.settlement.result.ResultReader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The body of a call that does something: a JSON object, read strictly, with a reason. Faults are collected; {@link
 * #requireValid} ends the call with all of them.
 */
public final class ActionBody {

    private static final int MAX_REASON_CHARACTERS = 500;
    private static final int MAX_LISTED = 1_000;

    private final Faults faults;
    private final JsonMembers members;

    private ActionBody(JsonNode object, Set<String> known) {
        this.faults = new Faults();
        this.members = JsonMembers.of(object, "", faults, known);
    }

    /**
     * Reads the body of a request.
     *
     * @param known the members that the call knows
     * @throws ProblemException 400 if it is no JSON object
     */
    public static ActionBody read(HttpServletRequest request, Set<String> known) throws IOException {
        // How large it may be is said where it is taken in, before anything of a call runs.
        return read(request.getInputStream().readAllBytes(), known);
    }

    private static ActionBody read(byte[] body, Set<String> known) {
        try {
            JsonNode object = ResultReader.STRICT_JSON.readTree(body);
            if (object != null && object.isObject()) {
                return new ActionBody(object, known);
            }
        } catch (JacksonException notJson) {
            throw new ProblemException(Problem.invalid("", "must be one JSON object"), notJson);
        }
        throw new ProblemException(Problem.invalid("", "must be one JSON object"));
    }

    /**
     * As {@link #read}, where a request without a body says what an empty object says.
     *
     * @throws ProblemException 400 if there is a body and it is no JSON object
     */
    public static ActionBody readIfAny(HttpServletRequest request, Set<String> known) throws IOException {
        byte[] body = request.getInputStream().readAllBytes();
        return body.length == 0 ? new ActionBody(JsonNodeFactory.instance.objectNode(), known) : read(body, known);
    }

    /** Why the person does it; 1 to 500 printable characters, required. */
    public String reason() {
        String reason = members.required("reason", reasonIfAny());
        return reason == null ? "" : reason;
    }

    /** Why the person does it, where that may be left out; 1 to 500 printable characters, null when absent or faulty. */
    public @Nullable String reasonIfAny() {
        return members.parsed("reason", MAX_REASON_CHARACTERS, ActionBody::notBlank);
    }

    private static String notBlank(String reason) {
        if (reason.codePoints().allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c))) {
            throw new IllegalArgumentException("must not be blank");
        }
        return reason;
    }

    /** A required text; empty text when it is faulty. */
    public String requiredText(String name, int maxCharacters) {
        String text = members.required(name, members.text(name, maxCharacters));
        return text == null ? "" : text;
    }

    public @Nullable String text(String name, int maxCharacters) {
        return members.text(name, maxCharacters);
    }

    /** A value made from a text by {@code parse}, whose IllegalArgumentException says what is wrong with it. */
    public <T> @Nullable T parsed(String name, int maxCharacters, Function<String, T> parse) {
        return members.parsed(name, maxCharacters, parse);
    }

    /** Whether the member is {@code true}; absent is {@code false}. */
    public boolean flag(String name) {
        JsonNode value = members.find(name);
        if (value != null && !value.isBoolean()) {
            members.fault(name, "must be true or false");
        }
        return value != null && value.asBoolean(false);
    }

    /** A required time; null when it is absent or faulty. */
    public @Nullable Instant requiredTime(String name) {
        return members.required(name, members.time(name));
    }

    public @Nullable Instant time(String name) {
        return members.time(name);
    }

    /** A list of values made from texts; empty when it is absent. */
    public <T> List<T> list(String name, Function<String, T> parse) {
        JsonNode value = members.find(name);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray() || value.isEmpty() || value.size() > MAX_LISTED) {
            members.fault(name, "must be a list of 1 to " + MAX_LISTED + " strings");
            return List.of();
        }
        List<T> items = new ArrayList<>();
        for (int i = 0; i < value.size(); i++) {
            try {
                items.add(parse.apply(value.get(i).stringValue("")));
            } catch (IllegalArgumentException refused) {
                faults.add("/" + name + "/" + i, String.valueOf(refused.getMessage()));
            }
        }
        return items;
    }

    /** Notes something else that is wrong. */
    public void fault(String name, String detail) {
        members.fault(name, detail);
    }

    /**
     * Ends the call if anything was wrong.
     *
     * @throws ProblemException 400 with all faults
     */
    public void requireValid() {
        List<Fault> all = faults.all();
        if (!all.isEmpty()) {
            throw new ProblemException(Problem.invalid(all));
        }
    }
}
