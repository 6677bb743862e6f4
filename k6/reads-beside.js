// Reads beside: people look at balances, statements, bets and markets while others bet. Reads have connections of their own and
// may not cost placement its limit.

import http from 'k6/http';
import exec from 'k6/execution';
import { check } from 'k6';
import { placementThresholds } from './lib/criteria.js';
import { submit } from './lib/bets.js';
import { arrivals, betApi, keyOf, prepared, rate } from './lib/settings.js';

const readRate = Number(__ENV.READ_RATE || String(rate));

/** @type {import('k6/options').Options} */
export const options = {
  scenarios: { placing: arrivals('place'), reading: arrivals('look', readRate) },
  thresholds: {
    ...placementThresholds,
    'http_req_failed{name:read}': ['rate==0'],
  },
};

export function place() {
  const number = exec.scenario.iterationInTest;
  submit(keyOf('reads', number), prepared.accounts[number % prepared.accounts.length]);
}

/** @param {string} accountId */
const pages = (accountId) => [
  `/v1/accounts/${accountId}/balance`,
  `/v1/accounts/${accountId}/statement?limit=20`,
  `/v1/bets?accountId=${accountId}&state=open&limit=20`,
  `/v1/markets/${prepared.marketId}`,
];

export function look() {
  const number = exec.scenario.iterationInTest;
  const account = prepared.accounts[number % prepared.accounts.length];
  const all = pages(account.accountId);
  const answer = http.get(`${betApi}${all[number % all.length]}`, {
    headers: { Authorization: `Bearer ${account.token}` },
    tags: { name: 'read' },
    responseCallback: http.expectedStatuses(200),
  });
  check(answer, { 'the page is there': (seen) => seen.status === 200 });
}
