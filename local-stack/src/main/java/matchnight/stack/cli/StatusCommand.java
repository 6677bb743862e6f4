package matchnight.stack.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import matchnight.stack.StackHome;
import matchnight.stack.StackStatus;
import matchnight.stack.StackStatus.ServiceStatus;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code status}: who runs, where, and how they are. */
final class StatusCommand {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private StatusCommand() {}

    static int run(List<String> words) {
        boolean json = Arguments.read(words, Set.of("json"), Set.of())
                .withoutOperands()
                .has("json");
        Optional<StackStatus> status = StackStatus.of(StackHome.ofUser());
        System.out.println(json ? asJson(status) : asText(status));
        return status.filter(StackStatus::isHealthy).isPresent() ? ExitCode.OK : ExitCode.NOT_RUNNING;
    }

    static String asText(Optional<StackStatus> status) {
        return status.map(StatusCommand::table).orElse("Nothing is running.");
    }

    private static String asJson(Optional<StackStatus> status) {
        List<ServiceStatus> services = status.map(StackStatus::services).orElse(List.of());
        return JSON.writeValueAsString(Map.of("services", services));
    }

    private static String table(StackStatus status) {
        StringBuilder text = new StringBuilder(status.ready() ? "Running" : "Starting");
        text.append(" (process ").append(status.ownerPid()).append("):");
        for (ServiceStatus service : status.services()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n  %-18s %-4s  pid %-8d %s",
                    service.name(),
                    service.health(),
                    service.pid(),
                    service.url()));
        }
        return text.toString();
    }
}
