package matchnight.settlement.apply;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import matchnight.settlement.apply.ModelEvent.ModelOutcome;
import matchnight.settlement.apply.ModelEvent.ModelWindow;
import org.jspecify.annotations.Nullable;

/** A market as a plain reading of the contract has it: the first content of each version counts, until a person says otherwise. */
final class ModelMarket {

    final String id;
    final boolean paysOnLive;
    private final TreeMap<Long, ModelEvent> counting = new TreeMap<>();

    ModelMarket(String id, boolean paysOnLive) {
        this.id = id;
        this.paysOnLive = paysOnLive;
    }

    /** What is decided, and how: equal states settle every bet alike. */
    record State(
            Map<String, ModelOutcome> outcomes, @Nullable String certainty, Set<ModelWindow> cancels) {}

    State state() {
        Map<String, ModelOutcome> outcomes = new HashMap<>();
        String certainty = null;
        Set<ModelWindow> cancels = new HashSet<>();
        for (ModelEvent event : counting.values()) {
            switch (event.type()) {
                case "RESULT", "ROLLBACK" -> {
                    outcomes = new HashMap<>(event.outcomes());
                    certainty = event.certainty();
                }
                case "CANCEL" -> cancels.add(event.window());
                default -> cancels.remove(event.window());
            }
        }
        return new State(outcomes, certainty, cancels);
    }

    /** Takes an event in and says by how much that raises the job's revision. */
    int deliver(ModelEvent event) {
        return counting.containsKey(event.version()) ? 0 : count(event);
    }

    /** Lets a content count in the place of the one that did. */
    int count(ModelEvent event) {
        State before = state();
        boolean older = counting.higherKey(event.version()) != null;
        counting.put(event.version(), event);
        return older && before.equals(state()) ? 0 : 1;
    }

    boolean hasEvents() {
        return !counting.isEmpty();
    }

    @Nullable
    ModelOutcome outcome(State state, String selection) {
        boolean pays = paysOnLive || Objects.equals(state.certainty(), "CONFIRMED");
        return pays ? state.outcomes().get(selection) : null;
    }

    @Override
    public String toString() {
        return id + (paysOnLive ? " (pays on LIVE) " : " ") + counting.values();
    }
}
