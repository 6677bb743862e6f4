// Steady placement: bets arrive at a fixed rate, whatever the answers take (an open model: a slow answer delays no later bet).
// The thresholds are the demo's exit criteria.
//
//   k6 run -e BASE_URL=http://127.0.0.1:8080 -e PREPARED=prepared.json -e RATE=200 -e DURATION=2m steady-placement.js
//
// PREPARED names the file that ./prepare writes: a market that is open, and accounts with money and a token each.

import http from 'k6/http';
import { check } from 'k6';
import { Counter, Rate } from 'k6/metrics';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';

/**
 * @typedef {{ accountId: string, token: string }} Account
 * @typedef {{ marketId: string, selectionId: string, price: string, currency: string, accounts: Account[] }} Prepared
 */

const baseUrl = __ENV.BASE_URL || 'http://127.0.0.1:8080';
const rate = Number(__ENV.RATE || '200');
const duration = __ENV.DURATION || '2m';
const stake = __ENV.STAKE || '1.00';

const prepared = new SharedArray('prepared', () => [
  /** @type {Prepared} */ (JSON.parse(open(__ENV.PREPARED || 'prepared.json'))),
])[0];

const accepted = new Rate('bets_accepted');
const unexpected = new Counter('bets_unexpected');

/** @type {import('k6/options').Options} */
export const options = {
  scenarios: {
    steady: {
      executor: 'constant-arrival-rate',
      rate,
      timeUnit: '1s',
      duration,
      preAllocatedVUs: 50,
      maxVUs: 500,
    },
  },
  thresholds: {
    'http_req_duration{name:place}': ['p(99)<=250'],
    bets_accepted: ['rate>=0.85'],
    bets_unexpected: ['count==0'],
    // A generator that is behind its schedule measures itself.
    dropped_iterations: ['count==0'],
  },
};

// One key a submission, the same on every retry. No answer, a 5xx and a key in use say nothing about the bet, so they are tried
// again under that key.
const ATTEMPTS_MAX = 4;

/** @param {string} key @param {Account} account */
function place(key, account) {
  const body = JSON.stringify({
    accountId: account.accountId,
    type: 'SINGLE',
    stake,
    currency: prepared.currency,
    legs: [{ marketId: prepared.marketId, selectionId: prepared.selectionId, price: prepared.price }],
    priceChange: 'ANY',
  });
  return http.post(`${baseUrl}/v1/bets`, body, {
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      Authorization: `Bearer ${account.token}`,
    },
    tags: { name: 'place' },
    timeout: '10s',
    responseCallback: http.expectedStatuses(201, 422),
  });
}

/** @param {number} status */
function isWorthRetrying(status) {
  return status === 0 || status === 409 || status >= 500;
}

export default function () {
  const number = exec.scenario.iterationInTest;
  const account = prepared.accounts[number % prepared.accounts.length];
  const key = `k6-${__ENV.RUN || Date.now()}-${exec.vu.idInTest}-${number}`;
  let answer = place(key, account);
  for (let attempt = 1; attempt < ATTEMPTS_MAX && isWorthRetrying(answer.status); attempt++) {
    answer = place(key, account);
  }
  accepted.add(answer.status === 201);
  if (answer.status !== 201 && answer.status !== 422) {
    unexpected.add(1);
  }
  check(answer, { 'accepted or refused on business grounds': (seen) => seen.status === 201 || seen.status === 422 });
}
