package matchnight.stack;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The server's settings. Durability is never traded for speed here: what the tests and the demo show must hold in earnest. */
final class PostgresConfiguration {

    static final String HOST_BASED_AUTHENTICATION = """
            host all         all 127.0.0.1/32 scram-sha-256
            host replication all 127.0.0.1/32 scram-sha-256
            """;

    private PostgresConfiguration() {}

    static String text(int port, Map<String, String> changes) {
        Map<String, String> settings = standard(port);
        settings.putAll(changes);
        StringBuilder text = new StringBuilder("# Written at every start. Changes belong into ALTER SYSTEM.\n");
        settings.forEach((name, value) -> text.append(name)
                .append(" = '")
                .append(value.replace("'", "''"))
                .append("'\n"));
        return text.toString();
    }

    static Map<String, String> ofContainers() {
        Map<String, String> settings = standard(5432);
        settings.keySet().removeAll(Set.of("listen_addresses", "port", "unix_socket_directories"));
        return settings;
    }

    private static Map<String, String> standard(int port) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("listen_addresses", "127.0.0.1");
        settings.put("port", Integer.toString(port));
        settings.put("unix_socket_directories", "");
        settings.put("password_encryption", "scram-sha-256");
        settings.put("max_connections", "100");
        // A statement that looks a bet up by its id alone locks each stored day's partition.
        settings.put("max_locks_per_transaction", "512");

        settings.put("fsync", "on");
        settings.put("synchronous_commit", "on");
        settings.put("full_page_writes", "on");
        settings.put("shared_buffers", "512MB");
        settings.put("max_wal_size", "4GB");
        settings.put("checkpoint_timeout", "15min");
        // Files in the data directory: a killed server leaves nothing in /dev/shm.
        settings.put("dynamic_shared_memory_type", "mmap");

        // Below every role's lock_timeout, or deadlocks would be reported as lock timeouts.
        settings.put("deadlock_timeout", "200ms");
        settings.put("log_lock_waits", "on");
        // The per-table thresholds of the balance rows do nothing between two naps.
        settings.put("autovacuum_naptime", "5s");

        settings.put("shared_preload_libraries", "pg_stat_statements");
        settings.put("track_io_timing", "on");
        settings.put("timezone", "UTC");
        settings.put("log_timezone", "UTC");
        settings.put("log_line_prefix", "%m [%p] %e %q%u@%d ");
        return settings;
    }
}
