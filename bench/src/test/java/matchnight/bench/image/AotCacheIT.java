package matchnight.bench.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import matchnight.stack.AotCache;
import matchnight.stack.ServiceKind;
import matchnight.stack.ServiceProcess;
import matchnight.stack.TestDatabase;
import matchnight.stack.TokenIssuer;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the launcher records after a build is what the local stack's services start with. */
class AotCacheIT {

    @ParameterizedTest
    @EnumSource(ServiceKind.class)
    void aServiceStartsFromWhatWasRecordedForItsBuild(ServiceKind kind) {
        Path program = kind.jar();
        AotCache.make(program);
        List<String> options = AotCache.options(program);
        assertThat(options).hasSize(1);
        try (TestDatabase database = SharedServers.postgres().createMigratedDatabase();
                ServiceProcess service = ServiceProcess.start(
                        ServiceProcess.launch(kind, database, SharedServers.kafka(), TokenIssuer.temporary())
                                // A JVM that cannot use it does not start.
                                .withJvmOptions(options.getFirst(), "-XX:AOTMode=on"))) {
            assertThat(service.awaitReady().isReady()).isTrue();
        }
    }
}
