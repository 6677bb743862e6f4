// The console of settlement-worker: what each part of the page does stands in the module of its name. No build step.

import { by, write } from './format.js';
import { enter, isEntered, leave } from './session.js';
import { readStream } from './stream.js';
import * as curves from './curves.js';
import { showSample, showTotals } from './now.js';
import { showBoard } from './lists.js';
import { pauseOrResume } from './actions.js';
import { diagnose } from './diagnosis.js';

// What comes by the stream, by the events' names. A further panel adds its own event here.
const events = {
  history: (samples) => {
    curves.startWith(samples);
    showSample(curves.latest());
  },
  sample: (sample) => {
    curves.add(sample);
    showSample(sample);
  },
  board: (board) => {
    showTotals(board.totals);
    showBoard(board);
  },
};

function connection(state, words) {
  document.body.dataset.connection = state;
  by('entry').hidden = state !== 'none';
  write(by('connection'), words);
}

by('entry').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (isEntered()) return;
  enter(by('token').value.trim());
  by('token').value = '';
  await readStream({
    events,
    connection,
    refused: (words) => {
      leave();
      connection('none', words);
      by('token').focus();
    },
  });
});

document.querySelector('[data-action="pause-all"]').addEventListener('click', () => pauseOrResume('pause', null));
document.querySelector('[data-action="resume-all"]').addEventListener('click', () => pauseOrResume('resume', null));
by('diagnose').addEventListener('click', diagnose);
curves.start();
