package matchnight.settlement.wiring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the database is and how each role reaches it.
 *
 * @param url JDBC URL without user and password
 * @param prepareThreshold executions before pgjdbc names a statement on the server; 0 never does, which a transaction
 *     pooler older than PgBouncer 1.21 needs
 * @param connectTimeout for a new connection
 * @param worker role settlement_worker: intake, lanes and their claims
 * @param reader role reader: what people ask
 * @param maintenance role maintenance
 */
@ConfigurationProperties("matchnight.database")
record DatabaseSettings(
        String url,
        @DefaultValue("5") int prepareThreshold,
        @DefaultValue("2s") Duration connectTimeout,
        Pool worker,
        Pool reader,
        Pool maintenance) {

    /**
     * One pool.
     *
     * @param size connections at most
     * @param connectionTimeout how long a caller waits for a free one, 250 ms at least
     * @param socketTimeout how long the driver waits for an answer: longer than the role's transaction_timeout, which
     *     does not cover the wait for a synchronous standby at COMMIT
     * @param targetServerType which of several hosts to take, as pgjdbc names it. The reader's is {@code any}: the
     *     driver takes a role whose transactions are read-only by default for a standby and would find no primary
     */
    record Pool(
            String user,
            String password,
            int size,
            Duration connectionTimeout,
            Duration socketTimeout,
            @DefaultValue("primary") String targetServerType) {}
}
