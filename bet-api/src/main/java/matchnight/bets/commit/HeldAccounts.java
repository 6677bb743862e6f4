package matchnight.bets.commit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import matchnight.ledger.account.AccountId;

/** Commands that were not decided because their accounts' balances are held, an account a list, in their order. */
final class HeldAccounts<C extends AccountCommand, O> {

    private final Map<AccountId, List<Submission<C, O>>> byAccount = new LinkedHashMap<>();

    void add(Submission<C, O> submission) {
        byAccount
                .computeIfAbsent(submission.command().accountId(), _ -> new ArrayList<>())
                .add(submission);
    }

    void addAll(HeldAccounts<C, O> others) {
        others.submissions().forEach(this::add);
    }

    boolean hasAccountOf(Submission<C, O> submission) {
        return byAccount.containsKey(submission.command().accountId());
    }

    Set<AccountId> accounts() {
        return byAccount.keySet();
    }

    List<List<Submission<C, O>>> byAccount() {
        return List.copyOf(byAccount.values());
    }

    List<Submission<C, O>> submissions() {
        return byAccount.values().stream().flatMap(List::stream).toList();
    }
}
