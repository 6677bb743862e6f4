package matchnight.settlement.replay;

import matchnight.settlement.result.MarketResult;

/** A result event that stands in the topic and is not stored. */
public record NewEvent(MarketResult event, int partition, long offset) {}
