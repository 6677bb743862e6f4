package matchnight.bets.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Who leads, and for how long. */
class RelayLeaseTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final RelayRig rig = RelayRig.withTopic();

    @AfterEach
    void closeRig() {
        rig.close();
    }

    private RelayCursor cursorOf(String owner) {
        return new RelayCursor(rig.database.dataSource(DatabaseRole.RELAY), owner, LEASE);
    }

    @Test
    void aLeaseThatRunsIsRefusedToOthersAndFallsToThemWhenItHasRunOut() {
        RelayCursor first = cursorOf("first");
        RelayCursor second = cursorOf("second");
        RelayCursor.Term term = first.takeLeaseIfFree().orElseThrow();

        assertThat(second.takeLeaseIfFree()).isEmpty();
        assertThat(first.renew(term.lease()).endsWithin(LEASE.dividedBy(2))).isFalse();

        RelayCursor.Term next = await().atMost(LIMIT)
                .until(second::takeLeaseIfFree, java.util.Optional::isPresent)
                .orElseThrow();
        assertThat(next.lease().epoch()).isEqualTo(term.lease().epoch() + 1);
    }

    @Test
    void anOldEpochMovesNothing() {
        RelayCursor first = cursorOf("first");
        RelayCursor.Term old = first.takeLeaseIfFree().orElseThrow();
        first.free(old.lease());
        RelayCursor.Term current = cursorOf("second").takeLeaseIfFree().orElseThrow();
        Position further = old.position().advancedTo(7, old.position().lastWrittenOn());

        assertThatThrownBy(() -> first.advance(old.lease(), old.position(), further))
                .isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> first.renew(old.lease())).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> first.recordFailure(old.lease(), old.position(), further, "late"))
                .isInstanceOf(LeaseLostException.class);
        first.free(old.lease());

        cursorOf("second").advance(current.lease(), current.position(), further);
    }

    /** A killed process never frees its lease: here it is taken by an owner that is not there. */
    @Test
    void aKilledLeaderIsReplacedWhenItsLeaseRunsOut() throws Exception {
        RelayCursor.Term killed = cursorOf("killed").takeLeaseIfFree().orElseThrow();
        rig.startRelay();
        rig.ledger.openAccount("anna", "GBP");
        rig.ledger.deposit("anna", 1);

        assertThat(rig.cursor().epoch()).isEqualTo(killed.lease().epoch());
        await().atMost(LEASE.plusSeconds(2)).until(() -> rig.cursor().lastOutboxId() == 1);
        assertThat(rig.cursor().epoch()).isEqualTo(killed.lease().epoch() + 1);
    }

    @Test
    void aRelayThatStopsGivesTheLeaseBackAndAnotherLeadsAtOnce() throws Exception {
        EventRelay first = rig.startRelay();
        await().atMost(LIMIT).until(() -> rig.cursor().leased());
        EventRelay second = rig.startRelay();

        first.stop();

        assertThat(first.isRunning()).isFalse();
        rig.ledger.openAccount("anna", "GBP");
        rig.ledger.deposit("anna", 1);
        await().atMost(Duration.ofSeconds(2)).until(() -> rig.cursor().lastOutboxId() == 1);
        second.stop();
        assertThat(rig.cursor().leased()).isFalse();
    }

    @Test
    void aRelayThatIsSwitchedOffDoesNotStart() {
        EventRelay relay = rig.startRelay(settings -> bind("enabled", "false"));

        assertThat(relay.isRunning()).isFalse();
    }

    static Stream<Arguments> impossibleSettings() {
        return Stream.of(
                Arguments.of("lease", "3s", "lease must be at least"),
                Arguments.of("page-rows", "0", "page-rows must be 1 to 5000"),
                Arguments.of("delivery-timeout", "1s", "delivery-timeout must not be below"));
    }

    @ParameterizedTest
    @MethodSource("impossibleSettings")
    void settingsThatCouldDeliverAfterTheLeaseAreRefused(String name, String value, String complaint) {
        assertThatThrownBy(() -> bind(name, value)).rootCause().hasMessageContaining(complaint);
    }

    @Test
    void theDefaultsAreConsistent() {
        assertThat(bind("topic", "bet-events").leaseNeededForPage()).isLessThan(Duration.ofSeconds(6));
    }

    private static RelaySettings bind(String name, String value) {
        var source = new MapConfigurationPropertySource(java.util.Map.of("matchnight.relay." + name, value));
        return new Binder(List.of(source)).bindOrCreate("matchnight.relay", Bindable.of(RelaySettings.class));
    }
}
