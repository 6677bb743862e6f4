package matchnight.settlement.result;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a message; what comes after the first few is dropped. */
public final class Faults {

    static final int MAX_FAULTS = 20;

    private final List<Fault> faults = new ArrayList<>();

    /** Notes one fault at a JSON pointer. */
    public void add(String pointer, String detail) {
        if (faults.size() < MAX_FAULTS) {
            faults.add(new Fault(pointer, detail));
        }
    }

    boolean isEmpty() {
        return faults.isEmpty();
    }

    /** In the order in which they were noted. */
    public List<Fault> all() {
        return List.copyOf(faults);
    }
}
