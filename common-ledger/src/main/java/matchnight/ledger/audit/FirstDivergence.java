package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The entry at which an account's history first stops adding up, for whoever has to look into it.
 *
 * @param version the entry's; 0 where the account has none
 * @param isMissing whether no such entry is stored
 * @param kind the entry's, null where it is missing
 * @param betId of the bet that it belongs to, if it does
 * @param writtenAt when it was written, null where it is missing
 * @param what in words
 */
public record FirstDivergence(
        long version,
        boolean isMissing,
        @Nullable String kind,
        @Nullable UUID betId,
        @Nullable Instant writtenAt,
        String what) {

    private static final String READ_ENTRY = """
            SELECT kind, bet_id, written_at
              FROM ledger_entry
             WHERE account_id = ?
               AND version = ?
             ORDER BY kind = 'CARRIED_FORWARD'
             LIMIT 1
            """;

    private static final String READ_NEWEST_VERSION =
            "SELECT coalesce(max(version), 0) FROM ledger_entry WHERE account_id = ?";

    // What a bet has reserved by its entries, against its stake while it is open. Those of retired days and of the day
    // behind one may have lost entries, and are settled.
    private static final String FIND_FIRST_BET = """
            WITH held AS (
                SELECT bet_id, min(version) AS version, sum(reserved_change) AS reserved
                  FROM ledger_entry
                 WHERE account_id = ?
                   AND bet_id IS NOT NULL
                 GROUP BY bet_id
            ), open AS (
                SELECT bet.bet_id, bet.stake
                  FROM bet
                 WHERE bet.account_id = ?
                   AND coalesce((SELECT kind = 'REOPENED'
                                   FROM bet_settlement
                                  WHERE bet_settlement.bet_id = bet.bet_id
                                  ORDER BY version DESC
                                  LIMIT 1), true)
            )
            SELECT coalesce(held.bet_id, open.bet_id) AS bet_id, coalesce(held.version, 0) AS version,
                   coalesce(held.reserved, 0) AS reserved, coalesce(open.stake, 0) AS stake
              FROM held
              FULL JOIN open ON open.bet_id = held.bet_id
             WHERE coalesce(held.reserved, 0) <> coalesce(open.stake, 0)
               AND uuidv7_day(coalesce(held.bet_id, open.bet_id)) NOT IN (SELECT day FROM retirement)
               AND uuidv7_day(coalesce(held.bet_id, open.bet_id)) + 1 NOT IN (SELECT day FROM retirement)
             ORDER BY version, bet_id
             LIMIT 1
            """;

    /** Of an account whose balance is not what its entries say: the first break, or the newest entry where there is none. */
    public static FirstDivergence ofBalance(Connection connection, String accountId) throws SQLException {
        AccountSlice whole = new AccountSlice(List.of(accountId), null);
        List<EntriesContinueOneAnother.Break> breaks =
                EntriesContinueOneAnother.among(connection, whole).found();
        return breaks.isEmpty()
                ? newestEntry(connection, accountId)
                : at(
                        connection,
                        accountId,
                        breaks.getFirst().version(),
                        breaks.getFirst().what());
    }

    /** Of an account that has something else reserved than its open bets staked: the first bet's that does not fit. */
    public static FirstDivergence ofReserved(Connection connection, String accountId) throws SQLException {
        Optional<FirstDivergence> ofBet = firstBet(connection, accountId);
        return ofBet.isPresent() ? ofBet.get() : ofBalance(connection, accountId);
    }

    private static FirstDivergence newestEntry(Connection connection, String accountId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_NEWEST_VERSION)) {
            statement.setString(1, accountId);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                long version = row.getLong(1);
                return at(
                        connection,
                        accountId,
                        version,
                        "the entries continue one another up to entry " + version
                                + ", the newest, whose balances the account does not have");
            }
        }
    }

    private static Optional<FirstDivergence> firstBet(Connection connection, String accountId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND_FIRST_BET)) {
            statement.setString(1, accountId);
            statement.setString(2, accountId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                String what = "the entries of bet %s have reserved %d, what it staked and is open is %d"
                        .formatted(row.getString("bet_id"), row.getLong("reserved"), row.getLong("stake"));
                FirstDivergence entry = at(connection, accountId, row.getLong("version"), what);
                return Optional.of(new FirstDivergence(
                        entry.version,
                        entry.isMissing,
                        entry.kind,
                        row.getObject("bet_id", UUID.class),
                        entry.writtenAt,
                        what));
            }
        }
    }

    private static FirstDivergence at(Connection connection, String accountId, long version, String what)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_ENTRY)) {
            statement.setString(1, accountId);
            statement.setLong(2, version);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return new FirstDivergence(version, true, null, null, null, what);
                }
                return new FirstDivergence(
                        version,
                        false,
                        row.getString("kind"),
                        row.getObject("bet_id", UUID.class),
                        row.getObject("written_at", OffsetDateTime.class).toInstant(),
                        what);
            }
        }
    }
}
