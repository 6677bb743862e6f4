// The curves, all on one time axis: what a sample holds, drawn by uPlot, and read by pointer or keyboard.

import { by, clock, number, text, write } from './format.js';

const LONGEST_HISTORY = 900;
const GAP_MILLIS = 3_000;

// What each curve shows: a sample's member, its name, its unit. The limits are the demo's exit criteria.
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
  { id: 'lag', title: 'Lag', unit: 's', series: [
    { name: 'relay', color: 4, of: (s) => s.relayAgeSeconds },
    { name: 'replica', color: 5, of: (s) => s.replicaLagSeconds }] },
];
const BUSY_COLORS = [2, 5, 4, 1, 3];
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 4]];

let samples = [];
let minutes = 5;
// The time that somebody points at, in milliseconds; null for the latest.
let pointedAt = null;

export function startWith(history) {
  samples = history;
  draw();
}

export function add(sample) {
  samples.push(sample);
  if (samples.length > LONGEST_HISTORY) samples.shift();
  draw();
}

export const latest = () => samples.at(-1);

const paint = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const rootPixels = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

// By the worker's clock, so that a browser whose clock is wrong sees the same.
const end = () => latest()?.atMillis ?? Date.now();

function visible() {
  const from = end() - minutes * 60_000;
  return samples.filter((sample) => sample.atMillis >= from);
}

// Seconds that nobody took a sample of are a gap in the line.
function withGaps(shown) {
  const whole = [];
  for (const sample of shown) {
    const before = whole.at(-1);
    if (before && sample.atMillis - before.atMillis > GAP_MILLIS) whole.push({ atMillis: before.atMillis + 1 });
    whole.push(sample);
  }
  return whole;
}

function seriesOf(curve) {
  if (curve.id !== 'busy') return curve.series;
  const causes = [...new Set(samples.flatMap((sample) => Object.keys(sample.busyPerSecond ?? {})))].sort();
  return causes.length === 0
    ? [{ name: 'none', color: 3, of: (s) => (s.busyPerSecond ? 0 : null) }]
    : causes.map((cause, i) => ({
      name: cause, color: BUSY_COLORS[i % BUSY_COLORS.length], of: (s) => (s.busyPerSecond ? s.busyPerSecond[cause] ?? 0 : null) }));
}

function draw() {
  const shown = withGaps(visible());
  const times = shown.map((sample) => sample.atMillis / 1000);
  for (const curve of CURVES) {
    if (!curve.box) build(curve);
    const series = seriesOf(curve);
    plot(curve, series, [times, ...series.map((one) => shown.map((sample) => one.of(sample) ?? null))]);
  }
  tell();
}

function build(curve) {
  const figure = document.createElement('figure');
  figure.id = `curve-${curve.id}`;
  curve.caption = document.createElement('figcaption');
  curve.caption.id = `${figure.id}-caption`;
  curve.box = document.createElement('div');
  curve.box.className = 'chart';
  curve.box.tabIndex = 0;
  curve.box.setAttribute('role', 'slider');
  curve.box.setAttribute('aria-label', curve.title);
  curve.box.setAttribute('aria-describedby', 'curves-help');
  figure.append(curve.caption, curve.box);
  by('curves').append(figure);
  curve.box.addEventListener('keydown', (event) => moveAlong(curve, event));
  curve.box.addEventListener('focus', () => speak(curve));
  new ResizeObserver(() => curve.plot?.setSize(sizeOf(curve))).observe(curve.box);
}

const sizeOf = (curve) => ({ width: Math.max(200, curve.box.clientWidth), height: curve.box.clientHeight });

function plot(curve, series, data) {
  const key = series.map((one) => one.name).join('|');
  if (curve.plot && curve.key === key) {
    curve.plot.setData(data);
    return;
  }
  curve.plot?.destroy();
  curve.key = key;
  const letter = Math.round(rootPixels() * 0.78);
  const axis = {
    stroke: () => paint('--soft'), font: `${letter}px system-ui, sans-serif`,
    grid: { stroke: () => paint('--line'), width: 1 }, ticks: { stroke: () => paint('--line'), width: 1 } };
  curve.plot = new uPlot({
    ...sizeOf(curve),
    cursor: { sync: { key: 'night' }, drag: { x: false, y: false }, points: { size: 6 } },
    legend: { show: false },
    scales: {
      x: { range: () => [end() / 1000 - minutes * 60, end() / 1000] },
      y: { range: (u, min, max) => [0, Math.max((max ?? 0) * 1.1, curve.limit ? curve.limit / 10 : 1)] } },
    axes: [
      { ...axis, space: letter * 5, size: letter * 2.4, values: (u, splits) => timesOf(splits) },
      { ...axis, space: letter * 1.9, size: letter * 4 }],
    series: [{}, ...series.map((one, i) => ({
      label: one.name, stroke: () => paint(`--curve-${one.color}`), width: 2, dash: DASHES[i % DASHES.length],
      spanGaps: false, points: { show: false } }))],
    hooks: { draw: [(u) => drawLimit(u, curve)], setCursor: [(u) => pointAt(u)] },
  }, data, curve.box);
}

