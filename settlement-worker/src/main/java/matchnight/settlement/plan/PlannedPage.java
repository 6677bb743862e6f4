package matchnight.settlement.plan;

import java.util.List;

/**
 * What a page of bets needs.
 *
 * @param settlements to write, in the page's order
 * @param failures bets that cannot be settled as they stand, in the page's order
 */
public record PlannedPage(List<PlannedSettlement> settlements, List<Failure> failures) {

    /** A bet that cannot be settled as it stands, and why, in words for a person. */
    public record Failure(BetOnPage bet, String reason) {}

    public PlannedPage {
        settlements = List.copyOf(settlements);
        failures = List.copyOf(failures);
    }
}
