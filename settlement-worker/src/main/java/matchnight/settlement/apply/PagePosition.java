package matchnight.settlement.apply;

import java.util.UUID;
import matchnight.ledger.account.AccountId;

/** The last bet of a page, in the order that a market's bets are worked in: account, then bet. */
record PagePosition(AccountId accountId, UUID betId) {}
