'use strict';

// The console of settlement-worker. One file, no build step: reads a stream of server-sent events with a bearer token
// (EventSource cannot send one), draws the samples with uPlot, and asks for a reason before it does anything.

const by = (id) => document.getElementById(id);
const state = { token: null, samples: [], minutes: 5, focus: null, board: null, stopped: null };

// What each curve shows: a sample's member, its name, its unit's digits. The limits are the demo's exit criteria.
const CURVES = [
  { id: 'latency', title: 'Placement latency', unit: 'ms', limit: 250, series: [
    { name: 'p50', color: 1, of: (s) => s.placementP50Millis },
    { name: 'p99', color: 2, of: (s) => s.placementP99Millis }] },
  { id: 'rate', title: 'Rate', unit: '/s', series: [
    { name: 'placements', color: 1, of: (s) => s.placementsPerSecond },
    { name: 'settled', color: 3, of: (s) => s.settledPerSecond }] },
  { id: 'backlog', title: 'Backlog age', unit: 's', limit: 20, series: [
    { name: 'oldest result', color: 5, of: (s) => s.backlogAgeSeconds }] },
  { id: 'waits', title: 'Waits', unit: '', series: [
    { name: 'lock waits', color: 2, of: (s) => s.lockWaiters },
    { name: 'bet-api pool', color: 1, of: (s) => s.poolPending },
    { name: 'worker pool', color: 4, of: (s) => s.workerPoolPending }] },
  { id: 'busy', title: 'Busy answers by cause', unit: '/s', series: [] },
];
const BUSY_COLORS = [2, 5, 4, 1, 3];

// --- the stream ---------------------------------------------------------------------------------------------------

by('entry').addEventListener('submit', (event) => {
  event.preventDefault();
  state.token = by('token').value.trim();
  by('token').value = '';
  watch();
});

async function watch() {
  say('Connecting …');
  let pause = 500;
  while (state.token) {
    try {
      const reply = await fetch('/ops/stream', { headers: { Authorization: `Bearer ${state.token}` } });
      if (reply.status === 401 || reply.status === 403) {
        state.token = null;
        by('entry').hidden = false;
        say(reply.status === 401 ? 'The token is not valid or has expired' : 'The token lacks the scope ops');
        by('token').focus();
        return;
      }
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      by('entry').hidden = true;
      say('Live');
      pause = 500;
      await readEvents(reply.body);
      say('The stream has ended; connecting again …');
    } catch (broken) {
      say(`No connection (${broken.message}); trying again …`);
    }
    await new Promise((done) => setTimeout(done, pause));
    pause = Math.min(pause * 2, 5000);
  }
}

async function readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    buffered += value;
    let end;
    while ((end = buffered.indexOf('\n\n')) >= 0) {
      dispatch(buffered.slice(0, end));
      buffered = buffered.slice(end + 2);
    }
  }
}

function dispatch(block) {
  let name = 'message';
  let data = '';
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    if (line.startsWith('data:')) data += line.slice(5).trim();
  }
  if (!data) return;
  const payload = JSON.parse(data);
  if (name === 'history') { state.samples = payload; draw(); }
  if (name === 'sample') {
    state.samples.push(payload);
    if (state.samples.length > 900) state.samples.shift();
    draw();
  }
  if (name === 'board') { state.board = payload; showBoard(); }
}

function say(text) {
  if (by('connection').textContent !== text) by('connection').textContent = text;
}

// --- the curves ---------------------------------------------------------------------------------------------------

const color = (n) => getComputedStyle(document.documentElement).getPropertyValue(`--curve-${n}`).trim();
const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const number = (value, digits = 1) =>
  value === null || value === undefined ? '–' : value >= 100 ? Math.round(value).toLocaleString('en') : String(+value.toFixed(digits));

function busyCauses() {
  const causes = new Set();
  for (const sample of state.samples) Object.keys(sample.busyPerSecond ?? {}).forEach((cause) => causes.add(cause));
  return [...causes].sort();
}

function seriesOf(curve) {
  if (curve.id !== 'busy') return curve.series;
  const causes = busyCauses();
  return causes.length === 0
    ? [{ name: 'none', color: 3, of: (s) => (s.busyPerSecond ? 0 : null) }]
    : causes.map((cause, i) => ({
      name: cause, color: BUSY_COLORS[i % BUSY_COLORS.length],
      of: (s) => (s.busyPerSecond ? s.busyPerSecond[cause] ?? 0 : null) }));
}

