import { asJobId, asRunId, asTenantId, type JobId } from '#common/domain/ids.js';
import type { Cause } from '#common/run/cause.js';
import type { Run } from '#common/run/run.js';
import type { AfterRule, AfterRuleCondition } from '#common/schedule/schedule-state.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { FactReader } from './fact-reader.js';

const [A, B, C] = ['a', 'b', 'c'].map(asJobId) as [JobId, JobId, JobId];
const condition = (job: JobId, match: AfterRuleCondition['match'] = 'sameSlot'): AfterRuleCondition => ({
  job,
  on: 'succeeded',
  match,
  within: null,
  exitCodes: null,
  outputs: [],
  pass: [],
});
const rule = (require: AfterRule['require'], ...conditions: AfterRuleCondition[]): AfterRule => ({
  require,
  conditions,
  deadline: null,
});
const runOf = (job: JobId, cause: string): Run => aRun(aPlan(), { id: asRunId(`${job}@${cause}`), job });

/** Jobs, each with its upstream job, and the runs of the given causes. */
function reader(above: Partial<Record<string, JobId>>, runs: readonly Run[] = []) {
  const asked: string[] = [];
  const facts = new FactReader({
    schedules: {
      load: (job) => {
        const of = above[job];
        return Promise.resolve(aSchedule(null, 0, { job, ...(of && { after: rule('all', condition(of)) }) }));
      },
    },
    reads: {
      ofCause: (job, cause) => {
        asked.push(`${job}@${cause}`);
        return Promise.resolve(runs.filter(({ id }) => id === `${job}@${cause}`));
      },
      latestEnded: (job) => {
        asked.push(`latest ${job}`);
        return Promise.resolve(runOf(job, 'latest'));
      },
    },
    tenants: { load: () => Promise.resolve({ dependents: [asTenantId('friend')] } as never) },
  });
  return { facts, asked };
}

test('under "any" the ended run is the only fact, and nothing is read', async () => {
  const { facts, asked } = reader({});
  const read = await facts.read(rule('any', condition(A), condition(B)), runOf(A, '10'), {
    cause: '10',
    root: undefined,
  });
  expect([asked, read.sameCause.size, read.latest.size]).toEqual([[], 0, 0]);
});

test('under "all" the runs of the same cause and the latest runs of other jobs are read', async () => {
  const { facts, asked } = reader({});
  const all = rule('all', condition(A), condition(B), condition(C, 'latest'));
  await facts.read(all, runOf(A, '10'), { cause: '10', root: undefined });
  expect(asked.sort()).toEqual(['a@10', 'b@10', 'latest c']);
});

test('in a chain that is repeated from A, a job that does not depend on A counts with its run of the original chain', async () => {
  const { facts } = reader({ c: A }, [runOf(A, '10-rx'), runOf(B, '10'), runOf(C, '10')]);
  const again = { cause: '10-rx' as Cause, root: A };
  const { sameCause } = await facts.read(
    rule('all', condition(A), condition(B), condition(C)),
    runOf(A, '10-rx'),
    again,
  );
  const ids = (job: JobId): string[] => (sameCause.get(job) ?? []).map(({ id }) => id);
  expect([ids(A), ids(B), ids(C)]).toEqual([['a@10-rx'], ['b@10'], []]);
});

test('jobs of another tenant may depend on a job only if its tenant allows it', async () => {
  const { facts } = reader({});
  const [own, friend, stranger] = ['own', 'friend', 'stranger'].map(asTenantId) as [never, never, never];
  expect(await facts.mayFollow(own, own)).toBe(true);
  expect(await facts.mayFollow(friend, own)).toBe(true);
  expect(await facts.mayFollow(stranger, own)).toBe(false);
});
