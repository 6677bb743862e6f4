package matchnight.ledger.audit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Something that must be true of the stored money at every moment. */
public interface Invariant {

    /** What must hold, as a short sentence: {@code ledger equals balances}. Stable: reports and alerts name it. */
    String name();

    /**
     * Looks whether it holds. Reads only, in one statement; expects any role that may read the tables and commits nothing.
     *
     * @throws SQLException if the database did not answer: then nothing is known
     */
    Finding check(Connection connection) throws SQLException;

    /** All of them, from the balances outward to what announces them. */
    static List<Invariant> all() {
        return List.of(
                new LedgerEqualsBalances(),
                new EntriesContinueOneAnother(),
                new ReservedEqualsOpenBets(),
                new BetsAreReservedOnce(),
                new DecidedBetsAreSettledOnce(),
                new SettlementsMoveTheirMoney(),
                new ExposureEqualsStandingBets(),
                new NoBetPassedAClosedGate(),
                new EffectsAreInTheOutbox(),
                new KeysNameTheirEffects());
    }
}
