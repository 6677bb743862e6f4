package matchnight.bets.placement;

/**
 * How a transaction spreads its liability.
 *
 * @param countOfNewSelections over how many rows a selection is spread by its first bet; 1 or more
 * @param draw which of a selection's rows this transaction uses: the remainder by their number; not negative
 */
record ExposureBuckets(int countOfNewSelections, int draw) {

    ExposureBuckets {
        if (countOfNewSelections < 1 || draw < 0) {
            throw new IllegalArgumentException("Draw " + draw + " over " + countOfNewSelections + " buckets");
        }
    }
}
