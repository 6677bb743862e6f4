package matchnight.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a service is started.
 *
 * @param jar what {@code java -jar} runs
 * @param port the TCP port it listens on, on the loopback address
 * @param environment what it is told besides its port
 * @param jvmOptions options for its JVM
 * @param log where its output is appended
 */
public record ServiceLaunch(
        ServiceKind kind, Path jar, int port, Map<String, String> environment, List<String> jvmOptions, Path log) {

    public ServiceLaunch {
        environment = Map.copyOf(environment);
        jvmOptions = List.copyOf(jvmOptions);
    }

    /** A service's jar with everything it needs to know about a database, a broker and whose tokens to trust. */
    public static ServiceLaunch of(
            ServiceKind kind,
            Path jar,
            int port,
            String jdbcUrl,
            Passwords passwords,
            KafkaServer kafka,
            TokenIssuer tokens,
            Path log) {
        Map<String, String> environment = new HashMap<>();
        environment.put("MATCHNIGHT_DATABASE_URL", jdbcUrl);
        environment.put("MATCHNIGHT_KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
        environment.put(
                "MATCHNIGHT_TOKEN_PUBLIC_KEY_LOCATION",
                tokens.publicKeyLocation().toString());
        for (DatabaseRole role : kind.roles()) {
            environment.put(role.passwordVariable(), passwords.of(role));
        }
        return new ServiceLaunch(kind, jar, port, environment, kind.jvmOptions(), log);
    }

    /** The same with another variable: a changed setting, named as Spring reads it from the environment. */
    public ServiceLaunch with(String variable, String value) {
        Map<String, String> changed = new HashMap<>(environment);
        changed.put(variable, value);
        return new ServiceLaunch(kind, jar, port, changed, jvmOptions, log);
    }

    /** The same with more options for its JVM. */
    public ServiceLaunch withJvmOptions(String... more) {
        List<String> options = new ArrayList<>(jvmOptions);
        options.addAll(List.of(more));
        return new ServiceLaunch(kind, jar, port, environment, options, log);
    }
}
