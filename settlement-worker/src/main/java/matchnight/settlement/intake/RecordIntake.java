package matchnight.settlement.intake;

import java.sql.SQLException;
import matchnight.settlement.intake.RecordStoring.Taken;
import matchnight.settlement.logging.BoundedLog;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.LoggerFactory;

/**
 * Takes one record in. When it returns, the record needs nothing more and its offset may move: its event is stored, or it
 * is a duplicate, an incident or a dead letter, or it waits in the database for its market.
 */
final class RecordIntake {

    private final RecordStoring storing;
    private final WaitingResults waiting;
    private final DeadLetters deadLetters;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(RecordIntake.class));

    RecordIntake(RecordStoring storing, WaitingResults waiting, DeadLetters deadLetters) {
        this.storing = storing;
        this.waiting = waiting;
        this.deadLetters = deadLetters;
    }

    /**
     * Takes the record in.
     *
     * @throws SQLException if the database could not serve: try again
     * @throws KafkaException if a dead letter was not acknowledged: try again
     */
    void take(ConsumerRecord<byte[], byte[]> consumed) throws SQLException {
        switch (storing.take(consumed, (_, event) -> event.store())) {
            case Taken.In _ -> {}
            case Taken.Early early -> await(consumed, early);
            case Taken.Hopeless(DeadLetter reason) -> deadLetters.park(consumed, reason);
        }
    }

    private void await(ConsumerRecord<byte[], byte[]> consumed, Taken.Early early) throws SQLException {
        if (waiting.isOff()) {
            deadLetters.park(consumed, early.reason());
            return;
        }
        waiting.add(consumed, early.marketId(), early.reason());
        log.warn("{} waits: {}", RecordPosition.of(consumed), early.reason().detail());
    }
}
