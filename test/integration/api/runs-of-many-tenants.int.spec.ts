import { asJobId, asTenantId } from '#common/domain/ids.js';
import { ColdRunsStore } from '#common/mongo/cold-runs.store.js';
import { RunEstimates } from '#common/mongo/samples.js';
import type { RunCursor } from '#common/mongo/run-filter.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { stateOf } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import { RunLists, type RunQuestion } from '../../../apps/api/src/runs/run-lists.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { storeRun, T0 } from './stored-runs.js';

const TENANTS = Array.from({ length: 60 }, (_, i) => asTenantId(`many-${String(i).padStart(2, '0')}`));
/** All successes are older than all failures; one of many runs was skipped. */
const phaseAt = (i: number): Run['phase'] => (i % 97 === 0 ? 'Skipped' : i < 300 ? 'Completed' : 'Failed');
const anything = { tenants: null, job: null, state: null, phase: null, trigger: null, errorGroup: null } as const;

let api: ApiUnderTest;
let runs: Run[];
beforeAll(async () => {
  api = await startApi();
  const run = await storeRun(api.mongo, 'one-of-many', { job: asJobId('many'), trigger: 'schedule' });
  runs = Array.from({ length: 900 }, (_, i) => ({
    ...run,
    id: `many-${String((i * 37) % 900).padStart(3, '0')}` as Run['id'],
    phase: phaseAt(i),
    tenant: TENANTS[(i * 7) % TENANTS.length]!,
    createdAt: T0 + 1 + Math.floor(i / 3),
    trigger: i % 5 === 0 ? ('manual' as const) : ('schedule' as const),
  }));
  await new RunsStore(api.mongo).withdraw(run);
  await new RunsStore(api.mongo).insertRuns(runs);
});
afterAll(async () => api.stop());

const listsOf = (mongo: Mongo): RunLists => {
  const clock = { monotonic: () => 0 };
  const tenants = { beginnings: () => Promise.resolve(new Map()), ids: () => Promise.resolve([...TENANTS]) };
  const estimates = new RunEstimates(mongo, clock);
  return new RunLists(new RunReads(mongo), tenants, { kept: estimates, archived: estimates }, new ColdRunsStore(mongo));
};

const QUESTIONS: readonly (readonly [string, Partial<RunQuestion>, (run: Run) => boolean])[] = [
  ['all successes', { state: 'FINISHED' }, ({ phase }) => phase === 'Completed'],
  ['all by schedules', { trigger: 'schedule' }, ({ trigger }) => trigger === 'schedule'],
  [
    'runs of a phase in a period',
    { phase: 'Completed', from: T0 + 20, to: T0 + 60 },
    ({ phase, createdAt }) => phase === 'Completed' && createdAt >= T0 + 20 && createdAt <= T0 + 60,
  ],
  ['all failures', { failed: true }, ({ phase }) => phase === 'Failed'],
  [
    'all failures of many tenants',
    { failed: true, tenants: TENANTS.slice(3, 23) },
    ({ tenant, phase }) => TENANTS.indexOf(tenant) >= 3 && TENANTS.indexOf(tenant) < 23 && phase === 'Failed',
  ],
  ['nothing', { phase: 'Completed', trigger: 'nats' }, () => false],
  [
    'all runs of some tenants',
    { tenants: TENANTS.slice(3, 23) },
    ({ tenant }) => TENANTS.indexOf(tenant) >= 3 && TENANTS.indexOf(tenant) < 23,
  ],
  [
    'failures of some tenants',
    { tenants: TENANTS.slice(3, 23), state: 'FAILED' },
    ({ tenant, phase }) => TENANTS.indexOf(tenant) >= 3 && TENANTS.indexOf(tenant) < 23 && stateOf(phase) === 'FAILED',
  ],
  [
    'manual runs of some tenants',
    { tenants: TENANTS.slice(3, 23), trigger: 'manual', state: 'FINISHED' },
    ({ tenant, phase, trigger }) =>
      TENANTS.indexOf(tenant) >= 3 && TENANTS.indexOf(tenant) < 23 && phase === 'Completed' && trigger === 'manual',
  ],
];

test.each(QUESTIONS)(
  'runs of more tenants than are asked one by one are a complete list in order: %s',
  async (_, question, fits) => {
    const lists = listsOf(api.mongo);
    const asked: RunQuestion = { ...anything, from: null, to: null, ...question };
    const expected = runs
      .filter(fits)
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    for (const order of ['newestFirst', 'oldestFirst'] as const) {
      const ids: string[] = [];
      for (let after: RunCursor | null | undefined; after !== null;) {
        const page: Awaited<ReturnType<RunLists['page']>> = await lists.page(asked, after ?? null, 70, order);
        ids.push(...page.items.map(({ id }) => id));
        after = page.lastSeen;
      }
      expect(ids).toEqual(order === 'newestFirst' ? expected : expected.toReversed());
    }
    expect(await lists.total(asked)).toEqual({ count: expected.length, exact: true });
  },
);
