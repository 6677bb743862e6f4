// The tiles: what a glance should tell. What turns bad is said aloud once, and not again within a minute.

import { by, counted, number, write } from './format.js';

const QUIET_MILLIS = 60_000;
const saidAt = new Map();

export function showSample(sample) {
  if (!sample) return;
  const busy = Object.values(sample.busyPerSecond ?? {}).reduce((sum, value) => sum + value, 0);
  const heard = sample.placementsPerSecond !== null;
  const refused = heard && busy > 0 && busy >= sample.placementsPerSecond * 0.05;
  tile('taking', !heard ? 'unknown: no bet-api answers' : refused ? 'refused as busy' : 'taken', { good: heard && !refused, bad: !heard || refused });
  tile('p99', `${number(sample.placementP99Millis)} ms`, { bad: sample.placementP99Millis > 250 });
  tile('rate', `${number(sample.placementsPerSecond)} /s`);
  tile('backlog', `${number(sample.backlogAgeSeconds)} s`, { bad: sample.backlogAgeSeconds > 20 });
  tile('settled', `${number(sample.settledPerSecond)} /s`);
  tile('locks', number(sample.lockWaiters, 0), { bad: sample.lockWaiters > 5 });
  tile('pool', number(sample.poolPending, 0), { bad: sample.poolPending > 5 });
  tile('busy', `${number(busy)} /s`, { bad: busy > 0 });
  tile('transaction', `${number(sample.oldestTransactionSeconds)} s`, { bad: sample.oldestTransactionSeconds > 10 });
  tile('relay', `${number(sample.relayAgeSeconds)} s`, { bad: sample.relayAgeSeconds > 5 });
  tile('replica', sample.replicaLagSeconds === null ? 'no replica' : `${number(sample.replicaLagSeconds)} s`, { bad: sample.replicaLagSeconds > 5 });
}

export function showTotals(totals) {
  const days = totals.partitionDaysAhead;
  tile('partitions', days === null ? '–' : counted(days, 'day'), { bad: days !== null && days < 3 });
  tile('workers', totals.leases === 0 ? 'no lease held' : `${totals.workers} at ${counted(totals.leases, 'lease')}`);
  tile('waiting', number(totals.resultsWaiting, 0));
  const people = totals.overdueHolds + totals.incidents + totals.deadLetters;
  tile('people', number(people, 0), { bad: people > 0 });
}

function tile(name, words, { good = false, bad = false } = {}) {
  const box = document.querySelector(`[data-now="${name}"]`);
  const wasBad = box.className === 'bad';
  write(box.querySelector('dd'), words);
  box.className = bad ? 'bad' : good ? 'good' : '';
  if (bad && !wasBad) sayOnce(name, `${box.querySelector('dt').textContent} ${words}`);
}

function sayOnce(name, words) {
  if (Date.now() - (saidAt.get(name) ?? -Infinity) < QUIET_MILLIS) return;
  saidAt.set(name, Date.now());
  by('alerts').textContent = words;
}
