package matchnight.bench.night;

import java.sql.SQLException;
import matchnight.ledger.audit.Finding;

/** What is proven of a night besides its money: of the stack that it was played on. */
@FunctionalInterface
interface LastProof {
    Finding check() throws SQLException;
}
