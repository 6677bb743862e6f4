// What people do. Each action shows what it will move and asks for a reason first; replay runs dry before it runs.

import { call } from './session.js';
import { ask, smallTable, warn } from './dialog.js';
import { counted, money, number, since, text } from './format.js';
import { board } from './lists.js';

const ACCOUNTS_SHOWN = 8;
const OUTCOMES_SHOWN = 12;

export function pauseOrResume(what, marketId) {
  const whole = marketId === null;
  const subject = whole ? 'all settlement' : `market ${marketId}`;
  ask({
    title: `${what === 'pause' ? 'Pause' : 'Resume'} ${subject}`,
    go: what === 'pause' ? 'Pause' : 'Resume',
    preview: pausePreview(what, marketId),
    act: async (reason) => {
      await call('POST', `/admin/settlement/${what}`, whole ? { reason } : { marketId, reason });
      return what === 'pause' ? `Paused: ${subject}` : `Resumed: ${subject}`;
    },
  });
}

function pausePreview(what, marketId) {
  const totals = board?.totals ?? {};
  const market = (board?.markets ?? []).find((one) => one.marketId === marketId);
  const backlog = marketId === null
    ? `${counted(totals.markets ?? 0, 'market')} with a backlog, the oldest ${number(totals.oldestSeconds ?? 0)} s`
    : market ? `${market.partsDone} of ${market.parts} parts done, ${number(market.ageSeconds)} s old` : 'it has no backlog now';
  return what === 'pause'
    ? [text('p', `Stops after the batches in hand: ${backlog}.`),
      text('p', 'No money moves. Results are still taken in and selections shut; the backlog grows older until it is resumed.')]
    : [text('p', `Goes on where it stopped: ${backlog}.`),
      text('p', marketId === null ? 'Pauses of single markets stay.' : 'A pause of all settlement stays.')];
}

export function voidBet(hold) {
  const stake = money(hold.stakeMinorUnits, hold.currency);
  ask({
    title: `Void bet ${hold.betId}`,
    go: 'Void the bet',
    preview: [
      smallTable('What moves', ['Account', 'Available', 'Reserved'], [[hold.accountId, `+${stake}`, `-${stake}`]]),
      text('p', `Due since ${since(hold.settleBy)}, owned by ${hold.owner}. It cannot be undone, and later results will not change it.`)],
    act: async (reason) => {
      const voided = await call('POST', `/admin/bets/${encodeURIComponent(hold.betId)}/void`, { reason });
      return `Voided: ${voided.returns} ${voided.currency} went back to ${hold.accountId}`;
    },
  });
}

export async function retryLetter(letter) {
  const looked = await call('GET', `/ops/dead-letters/${letter.deadLetterId}`).catch((problem) => ({ record: `cannot be shown: ${problem.message}` }));
  const record = text('pre', looked.record ?? 'empty');
  record.tabIndex = 0;
  record.setAttribute('aria-label', 'The record');
  ask({
    title: `Retry a dead letter of ${since(letter.receivedAt)}`,
    go: 'Retry',
    preview: [
      text('p', `It was put aside: ${letter.reasonCode}, ${letter.reason}`),
      text('p', `It is taken in again as if it came now, from ${looked.topic ?? '?'} ${looked.partition ?? '?'}@${looked.offset ?? '?'}, and moves what its record says:`),
      record],
    act: async (reason) => {
      const answer = await call('POST', `/admin/dead-letters/${encodeURIComponent(letter.deadLetterId)}/retry`, { reason });
      if (answer.outcome === 'REFUSED') throw new Error(`Still refused: ${answer.detail ?? ''}`);
      return `Retried: ${answer.outcome}`;
    },
  });
}

export function replay(marketId) {
  const path = `/admin/markets/${encodeURIComponent(marketId)}/replay`;
  const confirm = (preview) => ({
    go: 'Replay now',
    preview: replayPreview(preview),
    act: async (reason) => {
      try {
        await call('POST', path, { reason, previewHash: preview.previewHash });
      } catch (problem) {
        if (problem.status !== 409 || !problem.answer.preview) throw problem;
        warn('The world has moved since. Nothing was begun; this is what would move now.');
        return confirm(problem.answer.preview);
      }
      return `Replay of market ${marketId} has begun`;
    },
  });
  ask({
    title: `Replay market ${marketId}`,
    go: 'Show what would move',
    preview: [text('p', 'A dry run comes first; nothing moves yet.')],
    act: async (reason) => confirm(await call('POST', `${path}?dryRun=true`, { reason })),
  });
}

