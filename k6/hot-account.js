// Hot account: every bet is of one account, so that its balance is the one row that all of them need.

import exec from 'k6/execution';
import { placementThresholds } from './lib/criteria.js';
import { submit } from './lib/bets.js';
import { arrivals, keyOf, prepared } from './lib/settings.js';

/** @type {import('k6/options').Options} */
export const options = {
  scenarios: { hot: arrivals('place') },
  thresholds: placementThresholds,
};

export function place() {
  submit(keyOf('hot', exec.scenario.iterationInTest), prepared.accounts[0]);
}
