package matchnight.settlement.intake;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.audit.AuditLog;
import matchnight.settlement.intake.RecordStoring.Taken;
import matchnight.settlement.intake.ResultStorage.Storing;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes a dead letter in again, after what was wrong has been mended. */
final class DeadLetterRetries {

    private static final String READ_DEAD_LETTER = """
            SELECT topic, record_partition, record_offset, record_key, record_value, received_at,
                   EXISTS (SELECT FROM dead_letter_retry AS retry
                            WHERE retry.dead_letter_id = dead_letter.dead_letter_id
                              AND retry.outcome <> 'REFUSED') AS is_done
              FROM dead_letter
             WHERE dead_letter_id = ?
            """;

    private static final String ADD_RETRY = """
            INSERT INTO dead_letter_retry (dead_letter_id, retried_by, outcome, detail) VALUES (?, ?, ?, ?)
            """;

    private final DataSource dataSource;
    private final RecordStoring storing;

    DeadLetterRetries(DataSource dataSource, RecordStoring storing) {
        this.dataSource = dataSource;
        this.storing = storing;
    }

    /** Who tries what again, and why. */
    record Command(UUID deadLetterId, String actor, String reason) {}

    /** What a retry came to. All but {@code REFUSED} end the matter. */
    enum Outcome {
        STORED,
        DUPLICATE,
        CONFLICT,
        REFUSED
    }

    /**
     * What became of a dead letter.
     *
     * @param detail for a person
     */
    record Retried(UUID deadLetterId, Outcome outcome, String detail) {}

    /**
     * Takes it in by the way that the consumer takes records, and notes it in the transaction of its effect.
     *
     * @throws ProblemException if there is no such dead letter, or it is done with
     */
    Retried retry(Command command) throws SQLException {
        ConsumerRecord<byte[], byte[]> received = read(command.deadLetterId());
        Taken taken = storing.take(received, (connection, event) -> storeAndNote(connection, command, event));
        return switch (taken) {
            case Taken.In(IntakeOutcome outcome) -> retried(command, outcome);
            case Taken.Early(var _, DeadLetter reason) -> noteRefusal(command, reason);
            case Taken.Hopeless(DeadLetter reason) -> noteRefusal(command, reason);
        };
    }

    private ConsumerRecord<byte[], byte[]> read(UUID deadLetterId) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(READ_DEAD_LETTER)) {
            statement.setObject(1, deadLetterId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new ProblemException(Problem.of(ProblemCode.NOT_FOUND, "There is no such dead letter"));
                }
                if (row.getBoolean("is_done")) {
                    throw new ProblemException(
                            Problem.of(ProblemCode.CONFLICT, "A retry has taken the dead letter in already"));
                }
                return StoredRecords.read(row, "received_at");
            }
        }
    }

    private static IntakeOutcome storeAndNote(Connection connection, Command command, Storing event)
            throws SQLException {
        IntakeOutcome outcome = event.store();
        note(connection, command, retried(command, outcome));
        return outcome;
    }

    private static Retried retried(Command command, IntakeOutcome outcome) {
        return switch (outcome) {
            case IntakeOutcome.Stored(boolean older) ->
                new Retried(
                        command.deadLetterId(),
                        Outcome.STORED,
                        older ? "Stored; the market has a newer event" : "Stored; settlement follows");
            case IntakeOutcome.Duplicate _ ->
                new Retried(command.deadLetterId(), Outcome.DUPLICATE, "The same event was stored before");
            case IntakeOutcome.Conflict _ ->
                new Retried(
                        command.deadLetterId(),
                        Outcome.CONFLICT,
                        "Another event of its version is stored; it stands in an incident");
            case IntakeOutcome.InOtherHands _, IntakeOutcome.UnknownMarket _, IntakeOutcome.UnknownSelections _ ->
                throw new IllegalStateException("A retry does not come to " + outcome);
        };
    }

    private Retried noteRefusal(Command command, DeadLetter reason) throws SQLException {
        Retried refused = new Retried(
                command.deadLetterId(), Outcome.REFUSED, reason.code().name() + ": " + reason.detail());
        Transaction.run(dataSource, connection -> {
            note(connection, command, refused);
            return refused;
        });
        return refused;
    }

    private static void note(Connection connection, Command command, Retried retried) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADD_RETRY)) {
            statement.setObject(1, retried.deadLetterId());
            statement.setString(2, command.actor());
            statement.setString(3, retried.outcome().name());
            statement.setString(4, retried.detail());
            statement.executeUpdate();
        }
        AuditLog.record(
                connection,
                command.actor(),
                "DEAD_LETTER_RETRIED",
                "dead-letter/" + command.deadLetterId(),
                command.reason(),
                Map.of("outcome", retried.outcome().name(), "detail", retried.detail()));
    }
}
