package matchnight.bets.market;

import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import matchnight.bets.problem.BusyException;
import matchnight.ledger.barrier.BarrierTimeoutException;
import matchnight.ledger.barrier.PlacingRoles;
import matchnight.ledger.barrier.RunningTransactions;
import matchnight.ledger.sql.BusyCause;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.stereotype.Component;

/**
 * The placements that may have read the catalogue as it was before a change that has been committed. Placement reads the
 * gate without a lock, so whoever closes something waits here before it says so; placements pay nothing for it.
 */
@Component
final class RunningPlacements {

    // Longer than that role's transaction_timeout, which ends whatever would be waited for longer.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);

    private final DataSource dataSource;

    RunningPlacements(@Qualifier("tradingDataSource") DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Returns once none of them can commit any more.
     *
     * @throws BusyException when one still runs after 4 s: the change stands, but nothing may be promised yet
     */
    void awaitEnd() {
        try {
            RunningTransactions.awaitEndOfThoseRunningNow(dataSource, PlacingRoles.NAMES, LONGEST_WAIT);
        } catch (BarrierTimeoutException stillRunning) {
            throw new BusyException(BusyCause.BARRIER, stillRunning);
        } catch (SQLException trouble) {
            throw new SQLExceptionSubclassTranslator().translate("wait for placements", null, trouble);
        }
    }
}
