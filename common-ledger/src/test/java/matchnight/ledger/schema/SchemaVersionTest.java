package matchnight.ledger.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SchemaVersionTest {

    @Test
    void requiresTheNewestMigration() throws IOException {
        try (var files = Files.list(Path.of("..", "db", "migrations"))) {
            int newest = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("V"))
                    .mapToInt(name -> Integer.parseInt(name.substring(1, name.indexOf("__"))))
                    .max()
                    .orElseThrow();
            assertThat(SchemaVersion.required()).isEqualTo(Integer.toString(newest));
        }
    }
}
