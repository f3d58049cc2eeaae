import { backfillOf, backfillRunId } from './backfill.js';
import { asJobId } from './ids.js';

const JOB = asJobId('report-1');

test('the run of a backfilled slot names its backfill', () => {
  const run = backfillRunId({ id: 'may-2026', job: JOB }, 1_790_000_000_000);
  expect(run).toBe('report-1-1790000000-bmay-2026');
  expect(backfillOf(run, JOB)).toBe('may-2026');
});

test.each(['report-1-1790000000', 'report-2-1790000000-bx', 'report-1-by-hand', 'report-1-x1790000000-bx'])(
  'the run %s belongs to no backfill of that job',
  (run) => {
    expect(backfillOf(run, JOB)).toBeNull();
  },
);