function visible() {
  const from = Date.now() - state.minutes * 60_000;
  return state.samples.filter((sample) => sample.atMillis >= from);
}

function build(curve) {
  const figure = document.createElement('figure');
  figure.id = `curve-${curve.id}`;
  figure.innerHTML = '<figcaption></figcaption><div class="chart" tabindex="0" role="img"></div>';
  by('curves').append(figure);
  curve.box = figure.querySelector('.chart');
  curve.caption = figure.querySelector('figcaption');
  curve.box.addEventListener('keydown', (event) => moveAlong(curve, event));
  new ResizeObserver(() => curve.plot?.setSize(sizeOf(curve))).observe(curve.box);
}

const sizeOf = (curve) => ({ width: Math.max(200, curve.box.clientWidth), height: window.innerWidth < 600 ? 110 : 140 });

function plot(curve, series, data) {
  const key = series.map((one) => one.name).join('|');
  if (curve.plot && curve.key === key) {
    curve.plot.setData(data);
    return;
  }
  curve.plot?.destroy();
  curve.key = key;
  curve.plot = new uPlot({
    ...sizeOf(curve),
    cursor: { sync: { key: 'night' }, drag: { x: false, y: false } },
    legend: { show: false },
    scales: { y: { range: (u, min, max) => [0, Math.max(max * 1.1, curve.limit ? curve.limit / 10 : 1)] } },
    axes: [
      { stroke: () => ink('--soft'), grid: { stroke: () => ink('--line'), width: 1 } },
      { stroke: () => ink('--soft'), grid: { stroke: () => ink('--line'), width: 1 }, size: 52 }],
    series: [{}, ...series.map((one) => ({ label: one.name, stroke: () => color(one.color), width: 2, spanGaps: false, points: { show: false } }))],
  }, data, curve.box);
}

function draw() {
  const samples = visible();
  const times = samples.map((sample) => sample.atMillis / 1000);
  for (const curve of CURVES) {
    if (!curve.box) build(curve);
    const series = seriesOf(curve);
    plot(curve, series, [times, ...series.map((one) => samples.map((sample) => one.of(sample) ?? null))]);
    const latest = samples.at(-1);
    curve.caption.innerHTML = '';
    const title = document.createElement('strong');
    title.textContent = curve.title;
    curve.caption.append(title);
    for (const one of series) {
      const entry = document.createElement('span');
      entry.className = 'key';
      entry.style.setProperty('--key', `var(--curve-${one.color})`);
      entry.textContent = `${one.name} ${latest ? number(one.of(latest)) : '–'} ${curve.unit}`;
      curve.caption.append(entry);
    }
    curve.box.setAttribute('aria-label', `${curve.title}, last ${state.minutes} minutes: ${latest ? words(curve, series, latest) : 'no samples yet'}`);
  }
  showNow(samples.at(-1));
}

const words = (curve, series, sample) => series.map((one) => `${one.name} ${number(one.of(sample))} ${curve.unit}`).join(', ');

function moveAlong(curve, event) {
  const samples = visible();
  const last = samples.length - 1;
  const at = state.focus ?? last;
  const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (target === undefined || last < 0) return;
  event.preventDefault();
  state.focus = Math.max(0, Math.min(last, target));
  const sample = samples[state.focus];
  curve.plot.setCursor({ left: curve.plot.valToPos(sample.atMillis / 1000, 'x'), top: 10 });
  by('reading').textContent = `${new Date(sample.atMillis).toLocaleTimeString('en-GB')}: ${words(curve, seriesOf(curve), sample)}`;
  if (state.focus === last) state.focus = null;
}

for (const button of document.querySelectorAll('#span button')) {
  button.addEventListener('click', () => {
    state.minutes = Number(button.dataset.minutes);
    state.focus = null;
    document.querySelectorAll('#span button').forEach((other) => other.setAttribute('aria-pressed', String(other === button)));
    draw();
  });
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  CURVES.forEach((curve) => { curve.key = null; });
  draw();
});

// --- now ----------------------------------------------------------------------------------------------------------

