// The lists. A row is kept as long as its thing is listed, so that focus, selection and pointer stay where they are.

import { by, money, number, since, text, write } from './format.js';
import { pauseOrResume, replay, resolveIncident, retryLetter, voidBet } from './actions.js';

const state = (market) => {
  if (market.paused) return 'paused';
  return market.failures > 0 ? `failing, ${market.failures} attempts: ${market.lastError ?? ''}` : 'going on';
};

const LISTS = {
  markets: {
    key: (m) => m.marketId,
    empty: 'Everything that came is applied.',
    columns: [
      { title: 'Market', of: (m) => `${m.event}: ${m.name} (${m.marketId})` },
      { title: 'Age, s', of: (m) => number(m.ageSeconds), number: true },
      { title: 'Version', of: (m) => m.version, number: true },
      { title: 'Parts done', of: (m) => `${m.partsDone} of ${m.parts}`, number: true, share: (m) => [m.partsDone, m.parts] },
      { title: 'Settlements', of: (m) => Number(m.settlements).toLocaleString('en'), number: true },
      { title: 'Passed over', of: (m) => m.passedOver, number: true },
      { title: 'State', of: state }],
    actions: (m) => [
      m.paused ? ['Resume', () => pauseOrResume('resume', m.marketId)] : ['Pause', () => pauseOrResume('pause', m.marketId)],
      ['Replay', () => replay(m.marketId)]],
  },
  leases: {
    key: (l) => `${l.marketId}/${l.part}`,
    empty: 'Nobody holds a lease.',
    columns: [
      { title: 'Worker', of: (l) => l.worker }, { title: 'Market', of: (l) => l.marketId }, { title: 'Part', of: (l) => l.part, number: true },
      { title: 'Epoch', of: (l) => l.epoch, number: true }, { title: 'Seconds left', of: (l) => number(l.secondsLeft), number: true }],
  },
  pauses: {
    key: (p) => p.scope,
    empty: 'Nothing is paused.',
    columns: [
      { title: 'What', of: (p) => p.scope }, { title: 'By', of: (p) => p.by }, { title: 'Since', of: (p) => since(p.since), short: true },
      { title: 'Reason', of: (p) => p.reason }],
    actions: (p) => [['Resume', () => pauseOrResume('resume', p.scope === 'all' ? null : p.scope.slice('market:'.length))]],
  },
  holds: {
    key: (h) => h.betId,
    empty: 'No hold is overdue.',
    columns: [
      { title: 'Bet', of: (h) => h.betId }, { title: 'Account', of: (h) => h.accountId }, { title: 'Owner', of: (h) => h.owner },
      { title: 'Stake', of: (h) => money(h.stakeMinorUnits, h.currency), number: true }, { title: 'Due', of: (h) => since(h.settleBy), short: true }],
    actions: (h) => [['Void', () => voidBet(h)]],
  },
  incidents: {
    key: (i) => i.incidentId,
    empty: 'No incident is open.',
    columns: [
      { title: 'Kind', of: (i) => i.kind }, { title: 'Subject', of: (i) => i.subject }, { title: 'Owner', of: (i) => i.owner },
      { title: 'Opened', of: (i) => since(i.openedAt), short: true }],
    actions: (i) => [['Resolve', () => resolveIncident(i)]],
    named: (i) => `${i.kind} of ${i.subject}`,
  },
  deadLetters: {
    key: (d) => d.deadLetterId,
    empty: 'No dead letter waits.',
    columns: [{ title: 'Reason', of: (d) => `${d.reasonCode}: ${d.reason}` }, { title: 'Received', of: (d) => since(d.receivedAt), short: true }],
    actions: (d) => [['Retry', () => retryLetter(d)]],
    named: (d) => `dead letter, ${d.reasonCode}, received ${since(d.receivedAt)}`,
  },
};

/** What was last listed; null before. */
export let board = null;

export function showBoard(told) {
  board = told;
  for (const [name, list] of Object.entries(LISTS)) show(list, board[name], document.querySelector(`[data-list="${name}"]`));
  for (const total of document.querySelectorAll('[data-total]')) write(total, String(board.totals[total.dataset.total]));
}

