package matchnight.settlement.reconcile;

import java.util.Arrays;

/** How much a run looks at. */
enum Mode {
    /** What has moved since everything that had moved before was looked at. */
    INCREMENTAL,
    /** Everything that is stored. */
    FULL;

    /**
     * Reads a mode's name.
     *
     * @throws IllegalArgumentException if it is none; its message is for the caller
     */
    static Mode of(String name) {
        return Arrays.stream(values())
                .filter(mode -> mode.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be INCREMENTAL or FULL"));
    }
}
