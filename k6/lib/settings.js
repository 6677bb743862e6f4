// What a run is told, and what ./prepare made for it.

import { SharedArray } from 'k6/data';

/**
 * @typedef {{ accountId: string, token: string }} Account
 * @typedef {{ marketId: string, selectionId: string, price: string, currency: string, settling: string[],
 *             operator: string, accounts: Account[] }} Prepared
 */

export const betApi = __ENV.BASE_URL || 'http://127.0.0.1:8080';
export const worker = __ENV.WORKER_URL || 'http://127.0.0.1:8081';
export const rate = Number(__ENV.RATE || '200');
export const duration = __ENV.DURATION || '2m';
export const stake = __ENV.STAKE || '1.00';

/** Begins every key of this run. */
const run = __ENV.RUN || String(Date.now());

export const prepared = new SharedArray('prepared', () => [
  /** @type {Prepared} */ (JSON.parse(open(__ENV.PREPARED || import.meta.resolve('../prepared.json')))),
])[0];

/** @param {string} what @param {number | string} number */
export const keyOf = (what, number) => `k6-${run}-${what}-${number}`;

/**
 * Arrivals at a fixed rate: an open model, in which a slow answer delays nobody who comes later.
 *
 * @param {string} exec the function that each arrival runs
 * @param {number} [ofRate] arrivals a second
 * @returns {import('k6/options').Scenario}
 */
export const arrivals = (exec, ofRate = rate) => ({
  executor: 'constant-arrival-rate',
  exec,
  rate: ofRate,
  timeUnit: '1s',
  duration,
  preAllocatedVUs: Math.max(10, Math.ceil(ofRate / 4)),
  maxVUs: Math.max(50, Math.ceil(2.5 * ofRate)),
});
