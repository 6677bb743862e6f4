package matchnight.bets.wiring;

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
 * @param placement role bet_api
 * @param waiting role bet_api too, for transactions that may wait for a balance that is held
 * @param trading role bet_api too
 * @param reader role reader
 * @param relay role relay
 */
@ConfigurationProperties("matchnight.database")
record DatabaseSettings(
        String url,
        @DefaultValue("5") int prepareThreshold,
        @DefaultValue("2s") Duration connectTimeout,
        Pool placement,
        Pool waiting,
        Pool trading,
        Pool reader,
        Pool relay) {

    /**
     * One pool.
     *
     * @param size connections, all of them kept open
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
