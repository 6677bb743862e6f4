package matchnight.stack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import matchnight.stack.process.FreePorts;

/** Five TCP ports in a row, from the base on. */
public record StackPorts(int base) {

    public static final int DEFAULT_BASE = 8080;
    private static final int COUNT = 5;
    private static final int HIGHEST = 65_535;

    public StackPorts {
        if (base < 1 || base > HIGHEST - COUNT + 1) {
            throw new IllegalArgumentException(
                    "the port base must be between 1 and " + (HIGHEST - COUNT + 1) + ", not " + base);
        }
    }

    public int betApi() {
        return base;
    }

    public int settlementWorker() {
        return base + 1;
    }

    public int postgres() {
        return base + 2;
    }

    public int kafka() {
        return base + 3;
    }

    public int kafkaController() {
        return base + 4;
    }

    /** A base whose five ports were free a moment ago, for stacks of tests. */
    public static StackPorts anyFree() {
        for (int attempt = 0; attempt < 100; attempt++) {
            int candidate = FreePorts.any();
            if (candidate <= HIGHEST - COUNT + 1
                    && new StackPorts(candidate).taken().isEmpty()) {
                return new StackPorts(candidate);
            }
        }
        throw new StackFailure("found no five free ports in a row");
    }

    /** Refuses when a port is taken, naming every service whose port it is. */
    void requireFree() {
        List<String> taken = taken();
        if (!taken.isEmpty()) {
            throw new StackFailure("already in use by another program: " + String.join(", ", taken)
                    + "\nNothing was started. Free the port, or choose others with --port-base N (uses N to N+4).");
        }
    }

    private List<String> taken() {
        List<String> taken = new ArrayList<>();
        byName().forEach((name, port) -> {
            if (!FreePorts.isFree(port)) {
                taken.add("port " + port + " (" + name + ")");
            }
        });
        return taken;
    }

    private Map<String, Integer> byName() {
        Map<String, Integer> ports = LinkedHashMap.newLinkedHashMap(COUNT);
        ports.put("bet-api", betApi());
        ports.put("settlement-worker", settlementWorker());
        ports.put("postgresql", postgres());
        ports.put("kafka", kafka());
        ports.put("kafka controller", kafkaController());
        return ports;
    }
}
