package matchnight.settlement.maintenance;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes detached tables out as compressed CSV with a header, a directory a day, and a manifest beside them with rows and
 * checksums. A file has its name only once it is whole and on the disk.
 */
final class DayArchive {

    private static final String READ_BLOCKS =
            "SELECT pg_relation_size(?::regclass) / current_setting('block_size')::bigint";

    private static final long BLOCKS_A_COPY = 16_384;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final DataSource maintenance;
    private final Path directory;

    DayArchive(DataSource maintenance, Path directory) {
        this.maintenance = maintenance;
        this.directory = directory;
    }

    /** Writes one table; a file of an earlier attempt is replaced. */
    ArchivedTable write(LocalDate day, String table) throws SQLException, IOException {
        Path file = dayDirectory(day).resolve(Detachment.partition(table, day) + ".csv.gz");
        Path unfinished = Files.createTempFile(file.getParent(), table, ".unfinished");
        try {
            long rows = copy(day, table, unfinished);
            force(unfinished);
            moveForGood(day, unfinished, file);
            return new ArchivedTable(
                    table, directory.relativize(file).toString(), rows, Files.size(file), sha256(file));
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Writes the manifest: what the day's files are called, how many rows each holds, and what they must hash to. */
    void writeManifest(LocalDate day, List<ArchivedTable> tables) throws IOException {
        Map<String, Object> manifest =
                new TreeMap<>(Map.of("day", day.toString(), "format", "csv.gz", "tables", tables));
        Path file = dayDirectory(day).resolve("manifest.json");
        Path unfinished = Files.createTempFile(file.getParent(), "manifest", ".unfinished");
        Files.writeString(unfinished, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(manifest) + "\n");
        force(unfinished);
        moveForGood(day, unfinished, file);
    }

    // A name is on the disk when its directory is; the table is dropped next.
    private void moveForGood(LocalDate day, Path unfinished, Path file) throws IOException {
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(dayDirectory(day));
        forceDirectory(directory);
    }

    private static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private Path dayDirectory(LocalDate day) throws IOException {
        return Files.createDirectories(directory.resolve(day.toString()));
    }

    private long copy(LocalDate day, String table, Path file) throws SQLException, IOException {
        String partition = Detachment.partition(table, day);
        try (Connection connection = maintenance.getConnection();
                OutputStream out = new BufferedOutputStream(
                        new GZIPOutputStream(Files.newOutputStream(file), BUFFER_BYTES), BUFFER_BYTES)) {
            CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
            long blocks = blocks(connection, partition);
            long rows = 0;
            for (long block = 0; block == 0 || block < blocks; block += BLOCKS_A_COPY) {
                rows += copies.copyOut(copyBlocks(partition, block), out);
            }
            return rows;
        }
    }

    // A copy of everything would run into the role's statement_timeout. Nobody writes to a detached table, so that
    // pages
    // of blocks add up to the table.
    private static String copyBlocks(String partition, long first) {
        return "COPY (SELECT * FROM %s WHERE ctid >= '(%d,0)' AND ctid < '(%d,0)') TO STDOUT (FORMAT csv, HEADER %s)"
                .formatted(partition, first, first + BLOCKS_A_COPY, first == 0);
    }

    private static long blocks(Connection connection, String partition) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_BLOCKS)) {
            statement.setString(1, partition);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream bytes =
                new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            bytes.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of()
                    .formatHex(((DigestInputStream) bytes).getMessageDigest().digest());
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
