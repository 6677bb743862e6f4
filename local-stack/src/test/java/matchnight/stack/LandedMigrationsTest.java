package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build with a migration that a running database would refuse does not come to be. */
class LandedMigrationsTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void land() throws IOException {
        file("V1__one.sql", "SELECT 1");
        file("V5__five.sql", "SELECT 5");
        Files.writeString(directory.resolve("landed.sha256"), line("V1__one.sql") + line("V5__five.sql"));
    }

    private void file(String name, String sql) throws IOException {
        Files.writeString(directory.resolve(name), sql);
    }

    private String line(String name) throws IOException {
        return LandedMigrations.sha256(directory.resolve(name)) + "  " + name + "\n";
    }

    @Test
    void ourMigrationsAreInOrderAndWhatLandedIsUnchanged() throws IOException {
        assertThat(LandedMigrations.faults(Path.of("../db/migrations"))).isEmpty();
    }

    @Test
    void aFileAboveTheNewestThatLandedIsWelcome() throws IOException {
        file("V6__six.sql", "SELECT 6");
        assertThat(LandedMigrations.faults(directory)).isEmpty();
    }

    @Test
    void aFileBelowTheNewestThatLandedIsRefused() throws IOException {
        file("V4__four.sql", "SELECT 4");
        assertThat(LandedMigrations.faults(directory))
                .containsExactly("V4__four.sql is not above V5, which has landed: databases at V5 would refuse it");
    }

    @Test
    void aLandedFileThatChangedOrWentIsRefused() throws IOException {
        file("V1__one.sql", "SELECT 2");
        Files.delete(directory.resolve("V5__five.sql"));
        assertThat(LandedMigrations.faults(directory))
                .containsExactly(
                        "V1__one.sql has landed and was changed: write a new migration instead",
                        "V5__five.sql has landed and is missing");
    }

    @Test
    void twoFilesOfOneNumberAreRefused() throws IOException {
        file("V6__one.sql", "SELECT 6");
        file("V6__other.sql", "SELECT 6");
        assertThat(LandedMigrations.faults(directory)).containsExactly("V6__other.sql has the number of V6__one.sql");
    }
}
