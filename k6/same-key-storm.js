// Same-key storm: each arrival sends one bet ten times at once under one key, as an app does that taps again and again. There
// is one bet, one first answer, and nine times the same bytes.

import http from 'k6/http';
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import { placementThresholds } from './lib/criteria.js';
import { count, isWorthRetrying, placement } from './lib/bets.js';
import { arrivals, keyOf, prepared, rate } from './lib/settings.js';

const COPIES = 10;

const answersThatDiffer = new Counter('storm_answers_that_differ');
const firstAnswers = new Counter('storm_first_answers_too_many');

/** @type {import('k6/options').Options} */
export const options = {
  batchPerHost: COPIES,
  scenarios: { storm: arrivals('storm', Math.max(1, Math.round(rate / COPIES))) },
  thresholds: {
    ...placementThresholds,
    storm_answers_that_differ: ['count==0'],
    storm_first_answers_too_many: ['count==0'],
  },
};

export function storm() {
  const number = exec.scenario.iterationInTest;
  const bet = placement(keyOf('storm', number), prepared.accounts[number % prepared.accounts.length]);
  let answers = http.batch(Array.from({ length: COPIES }, () => bet));
  let final = answers.filter((answer) => !isWorthRetrying(answer.status));
  // Every copy was told to come again: one more of them finds the outcome.
  if (final.length === 0) {
    answers = [http.post(bet.url, bet.body, bet.params)];
    final = answers.filter((answer) => !isWorthRetrying(answer.status));
  }
  count(final.length === 0 ? answers[0].status : final[0].status);
  answersThatDiffer.add(final.filter((answer) => answer.body !== final[0].body).length);
  const first = final.filter((answer) => answer.headers['Idempotent-Replayed'] === undefined);
  firstAnswers.add(Math.max(0, first.length - 1));
}
