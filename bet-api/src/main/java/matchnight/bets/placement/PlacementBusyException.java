package matchnight.bets.placement;

import java.sql.SQLException;

/** The database could not decide now. Nothing happened, or what happened stands under the key. */
public final class PlacementBusyException extends RuntimeException {

    private final BusyCause busyCause;

    PlacementBusyException(BusyCause busyCause, SQLException cause) {
        super("Placement is busy: " + busyCause.tag(), cause);
        this.busyCause = busyCause;
    }

    public BusyCause busyCause() {
        return busyCause;
    }
}
