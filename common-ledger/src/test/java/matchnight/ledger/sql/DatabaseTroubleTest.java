package matchnight.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class DatabaseTroubleTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "55P03, LOCK_TIMEOUT",
                "40P01, DEADLOCK",
                "40001, DEADLOCK",
                "57014, TIMEOUT",
                "25P03, TIMEOUT",
                "25P04, TIMEOUT",
                "57P01, DATABASE_UNAVAILABLE",
                "57P03, DATABASE_UNAVAILABLE",
                "57P05, DATABASE_UNAVAILABLE",
                "08006, DATABASE_UNAVAILABLE",
                "42501, OPERATOR",
                "26000, OPERATOR",
                "42P05, OPERATOR",
                "53100, OPERATOR",
                "42601, -",
                "23505, -",
                "22P02, -",
            })
    void readsTheState(String state, @Nullable BusyCause cause) {
        var wrapped = new IllegalStateException(new RuntimeException(new SQLException("secret", state)));
        assertThat(DatabaseTrouble.busyCause(wrapped)).isEqualTo(Optional.ofNullable(cause));
    }

    @ParameterizedTest
    @CsvSource({"22021, true", "22P02, true", "22003, true", "23505, false", "2D000, false", "42601, false"})
    void tellsAValueThatNoColumnHolds(String state, boolean unstorable) {
        var wrapped = new IllegalStateException(new SQLException("secret", state));
        assertThat(DatabaseTrouble.isUnstorableValue(wrapped)).isEqualTo(unstorable);
    }

    @Test
    void tellsAnExhaustedPoolFromADatabaseThatIsGone() {
        assertThat(DatabaseTrouble.busyCause(new SQLTransientConnectionException("no connection")))
                .contains(BusyCause.POOL);
        assertThat(DatabaseTrouble.busyCause(new SQLTransientConnectionException("refused", "08001")))
                .contains(BusyCause.DATABASE_UNAVAILABLE);
    }

    @Test
    void tellsAMissingPartitionFromAFailedCheck() {
        assertThat(DatabaseTrouble.busyCause(violation(""))).contains(BusyCause.OPERATOR);
        assertThat(DatabaseTrouble.busyCause(violation("\0naccount_reserved_not_negative")))
                .isEmpty();
    }

    private static PSQLException violation(String constraintField) {
        return new PSQLException(
                new ServerErrorMessage("SERROR\0C23514\0Mno partition of relation found" + constraintField + "\0"));
    }

    @Test
    void isNoTroubleWithoutADatabase() {
        assertThat(DatabaseTrouble.busyCause(new NullPointerException())).isEmpty();
        assertThat(DatabaseTrouble.isUnstorableValue(new NullPointerException()))
                .isFalse();
        assertThat(DatabaseTrouble.isUnstorableValue(new SQLException("no state")))
                .isFalse();
    }
}
