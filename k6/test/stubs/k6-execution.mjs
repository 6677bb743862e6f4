import { state } from '../stubs.mjs';

export default {
  get scenario() {
    return state.scenario;
  },
  vu: { idInTest: 1 },
};
