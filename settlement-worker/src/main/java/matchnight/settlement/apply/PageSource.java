package matchnight.settlement.apply;

/** Where a page of bets came from. */
enum PageSource {
    /** The market's bets in their order: what cannot be settled now goes to the list. */
    MARKET,
    /** The list of bets that were passed over: what is settled now leaves it. */
    PASSED_OVER
}
