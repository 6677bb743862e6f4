package matchnight.settlement.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.intake.StoredResults;
import matchnight.settlement.testing.Events;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.settlement.testing.World.Placed;
import org.junit.jupiter.api.Test;

/** A lane lives as long as its service, whatever is thrown at it. */
class SettlementLanesTest {

    @Test
    void aLaneOutlivesErrorsWhereverTheyAreThrownAndSettles() throws Exception {
        try (World world = World.create()) {
            MarketId market = world.market("m", "H");
            AccountId punter = world.account("punter", "GBP", 10_00);
            world.place(Placed.single(punter, market, "H", "2.50", 10_00));
            StoredResults.store(world, Events.result(market, 1, "H WON"));
            AtomicInteger calls = new AtomicInteger();
            Worker worker = new Worker("worker", failingAtFirst(world.worker(), calls), 5, Duration.ofMillis(200));
            var signal = new WorkSignal();
            var registry = new SimpleMeterRegistry();
            var lanes = new SettlementLanes(1, worker::lane, signal, registry);

            lanes.start();

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(world.balances(punter)).isEqualTo(new Balances(25_00, 0)));
            assertThat(calls).hasValueGreaterThan(6);
            assertThat(registry.get("settlement_lanes_alive").gauge().value()).isEqualTo(1);
            lanes.stop();
            assertThat(registry.get("settlement_lanes_alive").gauge().value()).isZero();
        }
    }

    /** Two of three of the first calls fail with an Error: claiming, working and putting off all meet one. */
    private static DataSource failingAtFirst(DataSource healthy, AtomicInteger calls) {
        return (DataSource) Proxy.newProxyInstance(
                SettlementLanesTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (_, method, arguments) -> {
                    int call = calls.incrementAndGet();
                    if (call <= 6 && call % 3 != 2) {
                        throw new NoClassDefFoundError("call " + call);
                    }
                    try {
                        return method.invoke(healthy, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
