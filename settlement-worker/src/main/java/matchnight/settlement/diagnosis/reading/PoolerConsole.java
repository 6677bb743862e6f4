package matchnight.settlement.diagnosis.reading;

import static matchnight.settlement.diagnosis.reading.Query.text;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import matchnight.settlement.diagnosis.Readings.PoolerPool;
import org.postgresql.Driver;

/** Asks PgBouncer's console, which speaks the simple protocol only and knows no transactions. */
final class PoolerConsole {

    private static final int MOST_POOLS = 50;
    private static final double MICROS = 1e6;

    private final String url;
    private final Properties driver = new Properties();

    /** A console's JDBC URL, such as {@code jdbc:postgresql://pooler:6432/pgbouncer}, and who may ask. */
    PoolerConsole(String url, String user, String password) {
        this.url = url;
        driver.setProperty("user", user);
        driver.setProperty("password", password);
        driver.setProperty("preferQueryMode", "simple");
        driver.setProperty("assumeMinServerVersion", "9.6");
        driver.setProperty("connectTimeout", "2");
        driver.setProperty("socketTimeout", "2");
    }

    List<PoolerPool> pools() throws SQLException {
        try (Connection console = new Driver().connect(url, driver)) {
            if (console == null) {
                throw new SQLException("not a URL of a pooler's console");
            }
            try (Statement statement = console.createStatement();
                    ResultSet row = statement.executeQuery("SHOW POOLS")) {
                List<PoolerPool> pools = new ArrayList<>();
                while (row.next() && pools.size() < MOST_POOLS) {
                    pools.add(new PoolerPool(
                            text(row, "database"),
                            text(row, "user"),
                            row.getLong("cl_active"),
                            row.getLong("cl_waiting"),
                            row.getLong("sv_active"),
                            row.getLong("sv_idle"),
                            row.getDouble("maxwait") + row.getDouble("maxwait_us") / MICROS));
                }
                return pools;
            }
        }
    }
}
