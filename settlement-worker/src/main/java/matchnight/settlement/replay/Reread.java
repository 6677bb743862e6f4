package matchnight.settlement.replay;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import matchnight.ledger.market.MarketId;

/** What a second reading of the topic found, judged against what is stored. Nothing of it is taken in yet. */
public interface Reread {

    RereadCounts counts();

    /** The known markets of which there are valid events among the records. */
    Set<MarketId> markets();

    /** Events that are not stored, by market and version: partitions are read in no order of their own. */
    List<NewEvent> newEvents();

    /**
     * Takes in, as if it had come for the first time, every record that would change something.
     *
     * @throws SQLException if the database could not serve; what was taken in before stays and is a duplicate next time
     * @throws org.apache.kafka.common.KafkaException if a dead letter was not acknowledged
     */
    void takeIn(Deadline deadline) throws SQLException;
}
