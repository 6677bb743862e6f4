package matchnight.stack;

import java.util.Arrays;
import java.util.List;

/** The roles that log in to the database. The migrations say what each of them may do. */
public enum DatabaseRole {
    MIGRATOR,
    BET_API,
    SETTLEMENT_WORKER,
    RELAY,
    READER,
    MAINTENANCE;

    /** Its name in PostgreSQL. */
    public String roleName() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** All but the owner: those that the migrations create without a login. */
    public static List<DatabaseRole> created() {
        return Arrays.stream(values()).filter(role -> role != MIGRATOR).toList();
    }

    /** The variable that hands the role's password to a service. */
    public String passwordVariable() {
        return "MATCHNIGHT_" + name() + "_PASSWORD";
    }
}
