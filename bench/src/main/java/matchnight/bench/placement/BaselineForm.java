package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.SQLException;
import matchnight.bench.load.ClosedLoop;

/** The ways in which a bet is placed as one transaction by raw JDBC. */
enum BaselineForm {
    STATEMENT_BY_STATEMENT("statements") {
        @Override
        ClosedLoop.Worker worker(Connection connection) throws SQLException {
            return new PlaceByStatements(connection);
        }
    },
    ONE_STATEMENT("oneStatement") {
        @Override
        ClosedLoop.Worker worker(Connection connection) throws SQLException {
            return new PlaceByOneStatement(connection);
        }
    };

    private final String title;

    BaselineForm(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** A worker that places one bet after another over the connection, which it closes at its end. */
    abstract ClosedLoop.Worker worker(Connection connection) throws SQLException;
}
