package matchnight.settlement.intake;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.settlement.intake.RecordJudgement.Known;
import matchnight.settlement.intake.RecordJudgement.Place;
import matchnight.settlement.result.MarketResult;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads what judging records needs to know, without a lock. */
final class KnownResults {

    // Where a person decided for another content of the version, both count as known.
    private static final String READ_HASHES = """
            SELECT result_event.market_id, result_event.version, result_event.content_hash,
                   standing.content_hash AS standing_hash
              FROM unnest(?::text[], ?::bigint[]) AS asked (market_id, version)
              JOIN result_event USING (market_id, version)
              JOIN standing_result_event AS standing USING (market_id, version)
            """;

    private static final String READ_NEWEST = """
            SELECT market.market_id,
                   coalesce((SELECT max(version) FROM result_event
                              WHERE result_event.market_id = market.market_id), -1) AS version
              FROM market
             WHERE market.market_id = ANY (?)
            """;

    private static final String READ_SELECTIONS = """
            SELECT market_id, selection_id FROM selection WHERE market_id = ANY (?)
            """;

    private static final String FIND_DEAD_LETTERS = """
            SELECT topic, record_partition, record_offset
              FROM unnest(?::text[], ?::integer[], ?::bigint[]) AS asked (topic, record_partition, record_offset)
              JOIN dead_letter USING (topic, record_partition, record_offset)
            """;

    private final DataSource reader;

    KnownResults(DataSource reader) {
        this.reader = reader;
    }

    Known of(Collection<MarketResult> events) throws SQLException {
        if (events.isEmpty()) {
            return new Known(Map.of(), Map.of(), Map.of());
        }
        Object[] markets = events.stream()
                .map(event -> event.marketId().value())
                .distinct()
                .toArray();
        try (Connection connection = reader.getConnection()) {
            return new Known(
                    readHashes(connection, List.copyOf(events)),
                    readNewest(connection, markets),
                    readSelections(connection, markets));
        }
    }

    private static Map<Place, Set<String>> readHashes(Connection connection, List<MarketResult> events)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_HASHES)) {
            ColumnArrays.from(statement, 1, events)
                    .bind("text", event -> event.marketId().value())
                    .bind("bigint", MarketResult::version);
            try (ResultSet row = statement.executeQuery()) {
                Map<Place, Set<String>> hashes = new HashMap<>();
                while (row.next()) {
                    Place place = new Place(new MarketId(row.getString("market_id")), row.getLong("version"));
                    Set<String> ofPlace = hashes.computeIfAbsent(place, _ -> new HashSet<>());
                    ofPlace.add(HexFormat.of().formatHex(row.getBytes("content_hash")));
                    ofPlace.add(HexFormat.of().formatHex(row.getBytes("standing_hash")));
                }
                return hashes;
            }
        }
    }

    private static Map<MarketId, Long> readNewest(Connection connection, Object[] markets) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_NEWEST)) {
            statement.setArray(1, connection.createArrayOf("text", markets));
            try (ResultSet row = statement.executeQuery()) {
                Map<MarketId, Long> newest = new HashMap<>();
                while (row.next()) {
                    newest.put(new MarketId(row.getString("market_id")), row.getLong("version"));
                }
                return newest;
            }
        }
    }

    private static Map<MarketId, Set<SelectionId>> readSelections(Connection connection, Object[] markets)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_SELECTIONS)) {
            statement.setArray(1, connection.createArrayOf("text", markets));
            try (ResultSet row = statement.executeQuery()) {
                Map<MarketId, Set<SelectionId>> selections = new HashMap<>();
                while (row.next()) {
                    selections
                            .computeIfAbsent(new MarketId(row.getString("market_id")), _ -> new HashSet<>())
                            .add(new SelectionId(row.getString("selection_id")));
                }
                return selections;
            }
        }
    }

    /** Those of the records that are parked already, as partition and offset. */
    Set<String> parked(List<ConsumerRecord<byte[], byte[]>> records) throws SQLException {
        Set<String> parked = new HashSet<>();
        if (records.isEmpty()) {
            return parked;
        }
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(FIND_DEAD_LETTERS)) {
            ColumnArrays.from(statement, 1, records)
                    .bind("text", ConsumerRecord::topic)
                    .bind("integer", ConsumerRecord::partition)
                    .bind("bigint", ConsumerRecord::offset);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    parked.add(position(row.getInt("record_partition"), row.getLong("record_offset")));
                }
                return parked;
            }
        }
    }

    static String position(ConsumerRecord<?, ?> consumed) {
        return position(consumed.partition(), consumed.offset());
    }

    private static String position(int partition, long offset) {
        return partition + "@" + offset;
    }
}
