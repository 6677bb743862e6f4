// Steady placement: bets arrive at a fixed rate, whatever the answers take.
//
//   k6 run -e PREPARED=../prepared.json -e RATE=200 -e DURATION=2m steady-placement.js

import exec from 'k6/execution';
import { placementThresholds } from './lib/criteria.js';
import { submit } from './lib/bets.js';
import { arrivals, keyOf, prepared } from './lib/settings.js';

/** @type {import('k6/options').Options} */
export const options = {
  scenarios: { steady: arrivals('place') },
  thresholds: placementThresholds,
};

export function place() {
  const number = exec.scenario.iterationInTest;
  submit(keyOf('steady', number), prepared.accounts[number % prepared.accounts.length]);
}
