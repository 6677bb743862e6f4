// Which mechanism owns the latency, looked for when somebody asks.

import { by, number, text } from './format.js';
import { call, isEntered } from './session.js';

/** Looks once and shows what was found. */
export async function diagnose() {
  if (!isEntered()) {
    show(text('p', 'Enter a token first.'));
    return;
  }
  by('diagnose').disabled = true;
  show(text('p', 'Looking …'));
  try {
    show(...diagnosed(await call('GET', '/admin/diagnosis')));
  } catch (problem) {
    show(text('p', `No look: ${problem.message}`));
  } finally {
    by('diagnose').disabled = false;
  }
}

const show = (...elements) => by('diagnosis').replaceChildren(...elements);

function diagnosed(answer) {
  const shown = answer.healthy ? [text('p', 'No mechanism owns the latency.')] : [];
  for (const verdict of answer.verdicts) {
    const because = document.createElement('ul');
    because.append(...verdict.because.map((one) => text('li', reading(one))));
    shown.push(text('h4', verdict.title), text('p', verdict.says), because, text('p', `Wrong if: ${verdict.wouldDisprove}`));
  }
  if (answer.notJudged.length > 0) shown.push(text('p', `Not judged: ${answer.notJudged.map((one) => one.mechanism).join(', ')}`));
  return shown;
}

function reading(one) {
  const limit = one.limit ? ` (${one.limit})` : '';
  return `${one.reading} ${number(one.value)} ${one.unit}${limit}`;
}
