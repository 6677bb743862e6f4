package matchnight.settlement.intake;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import matchnight.ledger.market.SelectionId;
import matchnight.settlement.database.Refusal;
import matchnight.settlement.intake.DeadLetter.Code;
import matchnight.settlement.logging.BoundedLog;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.Reading;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Takes one record in. When it returns, the record needs nothing more and its offset may move: its event is stored, or it
 * is a duplicate, an incident or a dead letter.
 */
final class RecordIntake {

    private final Function<byte @Nullable [], Reading> reader;
    private final ResultStorage storage;
    private final DeadLetters deadLetters;
    private final IntakeMetrics metrics;
    private final Runnable whenStored;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(RecordIntake.class));

    /**
     * @param reader reads a record's value
     * @param whenStored called after an event was committed
     */
    RecordIntake(
            Function<byte @Nullable [], Reading> reader,
            ResultStorage storage,
            DeadLetters deadLetters,
            IntakeMetrics metrics,
            Runnable whenStored) {
        this.reader = reader;
        this.storage = storage;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
        this.whenStored = whenStored;
    }

    /**
     * Takes the record in.
     *
     * @throws SQLException if the database could not serve: try again
     * @throws KafkaException if a dead letter was not acknowledged: try again
     */
    void take(ConsumerRecord<byte[], byte[]> consumed) throws SQLException {
        Reading reading;
        try {
            reading = reader.apply(consumed.value());
        } catch (RuntimeException bug) {
            log.warn("Reading {} failed unexpectedly", RecordPosition.of(consumed), bug);
            park(
                    consumed,
                    new DeadLetter(Code.UNEXPECTED_FAILURE, bug.getClass().getSimpleName()));
            return;
        }
        switch (reading) {
            case Reading.Invalid invalid -> park(consumed, DeadLetter.of(invalid));
            case Reading.Valid(MarketResult event) -> takeEvent(consumed, event);
        }
    }

    private void takeEvent(ConsumerRecord<byte[], byte[]> consumed, MarketResult event) throws SQLException {
        if (!Arrays.equals(consumed.key(), event.marketId().value().getBytes(StandardCharsets.UTF_8))) {
            park(consumed, new DeadLetter(Code.KEY_IS_NOT_THE_MARKET, "the record's key is not its marketId"));
            return;
        }
        switch (store(consumed, event)) {
            case Attempt.Done(IntakeOutcome outcome) -> conclude(consumed, event, outcome);
            case Attempt.Hopeless(DeadLetter reason) -> park(consumed, reason);
        }
    }

    private sealed interface Attempt {

        record Done(IntakeOutcome outcome) implements Attempt {}

        /** Trying again would end the same way, for ever and in front of every other record. */
        record Hopeless(DeadLetter reason) implements Attempt {}
    }

    private Attempt store(ConsumerRecord<byte[], byte[]> consumed, MarketResult event) throws SQLException {
        try {
            return new Attempt.Done(storage.store(event, RecordPosition.of(consumed)));
        } catch (SQLException failure) {
            if (!Refusal.isForGood(failure)) {
                throw failure;
            }
            return new Attempt.Hopeless(
                    new DeadLetter(Code.REFUSED_BY_DATABASE, "the database refuses it: " + failure.getSQLState()));
        } catch (RuntimeException bug) {
            log.warn("Storing {} failed unexpectedly", RecordPosition.of(consumed), bug);
            return new Attempt.Hopeless(
                    new DeadLetter(Code.UNEXPECTED_FAILURE, bug.getClass().getSimpleName()));
        }
    }

    private void conclude(ConsumerRecord<byte[], byte[]> consumed, MarketResult event, IntakeOutcome outcome)
            throws SQLException {
        switch (outcome) {
            case IntakeOutcome.Stored(boolean older) -> {
                metrics.stored(older);
                whenStored.run();
            }
            case IntakeOutcome.Duplicate _ -> metrics.duplicate();
            case IntakeOutcome.Conflict _ -> {
                metrics.conflict();
                log.warn(
                        "{}: market {} has another event of version {}; it waits for a person",
                        RecordPosition.of(consumed),
                        event.marketId(),
                        event.version());
            }
            case IntakeOutcome.UnknownMarket(var marketId) ->
                park(consumed, new DeadLetter(Code.UNKNOWN_MARKET, "there is no market " + marketId));
            case IntakeOutcome.UnknownSelections(var marketId, var selections) ->
                park(
                        consumed,
                        new DeadLetter(
                                Code.UNKNOWN_SELECTION,
                                "market " + marketId + " has no selection "
                                        + selections.stream()
                                                .map(SelectionId::value)
                                                .collect(Collectors.joining(", "))));
        }
    }

    private void park(ConsumerRecord<byte[], byte[]> consumed, DeadLetter reason) throws SQLException {
        deadLetters.park(consumed, reason);
        metrics.deadLetter(reason.code());
        log.warn("{} is a dead letter, {}: {}", RecordPosition.of(consumed), reason.code(), reason.detail());
    }
}
