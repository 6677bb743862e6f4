package matchnight.ledger.proof;

import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Rational;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Collects the steps of one settlement. Figures are compared as they are written: each has one way to be. */
final class Steps {

    /** Stands for a member that is not there. */
    static final String ABSENT = "(absent)";

    private final List<Step> taken = new ArrayList<>();

    List<Step> taken() {
        return List.copyOf(taken);
    }

    void compare(String what, String stated, String computed) {
        taken.add(new Step(what, stated, computed));
    }

    /** Holds a member of the proof against what it must be. */
    void compare(String what, JsonNode member, String computed) {
        compare(what, text(member), computed);
    }

    void compare(String what, JsonNode member, Rational computed) {
        compare(what, member, computed.toString());
    }

    void compare(String what, JsonNode member, long computed) {
        compare(what, member, Long.toString(computed));
    }

    /** Says that something holds, or why it does not. */
    void require(String what, boolean holds, String otherwise) {
        compare(what, holds ? "yes" : otherwise, "yes");
    }

    /** Says that a member that would have no effect is not there. */
    void requireAbsent(String what, JsonNode member) {
        compare(what, text(member), ABSENT);
    }

    static String text(JsonNode member) {
        if (member.isMissingNode() || member.isNull()) {
            return ABSENT;
        }
        return member.isValueNode() ? member.asString() : member.toString();
    }

    static String text(@Nullable Money amount) {
        return amount == null ? ABSENT : amount.toDecimalString();
    }
}
