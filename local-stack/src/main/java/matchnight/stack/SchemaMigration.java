package matchnight.stack;

import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Brings a database to the newest schema, as its owner. A step of its own: no service changes the schema it runs on.
 *
 * <p>Several may run at once: they take turns, and the later ones find nothing left to do. What cannot be applied in order is
 * refused before anything is changed: a file whose number is lower than one that was applied, a file that was changed since, and
 * a schema that holds tables and no history of how they came there.
 */
public final class SchemaMigration {

    private static final String LOCATION = "classpath:db/migrations";

    // With a transaction's lock, who waits for their turn holds a snapshot, and an index that is built CONCURRENTLY
    // waits
    // for that snapshot: each would wait for the other.
    private static final Map<String, String> TURNS_WITHOUT_A_TRANSACTION =
            Map.of("flyway.postgresql.transactional.lock", "false");

    private SchemaMigration() {}

    /** Applies what is missing and says how many migrations that were. */
    public static int run(String jdbcUrl, String migratorPassword) {
        return run(jdbcUrl, migratorPassword, "latest", LOCATION);
    }

    /** The same, up to and including a version, from several locations. */
    static int run(String jdbcUrl, String migratorPassword, String target, String... locations) {
        try {
            return configured(jdbcUrl, migratorPassword)
                    .target(target)
                    .locations(locations)
                    .load()
                    .migrate()
                    .migrationsExecuted;
        } catch (FlywayException e) {
            throw new StackFailure("the schema migration failed: " + e.getMessage(), e);
        }
    }

    private static FluentConfiguration configured(String jdbcUrl, String migratorPassword) {
        return Flyway.configure()
                .dataSource(jdbcUrl, DatabaseRole.MIGRATOR.roleName(), migratorPassword)
                .configuration(TURNS_WITHOUT_A_TRANSACTION)
                .outOfOrder(false)
                .validateOnMigrate(true)
                .validateMigrationNaming(true)
                .baselineOnMigrate(false)
                .connectRetries(0);
    }
}
