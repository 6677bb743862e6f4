import { state, wait } from '../stubs.mjs';

export const sleep = wait;

export function check(value, conditions) {
  let all = true;
  for (const [name, holds] of Object.entries(conditions)) {
    const outcome = (state.checks[name] ??= { passed: 0, failed: 0 });
    const passed = Boolean(holds(value));
    outcome[passed ? 'passed' : 'failed'] += 1;
    all &&= passed;
  }
  return all;
}
