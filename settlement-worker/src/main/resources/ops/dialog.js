// The one dialog: shows what will move, asks for a reason, and does it. What fails says why, in its place.

import { by, text } from './format.js';

let step = null;
let busy = false;
let opener = null;
let fallback = null;

/**
 * Asks. `act(reason, form)` does it: it returns the words for what was done, or another step `{go, preview, act}`, for which
 * the dialog stays open; what it throws is shown.
 */
export function ask({ title, go, preview, act }) {
  opener = document.activeElement;
  fallback = opener?.closest('article')?.querySelector('h3') ?? by('board');
  by('dialog-title').textContent = title;
  by('dialog-problem').textContent = '';
  by('reason').value = '';
  show({ go, preview, act });
  by('dialog').showModal();
  by('reason').focus();
}

function show(next) {
  step = next;
  by('dialog-go').textContent = next.go;
  by('dialog-preview').replaceChildren(...next.preview);
}

by('dialog-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (busy) return;
  setBusy(true);
  by('dialog-problem').textContent = '';
  try {
    const next = await step.act(by('reason').value.trim(), by('dialog-form'));
    if (typeof next === 'string') {
      by('dialog').close();
      by('done').textContent = next;
    } else {
      show(next);
      // Away from the field and the button, so that one key too many does nothing.
      by('dialog-preview').focus();
    }
  } catch (problem) {
    by('dialog-problem').textContent = problem.message;
  } finally {
    setBusy(false);
  }
});

function setBusy(isBusy) {
  busy = isBusy;
  by('dialog-go').setAttribute('aria-disabled', String(isBusy));
}

by('dialog-cancel').addEventListener('click', () => by('dialog').close());
by('dialog').addEventListener('close', () => (opener?.isConnected ? opener : fallback)?.focus());

/** Says in an open dialog what has changed since. */
export const warn = (words) => { by('dialog-problem').textContent = words; };

/** A preview's small table: its caption, the titles of its columns, and its rows of texts. */
export function smallTable(caption, titles, rows) {
  const table = document.createElement('table');
  table.append(text('caption', caption));
  const head = table.createTHead().insertRow();
  titles.forEach((title) => {
    const cell = text('th', title);
    cell.scope = 'col';
    head.append(cell);
  });
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((value) => { line.insertCell().textContent = value; });
  }
  return table;
}
