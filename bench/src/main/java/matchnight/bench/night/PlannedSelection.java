package matchnight.bench.night;

import matchnight.bench.fixture.Grade;
import matchnight.bench.fixture.NightSelection;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * A selection on offer.
 *
 * @param written what the night file says of it; null for what the demo adds
 */
record PlannedSelection(
        String selectionId,
        String name,
        Price price,
        Grade grade,
        @Nullable NightSelection written) {}
