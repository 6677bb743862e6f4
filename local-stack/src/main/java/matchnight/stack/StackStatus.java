package matchnight.stack;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import matchnight.stack.StackRecord.RecordedPart;

/**
 * Who runs in a home and how they are, asked now.
 *
 * @param ownerPid the process that started the others and stops them
 * @param ready whether all of them had started
 */
public record StackStatus(long ownerPid, boolean ready, int portBase, List<ServiceStatus> services) {

    /** How a process is: its answer is asked for, not remembered. */
    public enum Health {
        UP,
        DOWN
    }

    public record ServiceStatus(String name, String url, long pid, Health health) {}

    /** The status of the home's stack; nothing when none runs. */
    public static Optional<StackStatus> of(StackHome home) {
        return StackRecord.read(home.record())
                .filter(record -> record.owner().alive().isPresent())
                .map(StackStatus::ask);
    }

    public boolean isHealthy() {
        return ready && services.stream().allMatch(service -> service.health() == Health.UP);
    }

    private static StackStatus ask(StackRecord record) {
        List<ServiceStatus> services =
                record.services().parallelStream().map(StackStatus::ask).toList();
        return new StackStatus(record.owner().pid(), record.ready(), record.portBase(), services);
    }

    private static ServiceStatus ask(RecordedPart service) {
        boolean up = service.process().alive().isPresent() && answers(service.url());
        return new ServiceStatus(
                service.name(), service.url(), service.process().pid(), up ? Health.UP : Health.DOWN);
    }

    private static boolean answers(String url) {
        if (url.startsWith("http:")) {
            return HealthProbe.isReady(URI.create(url));
        }
        return HealthProbe.accepts(port(url));
    }

    private static int port(String url) {
        String plain = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : "kafka://" + url;
        return URI.create(plain).getPort();
    }
}
