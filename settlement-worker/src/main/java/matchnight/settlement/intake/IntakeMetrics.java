package matchnight.settlement.intake;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts what became of records, {@code result_events_total} by outcome and {@code result_dead_letters_total} by reason. */
final class IntakeMetrics {

    private final MeterRegistry registry;
    private final Counter stored;
    private final Counter older;
    private final Counter duplicates;
    private final Counter conflicts;
    private final Counter retries;

    IntakeMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.stored = events("stored");
        this.older = events("older");
        this.duplicates = events("duplicate");
        this.conflicts = events("conflict");
        this.retries = Counter.builder("result_intake_retries")
                .description("Attempts to take a record in that failed and were made again")
                .register(registry);
        // A series that is there from the start can be told from one that nobody writes.
        for (DeadLetter.Code code : DeadLetter.Code.values()) {
            deadLetters(code);
        }
    }

    private Counter events(String outcome) {
        return Counter.builder("result_events")
                .description("Result events taken in, by what became of them")
                .tag("outcome", outcome)
                .register(registry);
    }

    private Counter deadLetters(DeadLetter.Code code) {
        return Counter.builder("result_dead_letters")
                .description("Records that could not be applied and were parked, by reason")
                .tag("reason", code.name())
                .register(registry);
    }

    void stored(boolean isOlder) {
        (isOlder ? older : stored).increment();
    }

    void duplicate() {
        duplicates.increment();
    }

    void conflict() {
        conflicts.increment();
    }

    void deadLetter(DeadLetter.Code code) {
        deadLetters(code).increment();
    }

    void retry() {
        retries.increment();
    }
}