function showNow(sample) {
  if (!sample) return;
  const busy = Object.values(sample.busyPerSecond ?? {}).reduce((sum, value) => sum + value, 0);
  const heard = sample.placementsPerSecond !== null;
  now('taking', !heard ? 'unknown: no bet-api answers' : busy > 0 && busy >= sample.placementsPerSecond * 0.05 ? 'refused as busy' : 'taken', heard && busy === 0, !heard || busy > 0);
  now('p99', `${number(sample.placementP99Millis)} ms`, false, sample.placementP99Millis > 250);
  now('rate', `${number(sample.placementsPerSecond)} /s`);
  now('backlog', `${number(sample.backlogAgeSeconds)} s`, false, sample.backlogAgeSeconds > 20);
  now('settled', `${number(sample.settledPerSecond)} /s`);
  now('locks', number(sample.lockWaiters, 0), false, sample.lockWaiters > 5);
  now('pool', number(sample.poolPending, 0), false, sample.poolPending > 5);
  now('busy', `${number(busy)} /s`, false, busy > 0);
  now('transaction', `${number(sample.oldestTransactionSeconds)} s`, false, sample.oldestTransactionSeconds > 10);
  now('relay', `${number(sample.relayAgeSeconds)} s`, false, sample.relayAgeSeconds > 5);
  now('replica', sample.replicaLagSeconds === null ? 'no replica' : `${number(sample.replicaLagSeconds)} s`, false, sample.replicaLagSeconds > 5);
}

function now(name, text, good = false, bad = false) {
  const box = document.querySelector(`[data-now="${name}"]`);
  box.querySelector('dd').textContent = text;
  box.className = bad ? 'bad' : good ? 'good' : '';
}

// --- the lists ----------------------------------------------------------------------------------------------------

const money = (minorUnits, currency) => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  return `${(minorUnits / 10 ** digits).toFixed(digits)} ${currency}`;
};
const since = (time) => new Date(time).toLocaleTimeString('en-GB');

const LISTS = {
  markets: {
    empty: 'Everything that came is applied.',
    columns: [
      ['Market', (m) => `${m.event}: ${m.name} (${m.marketId})`], ['Age s', (m) => number(m.ageSeconds), true],
      ['Version', (m) => m.version, true], ['Parts done', (m) => `${m.partsDone} of ${m.parts}`, true],
      ['Settlements', (m) => Number(m.settlements).toLocaleString('en'), true], ['Passed over', (m) => m.passedOver, true],
      ['State', (m) => (m.paused ? 'paused' : m.failures > 0 ? `failing: ${m.lastError ?? ''}` : 'going on')]],
    actions: (m) => [
      m.paused ? ['Resume', () => pauseOrResume('resume', m.marketId)] : ['Pause', () => pauseOrResume('pause', m.marketId)],
      ['Replay', () => replay(m.marketId)]],
  },
  leases: {
    empty: 'Nobody holds a lease.',
    columns: [['Worker', (l) => l.worker], ['Market', (l) => l.marketId], ['Part', (l) => l.part, true], ['Epoch', (l) => l.epoch, true], ['Seconds left', (l) => number(l.secondsLeft), true]],
  },
  pauses: {
    empty: 'Nothing is paused.',
    columns: [['What', (p) => p.scope], ['By', (p) => p.by], ['Since', (p) => since(p.since)], ['Reason', (p) => p.reason]],
    actions: (p) => [['Resume', () => pauseOrResume('resume', p.scope === 'all' ? null : p.scope.slice('market:'.length))]],
  },
  holds: {
    empty: 'No hold is overdue.',
    columns: [['Bet', (h) => h.betId], ['Account', (h) => h.accountId], ['Owner', (h) => h.owner], ['Stake', (h) => money(h.stakeMinorUnits, h.currency), true], ['Due', (h) => since(h.settleBy)]],
    actions: (h) => [['Void', () => voidBet(h)]],
  },
  incidents: {
    empty: 'No incident is open.',
    columns: [['Kind', (i) => i.kind], ['Subject', (i) => i.subject], ['Owner', (i) => i.owner], ['Opened', (i) => since(i.openedAt)]],
  },
  deadLetters: {
    empty: 'No dead letter waits.',
    columns: [['Reason', (d) => `${d.reasonCode}: ${d.reason}`], ['Received', (d) => since(d.receivedAt)]],
    actions: (d) => [['Retry', () => retryLetter(d)]],
  },
};

