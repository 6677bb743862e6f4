package matchnight.bench.night;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import matchnight.ledger.audit.Finding;
import matchnight.stack.DatabaseRole;
import matchnight.stack.LocalStack;
import matchnight.stack.PgBouncerServer;

/** Proves that a night went through the pooler: every session on the database is one of the pooler's own. */
final class EverySessionIsPooled implements LastProof {

    private static final String LIST_SESSIONS = """
            SELECT usename, client_port
              FROM pg_stat_activity
             WHERE datname = current_database()
               AND backend_type = 'client backend'
            """;

    private final LocalStack stack;
    private final PgBouncerServer pooler;

    EverySessionIsPooled(LocalStack stack, PgBouncerServer pooler) {
        this.stack = stack;
        this.pooler = pooler;
    }

    /** A session as the server sees it: whose, and from which port of this machine. */
    record Session(String role, int clientPort) {}

    @Override
    public Finding check() throws SQLException {
        List<Session> sessions = sessions();
        return judge(sessions, pooler.serverPorts());
    }

    private List<Session> sessions() throws SQLException {
        List<Session> sessions = new ArrayList<>();
        try (Connection connection = stack.connect(DatabaseRole.MAINTENANCE);
                PreparedStatement statement = connection.prepareStatement(LIST_SESSIONS);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                sessions.add(new Session(rows.getString("usename"), rows.getInt("client_port")));
            }
        }
        return sessions;
    }

    static Finding judge(List<Session> sessions, Set<Integer> poolersPorts) {
        Faults faults = new Faults("every session came through the pooler");
        faults.addIf(sessions.isEmpty(), () -> "the database has no session");
        for (Session session : sessions) {
            faults.addIf(
                    !poolersPorts.contains(session.clientPort()),
                    () -> "a session of %s from port %d is none of the pooler's"
                            .formatted(session.role(), session.clientPort()));
        }
        return faults.finding(sessions.size() + " sessions, each a connection of the pooler's");
    }
}
