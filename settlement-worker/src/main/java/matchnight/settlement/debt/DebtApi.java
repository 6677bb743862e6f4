package matchnight.settlement.debt;

import java.sql.SQLException;
import matchnight.ledger.OpaqueId;
import matchnight.settlement.admin.ListPage;
import matchnight.settlement.admin.ListPosition;
import matchnight.settlement.admin.ListQuery;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who owes what, and whom to ask. */
@RestController
class DebtApi {

    private final DebtReading debts;

    DebtApi(DebtReading debts) {
        this.debts = debts;
    }

    @GetMapping("/admin/debts")
    ListPage<Debt> debts(
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor)
            throws SQLException {
        int size = ListQuery.limit(limit);
        ListPosition after = ListPosition.of(cursor, "", DebtApi::isAccountId);
        return ListPage.of(
                debts.oldestFirst(after, size + 1),
                size,
                debt -> new ListPosition(debt.since(), debt.accountId()).cursor());
    }

    private static boolean isAccountId(String text) {
        try {
            OpaqueId.requireValid(text);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }
}