function showBoard() {
  for (const [name, list] of Object.entries(LISTS)) {
    const box = document.querySelector(`[data-list="${name}"]`);
    const items = state.board[name];
    const shown = JSON.stringify(items);
    if (box.dataset.shown === shown) continue;
    if (box.contains(document.activeElement)) continue;
    box.dataset.shown = shown;
    box.replaceChildren(items.length === 0 ? text('p', list.empty) : table(list, items, box.closest('article')));
  }
  for (const total of document.querySelectorAll('[data-total]')) total.textContent = state.board.totals[total.dataset.total];
  const days = state.board.totals.partitionDaysAhead;
  now('partitions', days === null ? '–' : `${days} days`, false, days < 3);
}

function text(kind, content) {
  const element = document.createElement(kind);
  element.textContent = content;
  return element;
}

function table(list, items, article) {
  const shown = document.createElement('table');
  shown.setAttribute('aria-labelledby', article.getAttribute('aria-labelledby'));
  const head = shown.createTHead().insertRow();
  for (const [title, , numeric] of list.columns) {
    const cell = text('th', title);
    cell.scope = 'col';
    cell.className = numeric ? 'number' : '';
    head.append(cell);
  }
  if (list.actions) head.append(text('th', 'Do'));
  const body = shown.createTBody();
  for (const item of items) {
    const row = body.insertRow();
    for (const [, value, numeric] of list.columns) {
      const cell = row.insertCell();
      cell.textContent = String(value(item));
      cell.className = numeric ? 'number' : '';
    }
    if (list.actions) {
      const buttons = document.createElement('div');
      buttons.className = 'actions';
      for (const [label, act] of list.actions(item)) {
        const button = text('button', label);
        button.type = 'button';
        button.setAttribute('aria-label', `${label} ${list.columns[0][1](item)}`);
        button.addEventListener('click', act);
        buttons.append(button);
      }
      row.insertCell().append(buttons);
    }
  }
  return shown;
}

// --- what people do -----------------------------------------------------------------------------------------------

