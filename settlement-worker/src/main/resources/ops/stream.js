// Server-sent events by fetch, since EventSource cannot send a bearer token. Whatever breaks the stream, it is opened again.

import { authorization } from './session.js';
import { clock } from './format.js';

const FIRST_PAUSE_MILLIS = 500;
const LONGEST_PAUSE_MILLIS = 5_000;
// A sample comes every second: this long without a byte, and nobody is there any more.
const LONGEST_SILENCE_MILLIS = 8_000;

/** Reads until the token is refused; tells `events` by name, `connection(state, words)`, and at the end `refused(words)`. */
export async function readStream({ events, connection, refused }) {
  let pause = FIRST_PAUSE_MILLIS;
  let lostAt = null;
  connection('none', 'Connecting …');
  for (;;) {
    let reason;
    try {
      const silence = silenceGuard();
      const reply = await fetch('/ops/stream', { headers: authorization(), signal: silence.signal });
      if (reply.status === 401) return refused('The token is not valid or has expired');
      if (reply.status === 403) return refused('The token lacks the scope ops');
      if (!reply.ok) throw new Error((await reply.json().catch(() => ({}))).detail ?? `status ${reply.status}`);
      connection('live', 'Live');
      lostAt = null;
      pause = FIRST_PAUSE_MILLIS;
      await readEvents(reply.body, events, silence);
      reason = 'the worker ended the stream';
    } catch (broken) {
      reason = broken.name === 'AbortError' ? 'it went silent' : broken instanceof TypeError ? 'the worker does not answer' : broken.message;
    }
    lostAt ??= clock(Date.now());
    connection('lost', `No connection since ${lostAt}: ${reason}. Trying again`);
    await new Promise((done) => setTimeout(done, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
  }
}

function silenceGuard() {
  const controller = new AbortController();
  let timer;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), LONGEST_SILENCE_MILLIS);
  };
  heard();
  return { signal: controller.signal, heard, over: () => clearTimeout(timer) };
}

async function readEvents(body, events, silence) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      silence.heard();
      buffered += value;
      let end;
      while ((end = buffered.indexOf('\n\n')) >= 0) {
        dispatch(buffered.slice(0, end), events);
        buffered = buffered.slice(end + 2);
      }
    }
  } finally {
    silence.over();
  }
}

function dispatch(block, events) {
  let name = 'message';
  let data = '';
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    if (line.startsWith('data:')) data += line.slice(5).trim();
  }
  if (data) events[name]?.(JSON.parse(data));
}
