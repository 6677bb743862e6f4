package matchnight.settlement.apply;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of accounts in the order of their ids.
 *
 * @param after the account before the first one; empty text for the first of all
 * @param upTo the last account; null where there is no end
 */
record AccountRange(String after, @Nullable String upTo) {

    static final AccountRange ALL = new AccountRange("", null);
}
