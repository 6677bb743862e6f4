// What the stubs of k6's modules share: the metrics, the checks and the statuses of a run, and a way to send requests that
// returns when they are answered, as k6's own does.

import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';

const series = () => ({ count: 0, sum: 0, max: -Infinity, rate: 0 });

export const state = {
  scenario: { name: '', iterationInTest: 0, startTime: 0 },
  metrics: new Map(),
  checks: {},
  statuses: {},

  add(metric, kind, value) {
    const known = this.metrics.get(metric) ?? series();
    const samples = (known.samples ?? 0) + 1;
    known.samples = samples;
    known.sum += Number(value);
    known.count = kind === 'counter' ? known.sum : samples;
    known.max = Math.max(known.max, Number(value));
    known.rate = known.sum / samples;
    this.metrics.set(metric, known);
  },
};

const flag = new Int32Array(new SharedArrayBuffer(4));
const { port1, port2 } = new MessageChannel();
const sender = new Worker(
  `const { workerData } = require('node:worker_threads');
   const { port, flag } = workerData;
   async function send({ method, url, body, headers, timeout }) {
     try {
       const answer = await fetch(url, { method, body, headers, signal: AbortSignal.timeout(timeout) });
       // k6 writes the names of headers as HTTP/1.1 customarily does.
       const names = [...answer.headers].map(([name, value]) =>
         [name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()), value]);
       return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(names) };
     } catch (failed) {
       return { status: 0, body: null, headers: {}, error: String(failed.cause ?? failed) };
     }
   }
   port.on('message', async (requests) => {
     port.postMessage(await Promise.all(requests.map(send)));
     Atomics.store(flag, 0, 1);
     Atomics.notify(flag, 0);
   });`,
  { eval: true, workerData: { port: port2, flag }, transferList: [port2] },
);
sender.unref();

/** Sends all of them at once and returns their answers, in their order. */
export function exchange(requests) {
  Atomics.store(flag, 0, 0);
  port1.postMessage(requests.map(({ method, url, body, params }) => ({
    method, url, body, headers: params?.headers ?? {}, timeout: milliseconds(params?.timeout ?? '60s'),
  })));
  Atomics.wait(flag, 0, 0);
  const answers = receiveMessageOnPort(port1).message;
  answers.forEach((answer, number) => note(requests[number], answer));
  return answers;
}

const milliseconds = (duration) => 1000 * Number(duration.replace('s', ''));

function note({ params }, answer) {
  const name = params?.tags?.name ?? '';
  const expected = params?.responseCallback ?? { statuses: [200] };
  state.statuses[name] ??= {};
  state.statuses[name][answer.status] = (state.statuses[name][answer.status] ?? 0) + 1;
  state.add(`http_req_failed{name:${name}}`, 'rate', !expected.statuses.includes(answer.status));
}

export function wait(seconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000 * seconds);
}
