// Runs each script a few times over against a running product, without k6: its modules are stood in for by stubs, and what
// the script asks of them is carried out. Says as JSON what came of it.
//
//   BASE_URL=… WORKER_URL=… PREPARED=… node test/harness.mjs steady-placement.js [ITERATIONS]
//
// Every threshold is read: it has to name a metric that exists, and those that a few iterations can decide have to hold. What
// takes a machine of its own to measure (latency, dropped arrivals) is left to k6.

import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { state } from './stubs.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [script, iterations = '12'] = process.argv.slice(2);

register(
  'data:text/javascript,' +
    encodeURIComponent(`
      const stubs = ${JSON.stringify(pathToFileURL(join(here, 'stubs')).href)};
      export async function resolve(specifier, context, next) {
        if (specifier === 'k6' || specifier.startsWith('k6/')) {
          return { url: stubs + '/' + specifier.replace('/', '-') + '.mjs', shortCircuit: true };
        }
        return next(specifier, context);
      }`),
);

globalThis.__ENV = { ...process.env };
globalThis.open = (path) => readFileSync(path.startsWith('file:') ? new URL(path) : resolve(path), 'utf8');

const loaded = await import(pathToFileURL(join(here, '..', script)).href);
const faults = [];

for (const [name, scenario] of Object.entries(loaded.options.scenarios)) {
  if (typeof loaded[scenario.exec] !== 'function') {
    faults.push(`scenario ${name} runs ${scenario.exec}, which is not there`);
  }
}

// All scenarios in turn, as if they ran beside one another; one with a number of iterations gets no more than those.
const startTime = Date.now();
for (let round = 0; round < Number(iterations) && faults.length === 0; round++) {
  for (const [name, scenario] of Object.entries(loaded.options.scenarios)) {
    if (scenario.iterations === undefined || round < scenario.iterations) {
      state.scenario = { name, iterationInTest: round, startTime };
      loaded[scenario.exec]();
      state.add(`iterations{scenario:${name}}`, 'counter', 1);
    }
  }
}

/** What a few iterations can decide: `count==0`, `rate>=0.85`, `max<=20`. */
const DECIDABLE = /^(count|rate|max)(==|<=|>=)([0-9.]+)$/;
const KNOWN_ELSEWHERE = /^(dropped_iterations|http_req_duration\{name:[a-z]+\})$/;

for (const [metric, expressions] of Object.entries(loaded.options.thresholds)) {
  const series = state.metrics.get(metric);
  if (series === undefined && !KNOWN_ELSEWHERE.test(metric)) {
    faults.push(`a threshold names ${metric}, which nothing has measured`);
  }
  const tagged = /\{name:([a-z]+)\}/.exec(metric);
  if (tagged && state.statuses[tagged[1]] === undefined) {
    faults.push(`a threshold names requests called ${tagged[1]}, and there were none`);
  }
  for (const expression of expressions) {
    const decidable = DECIDABLE.exec(expression);
    if (series && decidable && !holds(series[decidable[1]], decidable[2], Number(decidable[3]))) {
      faults.push(`${metric}: ${expression} does not hold: ${series[decidable[1]]}`);
    }
  }
}

function holds(value, operator, limit) {
  return operator === '==' ? value === limit : operator === '<=' ? value <= limit : value >= limit;
}

for (const [name, check] of Object.entries(state.checks)) {
  if (check.failed > 0) faults.push(`check failed ${check.failed} times: ${name}`);
}

console.log(
  JSON.stringify({
    script,
    ok: faults.length === 0,
    faults,
    statuses: state.statuses,
    checks: state.checks,
    metrics: Object.fromEntries(state.metrics),
    executors: Object.values(loaded.options.scenarios).map((scenario) => scenario.executor),
    thresholds: loaded.options.thresholds,
  }),
);
process.exit(faults.length === 0 ? 0 : 1);
