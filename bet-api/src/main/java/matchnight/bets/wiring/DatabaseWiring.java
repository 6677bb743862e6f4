package matchnight.bets.wiring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Properties;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * One pool a role, so that reads and the relay cannot take the connections that bets need. Nothing here or in a
 * feature sets anything on a session: limits belong to the roles, and a transaction pooler may stand in between.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DatabaseSettings.class)
class DatabaseWiring {

    @Bean
    HikariDataSource placementDataSource(DatabaseSettings settings) {
        return pool("placement", settings, settings.placement());
    }

    /** Apart from the placements' pool: whoever waits for a balance keeps nobody else waiting. */
    @Bean
    HikariDataSource waitingDataSource(DatabaseSettings settings) {
        return pool("waiting", settings, settings.waiting());
    }

    /** Apart from the placements' pool: a market must close when that is taken to the last connection. */
    @Bean
    HikariDataSource tradingDataSource(DatabaseSettings settings) {
        return pool("trading", settings, settings.trading());
    }

    @Bean
    HikariDataSource readerDataSource(DatabaseSettings settings) {
        return pool("reader", settings, settings.reader());
    }

    @Bean
    HikariDataSource relayDataSource(DatabaseSettings settings) {
        return pool("relay", settings, settings.relay());
    }

    /** For statements of the role bet_api: joins the running transaction of {@code placementTransactions}. */
    @Bean
    JdbcClient placementJdbc(@Qualifier("placementDataSource") DataSource dataSource) {
        return JdbcClient.create(dataSource);
    }

    /** For reads that need no transaction, as the role reader. */
    @Bean
    JdbcClient readerJdbc(@Qualifier("readerDataSource") DataSource dataSource) {
        return JdbcClient.create(dataSource);
    }

    @Bean
    TransactionTemplate placementTransactions(@Qualifier("placementDataSource") DataSource dataSource) {
        return new TransactionTemplate(new JdbcTransactionManager(dataSource));
    }

    /** For statements of the role bet_api about the catalogue: joins the transaction of {@code tradingTransactions}. */
    @Bean
    JdbcClient tradingJdbc(@Qualifier("tradingDataSource") DataSource dataSource) {
        return JdbcClient.create(dataSource);
    }

    @Bean
    TransactionTemplate tradingTransactions(@Qualifier("tradingDataSource") DataSource dataSource) {
        return new TransactionTemplate(new JdbcTransactionManager(dataSource));
    }

    private static HikariDataSource pool(String name, DatabaseSettings settings, DatabaseSettings.Pool pool) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(settings.url());
        config.setUsername(pool.user());
        config.setPassword(pool.password());
        config.setMaximumPoolSize(pool.size());
        config.setMinimumIdle(pool.size());
        config.setConnectionTimeout(pool.connectionTimeout().toMillis());
        // The database may come up after us; the schema check is what refuses to start.
        config.setInitializationFailTimeout(-1);
        config.setDataSourceProperties(driver(name, settings, pool));
        return new HikariDataSource(config);
    }

    private static Properties driver(String name, DatabaseSettings settings, DatabaseSettings.Pool pool) {
        var driver = new Properties();
        driver.setProperty("ApplicationName", "bet-api " + name);
        driver.setProperty(
                "connectTimeout", Long.toString(settings.connectTimeout().toSeconds()));
        driver.setProperty("socketTimeout", Long.toString(pool.socketTimeout().toSeconds()));
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("targetServerType", pool.targetServerType());
        driver.setProperty("hostRecheckSeconds", "2");
        driver.setProperty("prepareThreshold", Integer.toString(settings.prepareThreshold()));
        driver.setProperty("reWriteBatchedInserts", "true");
        // The server's detail repeats the row: it must not reach a log.
        driver.setProperty("logServerErrorDetail", "false");
        return driver;
    }
}