function replayPreview(preview) {
  const { bets, totals, accounts, accountsOmitted } = preview;
  const failing = bets.failing > 0 ? `, ${bets.failing} cannot be settled as they stand` : '';
  const shown = [text('p', `Dry run at version ${preview.version}: ${counted(bets.looked, 'bet')} looked at, ${bets.toSettle} would be settled again${failing}.`)];
  if (totals.length === 0) return [...shown, text('p', 'No money would move.')];
  const listed = accounts.slice(0, ACCOUNTS_SHOWN);
  const more = accounts.length - listed.length + Number(accountsOmitted);
  shown.push(
    smallTable('Together', ['Currency', 'Available', 'Reserved'], totals.map((total) => [total.currency, total.availableChange, total.reservedChange])),
    smallTable('By account', ['Account', 'Available', 'Reserved'],
      listed.map((account) => [account.accountId, `${account.availableChange} ${account.currency}`, account.reservedChange])));
  if (more > 0) shown.push(text('p', `And ${counted(more, 'account')} more.`));
  return shown;
}

export async function resolveIncident(incident) {
  const looked = await call('GET', `/ops/incidents/${incident.incidentId}`).catch((problem) => ({ problem: problem.message }));
  const isConflict = incident.kind === 'RESULT_CONFLICT' && looked.detail !== undefined;
  ask({
    title: `Resolve ${incident.kind} of ${incident.subject}`,
    go: 'Decide',
    preview: looked.problem ? [text('p', looked.problem)] : isConflict ? conflictChoices(looked) : closing(looked),
    act: async (reason, form) => {
      const chosen = isConflict ? new FormData(form).get('decision') : 'CLOSE';
      if (!chosen) throw new Error('Choose what counts.');
      const [decision, contentHash] = chosen.split(' ');
      const body = contentHash ? { decision, contentHash, reason } : { decision, reason };
      const resolved = await call('POST', `/admin/incidents/${encodeURIComponent(incident.incidentId)}/resolve`, body);
      return `Resolved: ${resolved.decision} for ${resolved.subject}`;
    },
  });
}

function closing(looked) {
  const detail = text('pre', JSON.stringify(looked.detail, null, 1));
  detail.tabIndex = 0;
  detail.setAttribute('aria-label', 'What it tells');
  return [text('p', 'The incident is over with it; nothing else follows.'), detail];
}

// The content that counts first, then all that were refused, each with what it says.
function conflictChoices(looked) {
  const group = document.createElement('fieldset');
  group.append(text('legend', `Which content of ${looked.subject} counts?`));
  group.append(choice('KEEP_STORED', `What counts now. No money moves. It says: ${said(looked.standing)}`));
  for (const other of [looked.detail, ...(looked.detail.others ?? [])]) {
    group.append(choice(`TAKE_OTHER ${other.contentHash}`, `This instead. It says: ${said(other)}`));
  }
  return [group, text('p', `Taking another content shuts the selections it decides and has all bets of the market looked at again, ${counted(looked.settlements ?? 0, 'settlement')} among them; what changes is reversed and settled anew.`)];
}

function choice(value, words) {
  const label = document.createElement('label');
  const button = document.createElement('input');
  button.type = 'radio';
  button.name = 'decision';
  button.value = value;
  label.append(button, text('span', words));
  return label;
}

function said(content) {
  if (!content) return 'it is not stored any more';
  if (content.type !== 'RESULT') return [content.type, content.from && `from ${content.from}`, content.to && `to ${content.to}`].filter(Boolean).join(' ');
  const outcomes = content.outcomes ?? [];
  const listed = outcomes.slice(0, OUTCOMES_SHOWN).map((outcome) => `${outcome.selectionId} ${outcome.result}`).join(', ');
  return `${content.certainty} ${listed}${outcomes.length > OUTCOMES_SHOWN ? `, and ${outcomes.length - OUTCOMES_SHOWN} more` : ''}`;
}
