// The order of test files: the longest first, so that no worker is left with one when all others have finished.
import Sequencer from '@jest/test-sequencer';

/** What a file takes that has not been run here before, by its project. */
const EXPECTED_MS = {
  kubernetes: 60_000,
  system: 60_000,
  e2e: 40_000,
  simulation: 20_000,
  integration: 8_000,
  unit: 500,
  contract: 500,
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const expected = (test) => this.time(test) ?? EXPECTED_MS[test.context.config.displayName?.name] ?? 0;
    return [...tests].sort((a, b) => this.hasFailed(b) - this.hasFailed(a) || expected(b) - expected(a));
  }
}
