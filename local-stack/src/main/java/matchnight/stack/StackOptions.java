package matchnight.stack;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a stack consists of and where.
 *
 * @param services the services to start besides PostgreSQL and Kafka
 * @param jars programs that stand in for a service's own
 * @param pooler what stands between the services and PostgreSQL; null for nothing
 * @param progress is told, a line at a time, what has been reached
 */
public record StackOptions(
        StackHome home,
        StackPorts ports,
        Set<ServiceKind> services,
        Map<ServiceKind, Path> jars,
        @Nullable PgBouncerProgram pooler,
        Consumer<String> progress) {

    public StackOptions {
        services = Set.copyOf(services);
        jars = Map.copyOf(jars);
    }

    /** Everything, in the user's home, on the usual ports, in silence. */
    public static StackOptions standard() {
        return new StackOptions(
                StackHome.ofUser(),
                new StackPorts(StackPorts.DEFAULT_BASE),
                EnumSet.allOf(ServiceKind.class),
                Map.of(),
                null,
                _ -> {});
    }

    public StackOptions withHome(StackHome other) {
        return new StackOptions(other, ports, services, jars, pooler, progress);
    }

    public StackOptions withPorts(StackPorts other) {
        return new StackOptions(home, other, services, jars, pooler, progress);
    }

    public StackOptions withServices(Set<ServiceKind> other) {
        return new StackOptions(home, ports, other, jars, pooler, progress);
    }

    public StackOptions withJar(ServiceKind kind, Path jar) {
        Map<ServiceKind, Path> changed = new EnumMap<>(ServiceKind.class);
        changed.putAll(jars);
        changed.put(kind, jar);
        return new StackOptions(home, ports, services, changed, pooler, progress);
    }

    /** The same with a PgBouncer in transaction mode in front of PostgreSQL. */
    public StackOptions withPooler(PgBouncerProgram program) {
        return new StackOptions(home, ports, services, jars, program, progress);
    }

    Path jar(ServiceKind kind) {
        Path other = jars.get(kind);
        return other == null ? kind.jar() : other;
    }

    public StackOptions withProgress(Consumer<String> other) {
        return new StackOptions(home, ports, services, jars, pooler, other);
    }
}