function show(list, items, box) {
  const view = (list.view ??= build(list, box));
  view.empty.hidden = items.length > 0;
  view.scroll.hidden = items.length === 0;
  const focused = document.activeElement;
  const isHeld = view.body.matches(':hover') || view.body.contains(focused);
  const gone = new Set(view.rows.keys());
  items.forEach((item, at) => {
    const key = list.key(item);
    gone.delete(key);
    const row = view.rows.get(key) ?? rowOf(list, view, key);
    fill(list, row, item);
    // Rows do not change places under somebody's hand.
    if (!row.isConnected) view.body.append(row);
    if (!isHeld && view.body.rows[at] !== row) view.body.insertBefore(row, view.body.rows[at] ?? null);
  });
  for (const key of gone) {
    const row = view.rows.get(key);
    if (row.contains(document.activeElement)) view.heading.focus();
    row.remove();
    view.rows.delete(key);
  }
}

function build(list, box) {
  const heading = by(box.closest('article').getAttribute('aria-labelledby'));
  heading.tabIndex = -1;
  const empty = text('p', list.empty, 'note');
  const scroll = text('div', '', 'scroll');
  const table = document.createElement('table');
  table.append(text('caption', heading.firstChild.textContent.trim(), 'unseen'));
  const head = table.createTHead().insertRow();
  for (const column of [...list.columns, ...(list.actions ? [{ title: 'Actions' }] : [])]) {
    const cell = text('th', column.title, column.number ? 'number' : '');
    cell.scope = 'col';
    cell.setAttribute('role', 'columnheader');
    head.append(cell);
  }
  const body = table.createTBody();
  // Said outright, because the phone's layout takes the elements' own roles away.
  table.setAttribute('role', 'table');
  [table.tHead, body].forEach((group) => group.setAttribute('role', 'rowgroup'));
  head.setAttribute('role', 'row');
  scroll.append(table);
  box.replaceChildren(empty, scroll);
  return { heading, empty, scroll, body, rows: new Map() };
}

function rowOf(list, view, key) {
  const row = document.createElement('tr');
  row.setAttribute('role', 'row');
  row.dataset.key = key;
  list.columns.forEach((column, i) => {
    const cell = document.createElement(i === 0 ? 'th' : 'td');
    if (i === 0) cell.scope = 'row';
    cell.setAttribute('role', i === 0 ? 'rowheader' : 'cell');
    cell.className = column.number ? 'number' : column.short ? 'short' : '';
    cell.dataset.title = column.title;
    cell.append(document.createElement('span'));
    if (column.share) cell.append(shareBar());
    row.append(cell);
  });
  if (list.actions) {
    const cell = row.insertCell();
    cell.setAttribute('role', 'cell');
    cell.append(text('div', '', 'actions'));
  }
  view.rows.set(key, row);
  return row;
}

// The words beside it say the same.
function shareBar() {
  const bar = document.createElement('progress');
  bar.setAttribute('aria-hidden', 'true');
  return bar;
}

function fill(list, row, item) {
  list.columns.forEach((column, i) => {
    write(row.cells[i].firstChild, String(column.of(item) ?? '–'));
    if (column.share) {
      const [done, all] = column.share(item);
      const bar = row.cells[i].lastChild;
      bar.max = Math.max(1, all);
      bar.value = done;
    }
  });
  if (list.actions) offer(list, row, item);
}

function offer(list, row, item) {
  const actions = list.actions(item);
  const box = row.querySelector('.actions');
  row.actions = new Map(actions);
  const labels = actions.map(([label]) => label).join('|');
  if (box.dataset.labels === labels) return;
  box.dataset.labels = labels;
  const hadFocus = box.contains(document.activeElement);
  box.replaceChildren(...actions.map(([label]) => {
    const button = text('button', label);
    button.type = 'button';
    button.setAttribute('aria-label', `${label} ${list.named?.(item) ?? list.columns[0].of(item)}`);
    button.addEventListener('click', () => row.actions.get(label)());
    return button;
  }));
  if (hadFocus) box.firstChild.focus();
}
