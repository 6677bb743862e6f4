package matchnight.settlement.diagnosis.reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import matchnight.settlement.diagnosis.Readings.Statement;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Holds the rows that the planner expects of a statement against those that it returned: what counted statements return is
 * known, so that only the plan has to be asked for and nothing is executed.
 */
final class GenericPlans {

    private static final int MOST = 5;
    private static final int LONGEST_TEXT = 8_000;

    private static final String EXPLAIN = "SELECT generic_plan(?)::text";

    private GenericPlans() {}

    /** The same statements, the first few SELECTs of them with their plan where the reader may ask for it. */
    static List<Statement> explain(
            Connection reader, List<Statement> statements, Function<String, @Nullable String> texts) {
        List<Statement> explained = new ArrayList<>();
        int asked = 0;
        for (Statement statement : statements) {
            String text = texts.apply(statement.id());
            boolean isAsked = asked < MOST && text != null && isExplained(text);
            asked += isAsked ? 1 : 0;
            explained.add(isAsked && text != null ? withPlan(reader, statement, text) : statement);
        }
        return explained;
    }

    private static boolean isExplained(String text) {
        return text.length() <= LONGEST_TEXT
                && text.strip().toLowerCase(Locale.ROOT).startsWith("select")
                && text.indexOf(';') < 0;
    }

    private static Statement withPlan(Connection reader, Statement statement, String text) {
        try (PreparedStatement explain = reader.prepareStatement(EXPLAIN)) {
            explain.setQueryTimeout(Query.LIMIT_SECONDS);
            explain.setString(1, text);
            try (ResultSet row = explain.executeQuery()) {
                row.next();
                JsonNode plan =
                        JsonMapper.shared().readTree(row.getString(1)).path(0).path("Plan");
                return planned(statement, plan);
            }
        } catch (SQLException notForReaders) {
            // Of a table that a reader may not see, or with parameters whose type nothing tells.
            return statement;
        }
    }

    private static Statement planned(Statement statement, JsonNode plan) {
        return new Statement(
                statement.id(),
                statement.query(),
                statement.calls(),
                statement.totalMillis(),
                statement.callsInSpan(),
                statement.totalMillisInSpan(),
                statement.meanMillisBefore(),
                statement.rowsPerCall(),
                plan.path("Plan Rows").doubleValue(0),
                shape(plan));
    }

    /** The plan's nodes, outermost first, such as {@code Limit > Index Scan bet_leg_of_market}. */
    private static String shape(JsonNode plan) {
        StringBuilder shape = new StringBuilder(plan.path("Node Type").asString(""));
        String on = plan.path("Index Name").asString(plan.path("Relation Name").asString(""));
        shape.append(on.isEmpty() ? "" : " " + on);
        for (JsonNode child : plan.path("Plans")) {
            shape.append(" > ").append(shape(child));
        }
        return shape.length() <= 300 ? shape.toString() : shape.substring(0, 300);
    }
}
