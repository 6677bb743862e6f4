package matchnight.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import matchnight.bench.product.ProductException;
import matchnight.stack.cli.UsageError;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run of a benchmark in the form of {@code bench --json}.
 *
 * @param ok whether it ran to its end and every check held; a target that was missed does not make it false
 * @param parameters what the run was told and what it ran with, in the order of writing
 * @param checks what had to be true of the run for its figures to count
 */
public record BenchReport(
        String name,
        boolean ok,
        Instant startedAt,
        Machine machine,
        Map<String, Object> parameters,
        List<Result> results,
        List<Check> checks) {

    /** A report whose {@code ok} follows from its checks. */
    public static BenchReport of(
            String name,
            Instant startedAt,
            Machine machine,
            Map<String, Object> parameters,
            List<Result> results,
            List<Check> checks) {
        boolean ok = !checks.isEmpty() && checks.stream().allMatch(Check::ok);
        return new BenchReport(name, ok, startedAt, machine, parameters, results, checks);
    }

    public String json() {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(this);
    }

    /** The file that a report is to be written to, looked at before the run: minutes must not be lost to a misspelt name. */
    public static Path writable(String name) {
        Path file = Path.of(name).toAbsolutePath();
        Path directory = file.getParent();
        if (Files.isDirectory(file) || directory == null || !Files.isDirectory(directory)) {
            throw new UsageError("--json " + name + ": there is no such directory, or it is one");
        }
        return file;
    }

    public void write(Path file) {
        try {
            Files.writeString(file, json() + "\n");
        } catch (IOException unwritable) {
            throw new ProductException("Cannot write " + file, unwritable);
        }
    }
}
