// The order of test files: the longest first, so that no worker is left with one when all others have finished.
import Sequencer from '@jest/test-sequencer';

/** What a file takes that has not been run here before, by a word of its path or else by its project. */
const EXPECTED_OF_PATH_MS = [
  ['executor/', 40_000],
  ['log-collector/', 20_000],
  ['scheduler.sim', 40_000],
];
const EXPECTED_MS = {
  kubernetes: 60_000,
  system: 60_000,
  faults: 40_000,
  e2e: 40_000,
  simulation: 20_000,
  integration: 8_000,
  unit: 500,
  contract: 500,
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const ofPath = ({ path }) =>
      path.includes('.int.') || path.includes('.sim.')
        ? EXPECTED_OF_PATH_MS.find(([word]) => path.includes(word))?.[1]
        : undefined;
    const ofProject = ({ context }) => EXPECTED_MS[context.config.displayName?.name] ?? 0;
    const expected = (test) => this.time(test) ?? ofPath(test) ?? ofProject(test);
    return [...tests].sort((a, b) => this.hasFailed(b) - this.hasFailed(a) || expected(b) - expected(a));
  }
}
