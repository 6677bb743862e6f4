package matchnight.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchCommandTest {

    @ParameterizedTest
    @CsvSource({
        "'', no command given",
        "party, unknown command: party",
        "demo --fast, unknown option: --fast",
        "demo now, unexpected argument: now",
        "demo --night, --night needs a value",
        "demo --json /no/such/directory/x.json, --json /no/such/directory/x.json: there is no such directory",
        "demo --pooler --keep, --pooler: that stack cannot be kept",
        "bench knee, there is no benchmark named knee",
        "lab seats, there is no experiment named seats",
        "bench placement b, unexpected argument: b",
        "bench placement --only speed, --only speed: the scenarios are rate",
        "bench placement-at-size --bets none, --bets none: a number from 1 to 50000000",
        "bench placement-at-size --bets 0, --bets 0: a number from 1 to 50000000",
        "bench placement-at-size --only rate, unknown option: --only",
        "bench settlement --only speed, --only speed: the scenarios are beside-placement",
        "bench settlement --bets many, --bets many: numbers from 1 to 5000000",
        "bench settlement now, unexpected argument: now",
        "bench burst --bets 5, unknown option: --bets",
        "bench burst --markets 0, --markets 0: a number from 1 to 1000",
        "bench --quick, unknown option: --quick",
        "look now, unexpected argument: now",
        "bench --json x.json placement, the name comes before the options: placement",
    })
    void wrongUseIsNamedAndExitsWithTwo(String words, String expected) {
        Ran ran = run(words.isEmpty() ? List.of() : List.of(words.split(" ")));
        assertThat(ran.exitCode).isEqualTo(2);
        assertThat(ran.errors).contains("matchnight: " + expected).contains("usage: matchnight demo");
    }

    @Test
    void aBrokenNightIsNamedBeforeAnythingStarts(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("night.json");
        Files.writeString(file, "{\n \"label\": \"x\",\n \"currency\": \"GBP\", \"events\": [{}]}");
        Ran ran = run(List.of("demo", "--night", file.toString()));
        assertThat(ran.exitCode).isEqualTo(2);
        assertThat(ran.errors).contains("night.json:3:32: events[0] lacks \"event\"");
        assertThat(ran.output).isEmpty();
    }

    @Test
    void listsNameWhatThereIsInOneLineEach() {
        Ran listed = run(List.of("bench"));
        assertThat(listed.exitCode).isZero();
        assertThat(listed.output.lines()).hasSize(4);
        assertThat(listed.output)
                .startsWith("placement ")
                .contains("\nplacement-at-size ", "\nsettlement ", "\nburst ");
        assertThat(run(List.of("lab")).output).contains("There is no experiment yet.");
    }

    private record Ran(int exitCode, String output, String errors) {}

    private static Ran run(List<String> words) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        PrintStream usualOutput = System.out;
        PrintStream usualErrors = System.err;
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            int exitCode = BenchCommand.run(words);
            return new Ran(exitCode, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(usualOutput);
            System.setErr(usualErrors);
        }
    }
}
