package matchnight.bets.relay;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.barrier.RunningTransactions;
import matchnight.ledger.event.AccountEvent;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.outbox.EventType;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads the outbox in windows that are closed: every number in them is a committed row or will never be one.
 *
 * <p>To close a window, read the horizon, <em>then</em> note the writers that run, and wait until those have ended. Who
 * drew a number at or below the horizon was running when they were noted, or had ended before.
 */
final class OutboxReader {

    /** The roles that may insert into the outbox. Nobody else's transactions are waited for. */
    static final Set<String> WRITERS = Set.of("bet_api", "settlement_worker");

    // A sequence that was never drawn from shows its first number as its last.
    private static final String READ_HORIZON = """
            SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last_drawn_id,
                   (clock_timestamp() AT TIME ZONE 'UTC')::date AS read_on
              FROM outbox_id_seq
            """;

    // The days prune the partitions. A row takes its day before its number, and may be a transaction's length apart:
    // hence a day of room on both sides.
    private static final String READ_PAGE = """
            SELECT outbox_id, written_on, type, account_id, account_version, bet_id, settlement_version, written_at,
                   (SELECT currency FROM account WHERE account.account_id = outbox.account_id) AS currency,
                   clock_timestamp() AS read_at
              FROM outbox
             WHERE outbox_id > :afterId AND outbox_id <= :horizonId
               AND written_on BETWEEN :fromDay AND :toDay
             ORDER BY outbox_id
             LIMIT :pageRows
            """;

    private final DataSource dataSource;
    private final JdbcClient database;
    private final EventFacts facts;

    OutboxReader(DataSource dataSource) {
        this.dataSource = dataSource;
        this.database = JdbcClient.create(dataSource);
        this.facts = new EventFacts(database);
    }

    Horizon readHorizon() {
        return database.sql(READ_HORIZON)
                .query((row, number) ->
                        new Horizon(row.getLong("last_drawn_id"), row.getObject("read_on", LocalDate.class)))
                .single();
    }

    /** The writers that run now. Once they have ended, a window up to a horizon that was read before is closed. */
    RunningTransactions noteWriters() throws SQLException {
        return RunningTransactions.noteThoseRunningNow(dataSource, WRITERS);
    }

    /**
     * The next events of a closed window, in the order of their numbers.
     *
     * @throws IllegalArgumentException if the ledger does not hold what a row refers to
     */
    OutboxPage readPage(Position after, Horizon horizon, int pageRows) {
        List<OutboxRow> rows = database.sql(READ_PAGE)
                .param("afterId", after.lastOutboxId())
                .param("horizonId", horizon.lastDrawnId())
                .param("fromDay", after.lastWrittenOn().minusDays(1))
                .param("toDay", horizon.readOn().plusDays(1))
                .param("pageRows", pageRows)
                .query((row, number) -> readRow(row))
                .list();
        if (rows.isEmpty()) {
            return OutboxPage.empty(after.advancedTo(horizon.lastDrawnId(), horizon.readOn()));
        }
        List<AccountEvent> events = facts.join(rows);
        return new OutboxPage(rows, events, next(after, horizon, rows, pageRows));
    }

    private static Position next(Position after, Horizon horizon, List<OutboxRow> rows, int pageRows) {
        if (rows.size() < pageRows) {
            return after.advancedTo(horizon.lastDrawnId(), horizon.readOn());
        }
        return after.advancedTo(rows.getLast().outboxId(), rows.getLast().writtenOn());
    }

    private static OutboxRow readRow(ResultSet row) throws SQLException {
        return new OutboxRow(
                row.getLong("outbox_id"),
                row.getObject("written_on", LocalDate.class),
                EventType.valueOf(row.getString("type")),
                new AccountId(row.getString("account_id")),
                CurrencyCode.of(row.getString("currency")),
                row.getLong("account_version"),
                row.getObject("bet_id", UUID.class),
                row.getObject("settlement_version", Integer.class),
                instant(row, "written_at"),
                instant(row, "read_at"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** One row of the outbox: a reference to what happened. */
    record OutboxRow(
            long outboxId,
            LocalDate writtenOn,
            EventType type,
            AccountId accountId,
            CurrencyCode currency,
            long accountVersion,
            @Nullable UUID betId,
            @Nullable Integer settlementVersion,
            Instant writtenAt,
            Instant readAt) {}
}
