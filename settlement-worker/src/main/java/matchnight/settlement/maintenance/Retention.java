package matchnight.settlement.maintenance;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Retires days that are due: by itself in the quiet hours, where {@code matchnight.retention.days} is set, and when a person
 * wants it. One day after the other, on a thread of its own. A day that is refused stays and is looked at again by the next
 * run; it keeps none behind it waiting.
 */
@Component
@EnableConfigurationProperties(RetentionSettings.class)
public final class Retention implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final Duration INTERVAL = Duration.ofMinutes(15);
    private static final String BY_SCHEDULE = "schedule";
    private static final int FEWEST_DAYS = 2;

    private final Retirements retirements;
    private final RetireDay retireDay;
    private final RetentionSettings settings;
    private final Clock clock;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("retention").daemon().factory());
    private volatile double oldestDayAgeDays = Double.NaN;
    private volatile int refusedDays;
    private volatile boolean running;

    Retention(
            @Qualifier("maintenanceDataSource") DataSource maintenance,
            RetentionSettings settings,
            Clock clock,
            MeterRegistry registry) {
        this.retirements = new Retirements(maintenance);
        DayArchive archive =
                settings.archiveDirectory() == null ? null : new DayArchive(maintenance, settings.archiveDirectory());
        this.retireDay = new RetireDay(maintenance, archive, UUID.randomUUID().toString());
        this.settings = settings;
        this.clock = clock;
        Gauge.builder("retention_oldest_day_age_days", this, retention -> retention.oldestDayAgeDays)
                .description("Age of the oldest day that the database still holds")
                .strongReference(true)
                .register(registry);
        Gauge.builder("retention_refused", this, retention -> retention.refusedDays)
                .description("Days that were due and could not be retired, as of the newest look")
                .strongReference(true)
                .register(registry);
    }

    /** The newest day that may be retired at all, whoever wants it. */
    public LocalDate newestRetirable() throws SQLException {
        return retirements.today().minusDays(FEWEST_DAYS);
    }

    /** Whether history is ever due by itself. */
    public boolean isScheduled() {
        return settings.days() != null;
    }

    /** Days that are due now, the oldest first, each with what is in its way; none where none is ever due. */
    public List<DayOutlook> due() throws SQLException {
        List<DayOutlook> outlooks = new ArrayList<>();
        for (LocalDate day : dueDays()) {
            outlooks.add(outlook(day));
        }
        return outlooks;
    }

    /** One day and what is in its way. */
    public DayOutlook outlook(LocalDate day) throws SQLException {
        return new DayOutlook(day, retirements.hasBegun(day), retirements.obstacles(day));
    }

    /**
     * Whether the day still has a partition, or a retirement that has not ended.
     *
     * @param day {@link #newestRetirable} at most
     */
    public boolean stands(LocalDate day) throws SQLException {
        return retirements.daysBefore(day.plusDays(1)).contains(day);
    }

    /** Retires these days as soon as what runs now has ended. */
    public void begin(List<LocalDate> days, String actor) {
        List<LocalDate> inOrder = days.stream().sorted().toList();
        executor.execute(() -> runAll(inOrder, actor));
    }

    private List<LocalDate> dueDays() throws SQLException {
        Integer days = settings.days();
        return days == null
                ? List.of()
                : retirements.daysBefore(retirements.today().minusDays(days));
    }

    // What is thrown out of here would end the schedule.
    private void lookAndRun() {
        try {
            oldestDayAgeDays = retirements.oldestDayAgeDays();
            if (settings.isQuiet(LocalTime.now(clock.withZone(ZoneOffset.UTC)))) {
                runDue();
            }
        } catch (SQLException | RuntimeException failure) {
            LOG.error("Retention could not look at the days that are due: {}", failure.toString());
        }
    }

    private void runDue() throws SQLException {
        int refused = 0;
        int retired = 0;
        for (LocalDate day : dueDays()) {
            if (retired == settings.mostDaysARun() || !running) {
                break;
            }
            switch (run(day, BY_SCHEDULE)) {
                case RetireOutcome.Refused _ -> refused++;
                case RetireOutcome.Retired _ -> retired++;
                case RetireOutcome.InOtherHands _ -> {}
                case null -> {}
            }
        }
        refusedDays = refused;
        oldestDayAgeDays = retirements.oldestDayAgeDays();
    }

    private void runAll(List<LocalDate> days, String actor) {
        for (LocalDate day : days) {
            if (running) {
                var _ = run(day, actor);
            }
        }
    }

    /** Null where it failed: the next run goes on with it. */
    private @Nullable RetireOutcome run(LocalDate day, String actor) {
        try {
            RetireOutcome outcome = retireDay.retire(day, actor);
            switch (outcome) {
                case RetireOutcome.Retired(long accounts) ->
                    LOG.info("{} is retired, with the balances of {} accounts carried forward", day, accounts);
                case RetireOutcome.Refused(var obstacles) -> LOG.warn("{} cannot be retired: {}", day, obstacles);
                case RetireOutcome.InOtherHands _ -> LOG.info("{} is being retired by another worker", day);
            }
            return outcome;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (SQLException | IOException | RuntimeException failure) {
            LOG.error("The retirement of {} did not end, the next run goes on with it: {}", day, failure.toString());
        }
        return null;
    }

    @Override
    public void start() {
        running = true;
        try {
            var _ = executor.scheduleWithFixedDelay(this::lookAndRun, 1, INTERVAL.toSeconds(), TimeUnit.SECONDS);
        } catch (RejectedExecutionException stopped) {
            running = false;
        }
    }

    @Override
    public void stop() {
        running = false;
        executor.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
