package matchnight.settlement.intake;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.function.Function;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.database.Refusal;
import matchnight.settlement.intake.DeadLetter.Code;
import matchnight.settlement.intake.ResultStorage.Surrounding;
import matchnight.settlement.logging.BoundedLog;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.Reading;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Reads a record and stores its event: the one way in, whether the record comes from the topic, has waited for its market,
 * or was a dead letter that a person tries again.
 */
final class RecordStoring {

    private final Function<byte @Nullable [], Reading> reader;
    private final ResultStorage storage;
    private final IntakeMetrics metrics;
    private final Runnable whenStored;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(RecordStoring.class));

    /**
     * @param reader reads a record's value
     * @param whenStored called after an event was committed
     */
    RecordStoring(
            Function<byte @Nullable [], Reading> reader,
            ResultStorage storage,
            IntakeMetrics metrics,
            Runnable whenStored) {
        this.reader = reader;
        this.storage = storage;
        this.metrics = metrics;
        this.whenStored = whenStored;
    }

    /** What came of a record. */
    sealed interface Taken {

        /** It needs nothing more: stored, a duplicate, an incident, or in somebody else's hands. */
        record In(IntakeOutcome outcome) implements Taken {}

        /** Its market, or a selection, is not in the catalogue. Nothing was written. */
        record Early(MarketId marketId, DeadLetter reason) implements Taken {}

        /** Trying again would end the same way, for ever and in front of every other record. Nothing was written. */
        record Hopeless(DeadLetter reason) implements Taken {}
    }

    /**
     * Takes the record in.
     *
     * @param surrounding what else the transaction does that stores its event
     * @throws SQLException if the database could not serve: try again
     */
    Taken take(ConsumerRecord<byte[], byte[]> received, Surrounding surrounding) throws SQLException {
        Reading reading;
        try {
            reading = reader.apply(received.value());
        } catch (RuntimeException bug) {
            log.warn("Reading {} failed unexpectedly", RecordPosition.of(received), bug);
            return unexpected(bug);
        }
        return switch (reading) {
            case Reading.Invalid invalid -> new Taken.Hopeless(DeadLetter.of(invalid));
            case Reading.Valid(MarketResult event) -> takeEvent(received, event, surrounding);
        };
    }

    private static Taken unexpected(RuntimeException bug) {
        return new Taken.Hopeless(
                new DeadLetter(Code.UNEXPECTED_FAILURE, bug.getClass().getSimpleName()));
    }

    private Taken takeEvent(ConsumerRecord<byte[], byte[]> received, MarketResult event, Surrounding surrounding)
            throws SQLException {
        if (!Arrays.equals(received.key(), event.marketId().value().getBytes(StandardCharsets.UTF_8))) {
            return new Taken.Hopeless(
                    new DeadLetter(Code.KEY_IS_NOT_THE_MARKET, "the record's key is not its marketId"));
        }
        try {
            return conclude(received, event, storage.store(event, RecordPosition.of(received), surrounding));
        } catch (SQLException failure) {
            if (!Refusal.isForGood(failure)) {
                throw failure;
            }
            return new Taken.Hopeless(
                    new DeadLetter(Code.REFUSED_BY_DATABASE, "the database refuses it: " + failure.getSQLState()));
        } catch (RuntimeException bug) {
            log.warn("Storing {} failed unexpectedly", RecordPosition.of(received), bug);
            return unexpected(bug);
        }
    }

    private Taken conclude(ConsumerRecord<byte[], byte[]> received, MarketResult event, IntakeOutcome outcome) {
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
                        RecordPosition.of(received),
                        event.marketId(),
                        event.version());
            }
            case IntakeOutcome.InOtherHands _ -> {}
            case IntakeOutcome.UnknownMarket unknown -> {
                return new Taken.Early(event.marketId(), DeadLetter.of(unknown));
            }
            case IntakeOutcome.UnknownSelections unknown -> {
                return new Taken.Early(event.marketId(), DeadLetter.of(unknown));
            }
        }
        return new Taken.In(outcome);
    }
}
