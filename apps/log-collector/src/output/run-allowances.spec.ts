import { asAttemptId } from '#common/domain/ids.js';
import { RunAllowances } from './run-allowances.js';

const stored = { keptBytesOfRun: (): Promise<number> => Promise.resolve(300) };
const second = asAttemptId('run-1/0/main/0/2');

test.each([
  ['the service allows where the tenant says nothing', null, { maxBytes: 1_000, leftBytes: 700 }],
  ['the tenant allows where that is less', 400, { maxBytes: 400, leftBytes: 100 }],
  ['the service allows where the tenant would like more', 5_000, { maxBytes: 1_000, leftBytes: 700 }],
  ['nothing where more is stored already', 200, { maxBytes: 200, leftBytes: 0 }],
])('a run may grow by what %s', async (_what, ofTenant, want) => {
  expect(await new RunAllowances(stored, 1_000).of(second, false, ofTenant)).toEqual(want);
});
