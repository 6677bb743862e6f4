package matchnight.settlement.wiring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Properties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * One pool a role: a backlog queues for its own connections. Nothing here or in a feature sets anything on a session:
 * limits belong to the roles, and a transaction pooler may stand in between.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DatabaseSettings.class)
class DatabaseWiring {

    @Bean
    HikariDataSource workerDataSource(DatabaseSettings settings) {
        return pool("settlement_worker", settings, settings.worker());
    }

    @Bean
    HikariDataSource readerDataSource(DatabaseSettings settings) {
        return pool("reader", settings, settings.reader());
    }

    @Bean
    HikariDataSource maintenanceDataSource(DatabaseSettings settings) {
        return pool("maintenance", settings, settings.maintenance());
    }

    private static HikariDataSource pool(String name, DatabaseSettings settings, DatabaseSettings.Pool pool) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(settings.url());
        config.setUsername(pool.user());
        config.setPassword(pool.password());
        config.setMaximumPoolSize(pool.size());
        config.setMinimumIdle(Math.min(pool.size(), 1));
        config.setConnectionTimeout(pool.connectionTimeout().toMillis());
        // The database may come up after us; the schema check is what refuses to start.
        config.setInitializationFailTimeout(-1);
        config.setDataSourceProperties(driver(name, settings, pool));
        return new HikariDataSource(config);
    }

    private static Properties driver(String name, DatabaseSettings settings, DatabaseSettings.Pool pool) {
        var driver = new Properties();
        driver.setProperty("ApplicationName", "settlement-worker " + name);
        driver.setProperty(
                "connectTimeout", Long.toString(settings.connectTimeout().toSeconds()));
        driver.setProperty("socketTimeout", Long.toString(pool.socketTimeout().toSeconds()));
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("targetServerType", pool.targetServerType());
        driver.setProperty("hostRecheckSeconds", "2");
        driver.setProperty("prepareThreshold", Integer.toString(settings.prepareThreshold()));
        // The server's detail repeats the row: it must not reach a log.
        driver.setProperty("logServerErrorDetail", "false");
        return driver;
    }
}
