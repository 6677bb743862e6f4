package matchnight.stack.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import matchnight.stack.StackHome;
import matchnight.stack.StackPorts;
import matchnight.stack.StackStatus;
import matchnight.stack.process.Directories;
import matchnight.stack.process.JavaProgram;
import matchnight.stack.process.OwnSession;
import matchnight.stack.process.Pause;

/** Starts the stack in a process that outlives this one, and waits until it is ready or has failed. */
public final class DetachedStart {

    private static final long POLL_MILLIS = 100;

    private DetachedStart() {}

    /** Returns the exit code of the command: whether the home's stack became ready. */
    public static int run(StackHome home, StackPorts ports) {
        Path log = home.logs().resolve("stack.log");
        Process owner = start(ports, home, log);
        while (owner.isAlive()) {
            Optional<StackStatus> status = StackStatus.of(home).filter(StackStatus::ready);
            if (status.isPresent()) {
                System.out.print(read(log));
                System.out.println(StatusCommand.asText(status));
                return ExitCode.OK;
            }
            Pause.millis(POLL_MILLIS);
        }
        System.err.print(read(log));
        return ExitCode.FAILED;
    }

    private static Process start(StackPorts ports, StackHome home, Path log) {
        List<String> command = new ArrayList<>(OwnSession.PREFIX);
        command.addAll(
                List.of(JavaProgram.path().toString(), "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), StackCommand.class.getName()));
        command.addAll(List.of("up", "--port-base", Integer.toString(ports.base())));
        try {
            Directories.createPrivate(home.logs());
            ProcessBuilder owner = new ProcessBuilder(command)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            owner.environment().put(StackHome.VARIABLE, home.root().toString());
            return owner.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
