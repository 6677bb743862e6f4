package matchnight.settlement.replay;

import java.sql.SQLException;

/** Reads the result topic a second time; who takes results in is who can. */
public interface ResultRereading {

    /**
     * Reads and judges without writing.
     *
     * @throws org.apache.kafka.common.KafkaException if the broker does not answer
     */
    Reread read(RereadRange range, Deadline deadline) throws SQLException;
}
