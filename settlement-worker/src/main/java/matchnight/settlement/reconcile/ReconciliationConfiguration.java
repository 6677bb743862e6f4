package matchnight.settlement.reconcile;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.settlement.kafka.KafkaClients;
import matchnight.settlement.schedule.RepeatedWork;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReconciliationSettings.class)
class ReconciliationConfiguration {

    private static final Duration READ_INTERVAL = Duration.ofSeconds(5);

    @Bean
    ReconciliationMetrics reconciliationMetrics(MeterRegistry registry) {
        return new ReconciliationMetrics(registry);
    }

    @Bean
    RepeatedWork reconciliation(
            @Qualifier("workerDataSource") DataSource worker,
            @Qualifier("readerDataSource") DataSource reader,
            KafkaClients clients,
            ReconciliationSettings settings,
            ReconciliationMetrics metrics,
            Clock clock,
            MeterRegistry registry) {
        Reconciliation reconciliation = assemble(
                worker,
                reader,
                clients,
                settings,
                metrics,
                clock,
                UUID.randomUUID().toString());
        return new RepeatedWork("reconciliation", settings.poll(), reconciliation::run, registry);
    }

    static Reconciliation assemble(
            DataSource worker,
            DataSource reader,
            KafkaClients clients,
            ReconciliationSettings settings,
            ReconciliationMetrics metrics,
            Clock clock,
            String workerName) {
        RunLease lease = new RunLease(worker, workerName, settings.lease());
        PlacementPressure pressure = new PlacementPressure(worker, settings.slowPlacement(), settings.longestPause());
        Slices accounts = new Slices(
                reader, pressure, new SliceSize(settings.accountsInSlice(), settings.sliceBudget()), metrics);
        Slices markets =
                new Slices(reader, pressure, new SliceSize(settings.marketsInSlice(), settings.sliceBudget()), metrics);
        return new Reconciliation(
                new Runs(worker, reader, lease, settings.mostIncidents()),
                lease,
                new ReconcileAccounts(reader, accounts, new AccountDrifts(settings.owner()), settings.blocksInPart()),
                new ReconcileSelections(reader, markets),
                new ReconcileEvents(new OutboxRows(reader), clients, pressure, settings, metrics, clock),
                new SweepPace(reader, accounts),
                settings,
                metrics,
                clock);
    }

    /** Reads for the gauges whoever reconciles, so that every worker shows the same. */
    @Bean
    RepeatedWork reconciliationReading(
            @Qualifier("readerDataSource") DataSource reader, ReconciliationMetrics metrics, MeterRegistry registry) {
        DriftReading drift = new DriftReading(reader);
        return new RepeatedWork("reconciliation-reading", READ_INTERVAL, () -> metrics.show(drift.read()), registry);
    }
}
