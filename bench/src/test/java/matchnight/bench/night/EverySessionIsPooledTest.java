package matchnight.bench.night;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import matchnight.bench.night.EverySessionIsPooled.Session;
import matchnight.ledger.audit.Finding;
import org.junit.jupiter.api.Test;

class EverySessionIsPooledTest {

    private static final List<Session> SESSIONS =
            List.of(new Session("bet_api", 41_001), new Session("reader", 41_002));

    @Test
    void sessionsOnThePoolersPortsAreItsOwn() {
        Finding finding = EverySessionIsPooled.judge(SESSIONS, Set.of(41_001, 41_002, 41_003));
        assertThat(finding.ok()).isTrue();
        assertThat(finding.detail()).isEqualTo("2 sessions, each a connection of the pooler's");
    }

    @Test
    void aSessionThatWentAroundIsNamed() {
        Finding finding = EverySessionIsPooled.judge(SESSIONS, Set.of(41_001));
        assertThat(finding.ok()).isFalse();
        assertThat(finding.detail()).contains("a session of reader from port 41002 is none of the pooler's");
    }

    @Test
    void aDatabaseWithoutSessionsProvesNothing() {
        assertThat(EverySessionIsPooled.judge(List.of(), Set.of(41_001)).ok()).isFalse();
    }
}
