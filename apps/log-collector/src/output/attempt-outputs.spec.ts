import { asAttemptId } from '#common/domain/ids.js';
import { RunAllowances } from './attempt-outputs.js';

const stored = { keptBytesOfRun: (): Promise<number> => Promise.resolve(300) };
const second = asAttemptId('run-1/0/main/0/2');

test.each([
  ['the service allows if the tenant sets no limit', null, { maxBytes: 1_000, leftBytes: 700 }],
  ['the tenant allows if that is less', 400, { maxBytes: 400, leftBytes: 100 }],
  ['the service allows if the limit of the tenant is higher', 5_000, { maxBytes: 1_000, leftBytes: 700 }],
  ['remains, which is nothing if more is stored already', 200, { maxBytes: 200, leftBytes: 0 }],
])('the output of a run may grow by what %s', async (_what, ofTenant, want) => {
  expect(await new RunAllowances(stored, 1_000).of(second, false, ofTenant)).toEqual(want);
});
