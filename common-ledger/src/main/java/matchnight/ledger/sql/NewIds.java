package matchnight.ledger.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.sql.StatementSequence.Found;

/** Ids that the database makes: UUIDs of version 7, which rise with time. */
public final class NewIds {

    private static final String DRAW_IDS = "SELECT uuidv7() FROM generate_series(1, ?)";

    private NewIds() {}

    /** As many as asked for, in ascending order. */
    public static Found<List<UUID>> draw(StatementSequence statements, int count) {
        return statements.query(
                DRAW_IDS,
                (statement, first) -> {
                    statement.setInt(first, count);
                    return first + 1;
                },
                rows -> {
                    List<UUID> ids = new ArrayList<>(count);
                    while (rows.next()) {
                        ids.add(rows.getObject(1, UUID.class));
                    }
                    return ids;
                });
    }
}
