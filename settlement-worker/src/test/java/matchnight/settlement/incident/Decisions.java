package matchnight.settlement.incident;

import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.settlement.incident.IncidentResolution.Command;

/** Decides incidents as a person does, for tests that need no HTTP. */
public final class Decisions {

    private Decisions() {}

    public static void takeOther(DataSource worker, UUID incidentId, String contentHash) throws SQLException {
        new IncidentResolution(worker)
                .resolve(new Command(incidentId, Decision.TAKE_OTHER, contentHash, "as the referee said", "person"));
    }

    public static void keepStored(DataSource worker, UUID incidentId) throws SQLException {
        new IncidentResolution(worker)
                .resolve(new Command(incidentId, Decision.KEEP_STORED, null, "as the referee said", "person"));
    }
}
