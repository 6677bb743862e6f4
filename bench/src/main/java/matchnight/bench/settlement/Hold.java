package matchnight.bench.settlement;

/** How long balances were held; a percentile is the upper bound of its bucket. Zeros where nothing was. */
record Hold(double p50Millis, double p99Millis) {}