// Seconds are told where they differ.
function timesOf(splits) {
  const digits = splits.every((second) => second % 60 === 0) ? 5 : 8;
  return splits.map((second) => clock(second * 1000).slice(0, digits));
}

function drawLimit(u, curve) {
  if (!curve.limit || curve.limit > u.scales.y.max) return;
  const y = u.valToPos(curve.limit, 'y', true);
  u.ctx.save();
  u.ctx.strokeStyle = paint('--bad');
  u.ctx.setLineDash([4, 6]);
  u.ctx.beginPath();
  u.ctx.moveTo(u.bbox.left, y);
  u.ctx.lineTo(u.bbox.left + u.bbox.width, y);
  u.ctx.stroke();
  u.ctx.restore();
}

// Every plot of the axis hears of it; the first is enough.
function pointAt(u) {
  if (u.cursor.event === undefined && u.cursor.idx === undefined) return;
  const at = u.cursor.left < 0 || u.cursor.idx == null ? null : Math.round(u.data[0][u.cursor.idx] * 1000);
  if (at === pointedAt) return;
  pointedAt = at;
  tell();
}

function pointed() {
  return (pointedAt === null ? undefined : samples.find((sample) => sample.atMillis === pointedAt)) ?? latest();
}

const words = (curve, sample) => seriesOf(curve).map((one) => `${one.name} ${number(one.of(sample))} ${curve.unit}`.trim()).join(', ');

// The captions say the values of the moment that is pointed at, else of the latest.
function tell() {
  const sample = pointed();
  write(by('moment'), sample ? `${clock(sample.atMillis)}${pointedAt === null ? ', now' : ''}` : 'no samples yet');
  for (const curve of CURVES) {
    if (!curve.caption) continue;
    const series = seriesOf(curve);
    if (curve.captioned !== curve.key) {
      curve.captioned = curve.key;
      curve.caption.replaceChildren(text('strong', curve.title), ...series.map((one) => {
        const entry = text('span', '', 'key');
        entry.style.setProperty('--key', `var(--curve-${one.color})`);
        return entry;
      }));
    }
    series.forEach((one, i) => write(curve.caption.children[i + 1], `${one.name} ${sample ? number(one.of(sample)) : '–'} ${curve.unit}`));
    // Whoever listens to a curve hears what they move to, and not a new value every second.
    if (document.activeElement !== curve.box) speak(curve);
  }
}

function speak(curve) {
  const shown = visible();
  const sample = pointed();
  const at = sample ? shown.findIndex((one) => one.atMillis === sample.atMillis) : 0;
  curve.box.setAttribute('aria-valuemin', '0');
  curve.box.setAttribute('aria-valuemax', String(Math.max(0, shown.length - 1)));
  curve.box.setAttribute('aria-valuenow', String(Math.max(0, at)));
  curve.box.setAttribute('aria-valuetext', sample ? `${clock(sample.atMillis)}: ${words(curve, sample)}` : 'no samples yet');
}

function moveAlong(curve, event) {
  const shown = visible();
  const last = shown.length - 1;
  const at = pointedAt === null ? last : Math.max(0, shown.findIndex((sample) => sample.atMillis === pointedAt));
  const target = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - 10, PageDown: at + 10, Home: 0, End: last }[event.key];
  if (target === undefined || last < 0) return;
  event.preventDefault();
  const to = Math.max(0, Math.min(last, target));
  pointedAt = to === last ? null : shown[to].atMillis;
  for (const other of CURVES) {
    other.plot.setCursor(pointedAt === null ? { left: -10, top: -10 } : { left: other.plot.valToPos(pointedAt / 1000, 'x'), top: 10 }, false);
  }
  tell();
  speak(curve);
}

for (const button of document.querySelectorAll('#span button')) {
  button.addEventListener('click', () => {
    minutes = Number(button.dataset.minutes);
    pointedAt = null;
    document.querySelectorAll('#span button').forEach((other) => other.setAttribute('aria-pressed', String(other === button)));
    draw();
  });
}

// Colours and letter sizes are the plot's own: it is made anew where they change.
function redraw() {
  CURVES.forEach((curve) => { curve.key = null; });
  draw();
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
matchMedia('(min-width: 1800px)').addEventListener('change', redraw);

export const start = draw;
