package matchnight.stack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The two services, and what each of them is told at its start. */
public enum ServiceKind {
    BET_API,
    SETTLEMENT_WORKER;

    /** Its name to people, and its module's directory. */
    public String label() {
        return switch (this) {
            case BET_API -> "bet-api";
            case SETTLEMENT_WORKER -> "settlement-worker";
        };
    }

    /** The roles whose passwords it needs. */
    public List<DatabaseRole> roles() {
        return switch (this) {
            case BET_API -> List.of(DatabaseRole.BET_API, DatabaseRole.READER, DatabaseRole.RELAY);
            case SETTLEMENT_WORKER ->
                List.of(DatabaseRole.SETTLEMENT_WORKER, DatabaseRole.MAINTENANCE, DatabaseRole.READER);
        };
    }

    /**
     * Options for its JVM, as its image has them but for the size of the heap. The worker spends its time in the database and
     * is busy for some minutes a night: what the second compiler and a concurrent collector would take meanwhile is more
     * than they would save it, and it is taken from placement.
     */
    List<String> jvmOptions() {
        return switch (this) {
            case BET_API -> List.of("-Xmx1g");
            case SETTLEMENT_WORKER -> List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        };
    }

    int port(StackPorts ports) {
        return switch (this) {
            case BET_API -> ports.betApi();
            case SETTLEMENT_WORKER -> ports.settlementWorker();
        };
    }

    /** The program that the build made, ready to be run with {@code java -jar}. */
    public Path jar() {
        Path jar = ProjectRoot.find().resolve(label()).resolve("target").resolve(label() + "-exec.jar");
        if (!Files.exists(jar)) {
            throw new StackFailure(label() + " is not built: " + jar + " is missing (mvn package, or ./matchnight up)");
        }
        return ExtractedJar.of(jar);
    }
}
