package matchnight.stack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardedProcessTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void theProcessIsTheProgramItself() throws Exception {
        try (GuardedProcess process = start("echo $$; exec sleep 60", Duration.ofSeconds(5))) {
            awaitLog("" + process.pid());
        }
    }

    @Test
    void stoppingAsksFirst() throws Exception {
        GuardedProcess process =
                start("trap 'echo asked; exit 7' TERM; echo up; while :; do sleep 0.1; done", Duration.ofSeconds(5));
        awaitLog("up");
        process.stop();
        assertThat(process.onExit().get()).isEqualTo(7);
        assertThat(log()).contains("asked");
    }

    @Test
    void whoDoesNotListenIsKilled() throws Exception {
        GuardedProcess process = start("trap '' TERM; echo up; while :; do sleep 0.1; done", Duration.ofMillis(300));
        awaitLog("up");
        process.stop();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void aFrozenProcessCanBeStopped() throws Exception {
        GuardedProcess process = start("echo up; exec sleep 60", Duration.ofSeconds(5));
        awaitLog("up");
        process.signal("STOP");
        process.stop();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void aProgramThatEndsByItselfKeepsItsDirectory() throws Exception {
        GuardedProcess process = start("echo up", Duration.ofSeconds(5));
        assertThat(process.onExit().get()).isZero();
        Thread.sleep(500);
        assertThat(log()).isEqualTo("up\n");
    }

    private GuardedProcess start(String script, Duration stopTimeout) {
        return GuardedProcess.start(new GuardedLaunch(
                "test",
                List.of("/bin/sh", "-c", script),
                Map.of(),
                directory.resolve("log"),
                "TERM",
                stopTimeout,
                null));
    }

    private void awaitLog(String text) {
        org.awaitility.Awaitility.await().until(() -> log().contains(text));
    }

    private String log() throws Exception {
        Path file = directory.resolve("log");
        return Files.exists(file) ? Files.readString(file) : "";
    }
}
