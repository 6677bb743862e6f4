// Placing a bet as a careful caller does: one key a submission, and the same key again where the answer left it open.

import http from 'k6/http';
import { check } from 'k6';
import { Counter, Rate } from 'k6/metrics';
import { betApi, prepared, stake } from './settings.js';

const accepted = new Rate('bets_accepted');
const unexpected = new Counter('bets_unexpected');

const ATTEMPTS_MAX = 4;

/**
 * @param {string} key
 * @param {import('./settings.js').Account} account
 * @param {string} [marketId]
 * @returns {import('k6/http').BatchRequest & { method: 'POST', url: string, body: string, params: import('k6/http').Params }}
 */
export function placement(key, account, marketId = prepared.marketId) {
  return {
    method: 'POST',
    url: `${betApi}/v1/bets`,
    body: JSON.stringify({
      accountId: account.accountId,
      type: 'SINGLE',
      stake,
      currency: prepared.currency,
      legs: [{ marketId, selectionId: prepared.selectionId, price: prepared.price }],
      priceChange: 'ANY',
    }),
    params: {
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        Authorization: `Bearer ${account.token}`,
      },
      tags: { name: 'place' },
      timeout: '10s',
      responseCallback: http.expectedStatuses(201, 422),
    },
  };
}

/** No answer, a 5xx and a key in use say nothing about the bet. @param {number} status */
export const isWorthRetrying = (status) => status === 0 || status === 409 || status >= 500;

/**
 * Submits a bet until its answer is final or the attempts are used up, and counts the outcome.
 *
 * @param {string} key
 * @param {import('./settings.js').Account} account
 * @param {string} [marketId]
 */
export function submit(key, account, marketId) {
  const bet = placement(key, account, marketId);
  let answer = http.post(bet.url, bet.body, bet.params);
  for (let attempt = 1; attempt < ATTEMPTS_MAX && isWorthRetrying(answer.status); attempt++) {
    answer = http.post(bet.url, bet.body, bet.params);
  }
  count(answer.status);
  check(answer, { 'accepted or refused on business grounds': (seen) => seen.status === 201 || seen.status === 422 });
  return answer;
}

/** @param {number} status the final one of a submission */
export function count(status) {
  accepted.add(status === 201);
  if (status !== 201 && status !== 422) {
    unexpected.add(1);
  }
}
