package matchnight.bets;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import matchnight.stack.TestDatabase;

/** Makes the rows that a placement needs, each test its own. */
public final class Catalogue {

    private final TestDatabase database;

    public Catalogue(TestDatabase database) {
        this.database = database;
    }

    /** An open market {@code H 2.50, A 11/4} of an event of its own, in the currency, with the limit in minor units. */
    public String market(String currency, long liabilityLimit) throws SQLException {
        String id = "m-" + UUID.randomUUID();
        execute("INSERT INTO event (event_id, name) VALUES (?, 'Home v Away')", "e-" + id);
        execute("""
                INSERT INTO market (market_id, event_id, name, starts_at, settle_by, owner, status, limit_currency,
                                    liability_limit, min_stake, max_stake)
                VALUES (?, 'e-' || ?, '1X2', now(), now() + interval '3 hours', 'football-desk', 'OPEN', ?, ?::bigint, 10,
                        1000000)
                """, id, id, currency, Long.toString(liabilityLimit));
        execute("""
                INSERT INTO selection (market_id, selection_id, ordinal, name, price, status)
                VALUES (?, 'H', 1, 'Home', '2.50', 'OPEN'), (?, 'A', 2, 'Away', '11/4', 'OPEN')
                """, id, id);
        return id;
    }

    /** An account whose balance has a deposit behind it, in minor units. */
    public String account(String currency, long available) throws SQLException {
        String id = "a-" + UUID.randomUUID();
        execute("""
                WITH opened AS (
                    INSERT INTO account (account_id, currency, available, version) VALUES (?, ?, ?::bigint, 1)
                    RETURNING account_id, available
                )
                INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change,
                                          available, reserved, transaction_id, happened_at, written_at)
                SELECT account_id, 1, (now() AT TIME ZONE 'UTC')::date, 'DEPOSIT', available, 0, available, 0, uuidv7(),
                       now(), now()
                  FROM opened
                """, id, currency, Long.toString(available));
        return id;
    }

    public void execute(String sql, String... parameters) throws SQLException {
        try (Connection connection = database.connectAsSuperuser();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            statement.execute();
        }
    }

    public long count(String sql, String... parameters) throws SQLException {
        try (Connection connection = database.connectAsSuperuser();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (var row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
