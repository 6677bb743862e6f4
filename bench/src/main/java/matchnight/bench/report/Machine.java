package matchnight.bench.report;

import java.lang.management.ManagementFactory;

/**
 * Where a run was made.
 *
 * @param postgres the server's version
 */
public record Machine(int cores, double memoryGiB, String java, String postgres) {

    private static final double BYTES_A_GIB = 1L << 30;

    public static Machine with(String postgresVersion) {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                Math.round(10 * memoryBytes() / BYTES_A_GIB) / 10.0,
                System.getProperty("java.vendor.version", "") + " " + Runtime.version(),
                postgresVersion);
    }

    private static double memoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : 0;
    }
}
