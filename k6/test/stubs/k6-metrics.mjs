import { state } from '../stubs.mjs';

const metric = (kind) =>
  class {
    constructor(name) {
      this.name = name;
      // Known from its declaration on: a counter that nothing was added to is 0.
      if (kind === 'counter') state.add(name, kind, 0);
    }

    add(value) {
      state.add(this.name, kind, value);
    }
  };

export const Counter = metric('counter');
export const Rate = metric('rate');
export const Trend = metric('trend');
