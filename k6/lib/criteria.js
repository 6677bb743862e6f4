// The demo's exit criteria. K6ScriptsIT compares them with those that the demo is held to.

export const PLACEMENT_P99_MILLIS_MAX = 250;
export const BACKLOG_AGE_SECONDS_MAX = 20;
export const ACCEPTED_SHARE_MIN = 0.85;

/** Thresholds of every script that places bets. */
export const placementThresholds = {
  'http_req_duration{name:place}': [`p(99)<=${PLACEMENT_P99_MILLIS_MAX}`],
  bets_accepted: [`rate>=${ACCEPTED_SHARE_MIN}`],
  bets_unexpected: ['count==0'],
  // A generator that is behind its schedule measures itself.
  dropped_iterations: ['count==0'],
};
