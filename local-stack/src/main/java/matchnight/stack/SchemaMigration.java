package matchnight.stack;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings a database to the newest schema, as its owner. A step of its own: no service changes the schema it runs on. */
public final class SchemaMigration {

    private static final String LOCATION = "classpath:db/migrations";

    private SchemaMigration() {}

    /**
     * Applies what is missing and says how many migrations that were. Several may run at once: they take turns, and the later
     * ones find nothing left to do.
     */
    public static int run(String jdbcUrl, String migratorPassword) {
        try {
            return Flyway.configure()
                    .dataSource(jdbcUrl, DatabaseRole.MIGRATOR.roleName(), migratorPassword)
                    .locations(LOCATION)
                    .connectRetries(0)
                    .load()
                    .migrate()
                    .migrationsExecuted;
        } catch (FlywayException e) {
            throw new StackFailure("the schema migration failed: " + e.getMessage(), e);
        }
    }
}
