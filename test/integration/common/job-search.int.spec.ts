/** Every list of jobs equals what the filters give for each job, in order, however many jobs match. */
import { systemClock } from '#common/clock/clock.js';
import { asJobId, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { insertIgnoringExisting } from '#common/mongo/document.js';
import { toJobDocument, type JobDocument } from '#common/mongo/job-document.js';
import { JobSample } from '#common/mongo/samples.js';
import { JobSearch, type JobCursor, type JobFilter, type JobOrder } from '#common/mongo/job-search.js';
import { Mongo } from '#common/mongo/mongo.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { jobMatcher, type JobQuestion } from '#common/spec/job-matcher.js';
import { freshDatabaseUri, silentLog } from '#testing/servers.js';

const JOBS = 3_000;
const WORDS = ['Import', 'Export', 'Verify'];
const PLACES = ['Lyon', 'Malmö', 'Graz', 'Brno', 'Cork'];
const TENANTS = ['a', 'b', 'c'];

const jobAt = (i: number): StoredJob => ({
  id: asJobId(`job-${i}`),
  tenant: asTenantId(TENANTS[i % 3] ?? ''),
  version: 1,
  rev: 1,
  createdAt: 0,
  updatedAt: 0,
  updatedBy: 'test',
  sealed: { secureParameters: null, httpHeaders: {} },
  spec: {
    tenant: asTenantId(TENANTS[i % 3] ?? ''),
    name: `${WORDS[Math.floor(i / 3) % 3]} ${PLACES[Math.floor(i / 9) % 5]} ${(i * 7_919) % JOBS}`,
    worker: asWorkerId(i % 100 === 0 ? 'odd' : 'usual'),
    cron: '0 0 * * *',
    labels: { team: `t${i % 2}`, ...(i % 50 === 1 ? { tier: 'gold' } : {}) },
    ...(i % 40 === 2 ? { enabled: false } : {}),
  },
  paused: i % 10 === 3 ? { by: 'test', at: 0, note: null, archived: true } : null,
  deletedAt: i % 500 === 4 ? 1 : null,
});
const ALL = Array.from({ length: JOBS }, (_, i) => jobAt(i));

let mongo: Mongo;
let search: JobSearch;

beforeAll(async () => {
  mongo = await Mongo.connect(freshDatabaseUri(), silentLog);
  const documents = ALL.map((job) => toJobDocument(job, 'test', mongo.shards));
  await insertIgnoringExisting(mongo.collection<JobDocument>('jobs'), documents);
  search = new JobSearch(mongo, new JobSample(mongo, systemClock));
}, 60_000);
afterAll(async () => mongo.close());

const isEarlier = (a: StoredJob, b: StoredJob): boolean =>
  a.tenant < b.tenant || (a.tenant === b.tenant && a.spec.name < b.spec.name);

function expected({ tenants, archived, ...question }: JobFilter, order: JobOrder): string[] {
  const fits = jobMatcher(question);
  const found = ALL.filter(
    (job) =>
      job.deletedAt === null &&
      fits(job) &&
      tenants?.includes(job.tenant) !== false &&
      (archived === undefined || archived === (job.paused?.archived ?? false)),
  ).sort((a, b) => (isEarlier(a, b) ? -1 : 1));
  return (order === 'byName' ? found : found.reverse()).map(({ id }) => id);
}

async function listed(filter: JobFilter, order: JobOrder): Promise<string[]> {
  const ids: string[] = [];
  for (let after: JobCursor | null | undefined; after !== null;) {
    const page = await search.list(filter, after ?? null, 60, order);
    ids.push(...page.items.map(({ id }) => id));
    after = page.lastSeen && { tenant: page.lastSeen.tenant, name: page.lastSeen.spec.name };
  }
  return ids;
}

const QUESTIONS: readonly JobQuestion[] = [
  ...['import', 'malm', 'fy co', 'job-7', 'job-77', '1', '77', 'zz', 'no such job', 'yn 2'].map((q) => ({ q })),
  ...['usual', 'odd', 'none'].map((worker) => ({ worker })),
  ...[true, false].map((enabled) => ({ enabled })),
  ...['team', 'team=t1', 'tier=gold', 'tier=silver'].map((label) => ({ label })),
  { label: ['team=t1', 'tier=gold'] },
  { q: 'verify', label: 'team=t0', enabled: true, worker: 'usual' },
  { q: 'ort', enabled: false },
  {},
];

test.each(QUESTIONS)(
  'the jobs that match %j are listed page by page, of any tenants, in both directions',
  async (question) => {
    for (const tenants of [null, ['b'], ['c', 'a'], []])
      for (const archived of [false, true, undefined]) {
        const order = archived === undefined ? 'byNameReversed' : 'byName';
        const filter = { ...question, tenants, archived };
        expect([tenants, archived, await listed(filter, order)]).toEqual([tenants, archived, expected(filter, order)]);
      }
  },
  60_000,
);

test.each(QUESTIONS)('the total of %j is exact up to a thousand, and near the truth above', async (question) => {
  for (const tenants of [null, ['b']]) {
    const filter = { ...question, tenants, archived: false };
    const truth = expected(filter, 'byName').length;
    const { count, exact } = await search.total(filter);
    expect(Math.abs(count - truth)).toBeLessThanOrEqual(exact ? 0 : truth / 2);
    // Of several conditions together each may be frequent, and their combination rare.
    const isOneTerm =
      Object.keys(question).length <= 1 && (question.q ?? '').length <= 3 && !Array.isArray(question.label);
    expect(exact || truth > 1_000 || !isOneTerm).toBe(true);
  }
});

test('a few jobs are found by their ids, many are not', async () => {
  const few = { q: 'job-77', tenants: null, archived: false };
  expect((await search.fewIds(few))?.toSorted()).toEqual(expected(few, 'byName').sort());
  expect(await search.fewIds({ q: 'job', tenants: null, archived: false })).toBeNull();
});