async function call(path, body) {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${state.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await reply.json().catch(() => ({}));
  if (reply.ok) return answer;
  const problem = new Error(answer.detail ?? answer.title ?? `status ${reply.status}`);
  problem.answer = answer;
  problem.status = reply.status;
  if (answer.errors) problem.message = answer.errors.map((one) => `${one.pointer} ${one.detail}`).join('; ');
  throw problem;
}

/** Asks for a reason, shows what will happen, and does it; what `act` returns is shown, what it throws too. */
function ask({ title, go, preview, act }) {
  by('dialog-title').textContent = title;
  by('dialog-go').textContent = go;
  by('dialog-problem').textContent = '';
  by('dialog-preview').replaceChildren(...preview);
  by('reason').value = '';
  by('dialog-form').onsubmit = submitting(act);
  by('dialog').showModal();
  by('reason').focus();
}

// An action that returns another step keeps the dialog open for it.
const submitting = (act) => async (event) => {
  event.preventDefault();
  by('dialog-go').disabled = true;
  by('dialog-problem').textContent = '';
  try {
    const next = await act(by('reason').value.trim());
    if (next) {
      by('dialog-preview').replaceChildren(...next.preview);
      by('dialog-go').textContent = next.go;
      by('dialog-form').onsubmit = submitting(next.act);
    } else {
      by('dialog').close();
    }
  } catch (problem) {
    by('dialog-problem').textContent = problem.message;
  } finally {
    by('dialog-go').disabled = false;
  }
};
by('dialog-cancel').addEventListener('click', () => by('dialog').close());

function pauseOrResume(what, marketId) {
  const waiting = (state.board?.markets ?? []).filter((market) => marketId === null || market.marketId === marketId);
  ask({
    title: `${what === 'pause' ? 'Pause' : 'Resume'} ${marketId === null ? 'all settlement' : `market ${marketId}`}`,
    go: what === 'pause' ? 'Pause' : 'Resume',
    preview: [text('p', what === 'pause'
      ? `${waiting.length} markets with a backlog stop after the batch in hand; their age goes on growing.`
      : `${waiting.length} markets with a backlog go on where they stopped.`)],
    act: async (reason) => {
      await call(`/admin/settlement/${what}`, marketId === null ? { reason } : { marketId, reason });
    },
  });
}

function voidBet(hold) {
  ask({
    title: `Void bet ${hold.betId}`,
    go: 'Void the bet',
    preview: [text('p', `${money(hold.stakeMinorUnits, hold.currency)} goes back from reserved to available on account ${hold.accountId}. It cannot be undone, and later results will not change it.`)],
    act: async (reason) => { await call(`/admin/bets/${encodeURIComponent(hold.betId)}/void`, { reason }); },
  });
}

function retryLetter(letter) {
  ask({
    title: 'Retry a dead letter',
    go: 'Retry',
    preview: [text('p', `Received ${since(letter.receivedAt)}, ${letter.reasonCode}: ${letter.reason}`), text('p', 'It is taken in again as if it came now; what it moves is what its result says.')],
    act: async (reason) => {
      const answer = await call(`/admin/dead-letters/${encodeURIComponent(letter.deadLetterId)}/retry`, { reason });
      if (answer.outcome === 'REFUSED') throw new Error(`Still refused: ${answer.detail ?? ''}`);
    },
  });
}

function replay(marketId) {
  const path = `/admin/markets/${encodeURIComponent(marketId)}/replay`;
  const confirm = (preview) => ({
    go: 'Replay now',
    preview: previewOf(preview),
    act: async (reason) => {
      try {
        await call(path, { reason, previewHash: preview.previewHash });
      } catch (problem) {
        if (problem.status !== 409 || !problem.answer.preview) throw problem;
        by('dialog-problem').textContent = 'The world has moved since; this is what would move now.';
        return confirm(problem.answer.preview);
      }
      return null;
    },
  });
  ask({
    title: `Replay market ${marketId}`,
    go: 'Show what would move',
    preview: [text('p', 'A dry run comes first; nothing moves yet.')],
    act: async (reason) => confirm(await call(`${path}?dryRun=true`, { reason })),
  });
}

function previewOf(preview) {
  const totals = (preview.totals ?? []).map((total) => text('li', `${total.currency}: available ${total.availableChange}, reserved ${total.reservedChange}`));
  const list = document.createElement('ul');
  list.append(...totals);
  const bets = preview.bets ?? {};
  return [
    text('p', `${bets.looked ?? '?'} bets looked at, ${bets.toSettle ?? '?'} would be settled again, on ${(preview.accounts ?? []).length} accounts.`),
    totals.length === 0 ? text('p', 'No money would move.') : list,
  ];
}

document.querySelector('[data-action="pause-all"]').addEventListener('click', () => pauseOrResume('pause', null));
document.querySelector('[data-action="resume-all"]').addEventListener('click', () => pauseOrResume('resume', null));

// --- diagnosis ----------------------------------------------------------------------------------------------------

by('diagnose').addEventListener('click', async () => {
  if (!state.token) { say('Enter a token first'); return; }
  by('diagnose').disabled = true;
  by('diagnosis').replaceChildren(text('p', 'Looking …'));
  try {
    const reply = await fetch('/admin/diagnosis', { headers: { Authorization: `Bearer ${state.token}` } });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(answer.detail ?? `status ${reply.status}`);
    by('diagnosis').replaceChildren(...diagnosed(answer));
  } catch (problem) {
    by('diagnosis').replaceChildren(text('p', `No look: ${problem.message}`));
  } finally {
    by('diagnose').disabled = false;
  }
});

function diagnosed(answer) {
  const shown = answer.healthy ? [text('p', 'No mechanism owns the latency.')] : [];
  for (const verdict of answer.verdicts) {
    const because = document.createElement('ul');
    because.append(...verdict.because.map((one) => text('li', `${one.reading} ${number(one.value)} ${one.unit}${one.limit ? ` (${one.limit})` : ''}`)));
    shown.push(text('h4', verdict.title), text('p', verdict.says), because, text('p', `Wrong if: ${verdict.wouldDisprove}`));
  }
  if (answer.notJudged.length > 0) shown.push(text('p', `Not judged: ${answer.notJudged.map((one) => one.mechanism).join(', ')}`));
  return shown;
}

draw();
