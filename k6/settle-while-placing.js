// Settle while placing: bets arrive at a fixed rate on several markets, and one market after the other gets its result. The
// placements stay within their limit, and no result waits longer than its own.

import http from 'k6/http';
import exec from 'k6/execution';
import { check, sleep } from 'k6';
import { Trend } from 'k6/metrics';
import { BACKLOG_AGE_SECONDS_MAX, placementThresholds } from './lib/criteria.js';
import { submit } from './lib/bets.js';
import { arrivals, keyOf, prepared, worker } from './lib/settings.js';

/** Between two results. */
const intervalSeconds = Number(__ENV.RESULT_INTERVAL || '10');

const backlogAge = new Trend('backlog_age_seconds');

/** @type {import('k6/options').Options} */
export const options = {
  scenarios: {
    placing: arrivals('place'),
    settling: {
      executor: 'per-vu-iterations',
      exec: 'settle',
      vus: 1,
      iterations: prepared.settling.length,
      maxDuration: '1h',
    },
    watching: arrivals('watch', 1),
  },
  thresholds: {
    ...placementThresholds,
    'http_req_failed{name:result}': ['rate==0'],
    'http_req_failed{name:metrics}': ['rate==0'],
    backlog_age_seconds: [`max<=${BACKLOG_AGE_SECONDS_MAX}`],
  },
};

/** The market whose result is the next but one to come, or a later one; in the end the one that gets none. @param {number} number */
function marketFor(number) {
  const published = Math.floor((Date.now() - exec.scenario.startTime) / (1000 * intervalSeconds));
  const open = prepared.settling.slice(published + 1);
  return number % 2 === 0 || open.length === 0 ? prepared.marketId : open[number % open.length];
}

export function place() {
  const number = exec.scenario.iterationInTest;
  submit(keyOf('settle', number), prepared.accounts[number % prepared.accounts.length], marketFor(number));
}

export function settle() {
  const number = exec.scenario.iterationInTest;
  const wait = exec.scenario.startTime + 1000 * intervalSeconds * (number + 1) - Date.now();
  sleep(Math.max(0, wait / 1000));
  const marketId = prepared.settling[number];
  const result = {
    eventId: keyOf('result', marketId),
    type: 'RESULT',
    marketId,
    version: 1,
    certainty: 'CONFIRMED',
    occurredAt: new Date().toISOString(),
    outcomes: [
      { selectionId: 'H', result: 'WON' },
      { selectionId: 'A', result: 'LOST' },
    ],
  };
  const answer = http.post(`${worker}/admin/results`, JSON.stringify(result), {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${prepared.operator}` },
    tags: { name: 'result' },
    responseCallback: http.expectedStatuses(202),
  });
  check(answer, { 'the result is published': (seen) => seen.status === 202 });
}

export function watch() {
  const answer = http.get(`${worker}/actuator/prometheus`, {
    tags: { name: 'metrics' },
    responseCallback: http.expectedStatuses(200),
  });
  const reading = /^settlement_backlog_age_seconds(?:\{[^}]*\})? (\S+)$/m.exec(String(answer.body));
  check(answer, { 'the backlog age can be read': () => reading !== null });
  if (reading !== null) {
    backlogAge.add(Number(reading[1]));
  }
}
