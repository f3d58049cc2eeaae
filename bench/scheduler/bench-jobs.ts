/** Very many jobs at once, as documents in the form of the api and the scheduler. */
import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import { asJobId, asTenantId, asWorkerId, type JobId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import type { ScheduleRule } from '#common/schedule/schedule-state.js';
import { nextSlots } from '#common/schedule/slots.js';
import { toJobDocument } from '#common/mongo/job-document.js';
import { insertIgnoringExisting } from '#common/mongo/document.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { toScheduleDocument } from '#common/mongo/schedules.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { applyJob, readDefinition } from '../../apps/scheduler/src/core/apply-job.js';
import { snapshotOf } from '../../apps/scheduler/src/definitions/definition-reader.js';

const BATCH = 2_000;
const BATCHES_AT_ONCE = 2;
const WORKER = asWorkerId('bench');

export interface BenchJob {
  readonly id: JobId;
  readonly rule: ScheduleRule;
}

interface Share {
  readonly cron: string;
  readonly jobs: number;
}

export interface Wanted {
  readonly prefix: string;
  readonly shares: readonly Share[];
  /** The address of the worker; null without an executor, when the runs' snapshots are not needed. */
  readonly url: string | null;
  /** Their tenants, in turn. */
  readonly tenants?: readonly string[];
  /** Additional fields of the job with this number. */
  readonly describe?: (i: number) => Partial<StoredJob['spec']> & { readonly isArchived?: boolean };
}

/** Makes jobs of several expressions as if they had been created at `now`. Returns the rules of their slots. */
export async function makeJobs(
  mongo: Mongo,
  { prefix, shares, url, tenants = ['bench'], describe = () => ({}) }: Wanted,
  now: Instant,
): Promise<BenchJob[]> {
  const worker = await workerAt(mongo, url ?? 'http://127.0.0.1:9/');
  const made: BenchJob[] = [];
  const pending = new Set<Promise<void>>();
  const all = shares.flatMap(({ cron, jobs }) => new Array<string>(jobs).fill(cron));
  for (let first = 0; first < all.length; first += BATCH) {
    const jobs = all.slice(first, first + BATCH).map((cron, i) => {
      const tenant = tenants[(first + i) % tenants.length] ?? '';
      return jobOf({ ...describe(first + i), id: `${prefix}-${first + i}`, tenant, cron }, now);
    });
    const stored = store(mongo, jobs, { worker, now, snapshots: url !== null }).then((rules) => {
      made.push(...rules);
      pending.delete(stored);
    });
    pending.add(stored);
    if (pending.size >= BATCHES_AT_ONCE) await Promise.race(pending);
  }
  await Promise.all(pending);
  return made;
}

/** Expressions whose jobs fire once a second per thousand jobs, spread over the seconds by `H`. */
export function mixedShares(jobs: number): Share[] {
  const parts = [
    { cron: 'H * * * * *', jobs: Math.round(jobs * 0.042) },
    { cron: 'H H/5 * * * *', jobs: Math.round(jobs * 0.06) },
    { cron: 'H H * * * *', jobs: Math.round(jobs * 0.33) },
  ];
  return [...parts, { cron: 'H H H * * *', jobs: jobs - parts.reduce((sum, part) => sum + part.jobs, 0) }];
}

/** Removes all jobs and their runs. */
export async function forgetJobs(mongo: Mongo): Promise<void> {
  const names = ['jobs', 'schedules', 'specs', 'runs', 'attempts', 'runEvents', 'logs', 'gaps', 'commands'] as const;
  for (const name of names) await mongo.collection(name).deleteMany({});
}

/** The nominal instants within `[from, to)` at which a job must have runs. */
export function slotsOf({ rule }: BenchJob, from: Instant, to: Instant): Instant[] {
  return nextSlots(rule, { after: from - 1, until: to - 1, limit: Infinity }).map(({ nominal }) => nominal);
}

async function workerAt(mongo: Mongo, url: string): Promise<StoredWorker> {
  const worker: StoredWorker = {
    id: WORKER,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
    updatedBy: 'bench',
    spec: { name: 'Bench', engine: 'webservice', url },
    sealed: { httpHeaders: {} },
  };
  const workers = new WorkersStore(mongo);
  if ((await workers.insert(worker, 'bench')) !== 'idTaken') return worker;
  const known = await workers.load(WORKER);
  if (known === null) throw new Error('the worker is gone');
  const next = { ...known, version: known.version + 1, spec: worker.spec };
  await workers.save(next, known, 'bench');
  return next;
}

const jobOf = (
  {
    id,
    tenant,
    cron,
    isArchived = false,
    ...spec
  }: Partial<StoredJob['spec']> & {
    readonly id: string;
    readonly tenant: string;
    readonly cron: string;
    readonly isArchived?: boolean;
  },
  now: Instant,
): StoredJob => ({
  id: asJobId(id),
  tenant: asTenantId(tenant),
  version: 1,
  rev: 1,
  createdAt: now,
  updatedAt: now,
  updatedBy: 'bench',
  spec: { name: id, worker: WORKER, ...spec, tenant: asTenantId(tenant), cron },
  sealed: { secureParameters: null, httpHeaders: {} },
  paused: isArchived ? { by: 'bench', at: now, note: null, archived: true } : null,
  deletedAt: null,
});

async function store(
  mongo: Mongo,
  jobs: readonly StoredJob[],
  { worker, now, snapshots }: { readonly worker: StoredWorker; readonly now: Instant; readonly snapshots: boolean },
): Promise<BenchJob[]> {
  const specs = jobs.map((job) => snapshotOf({ job, worker, taskWorkers: [] }));
  const states = jobs.map((job, i) => {
    const spec = specs[i]?.hash;
    if (spec === undefined) throw new Error('a job without a snapshot');
    return applyJob(
      { job, worker, taskWorkers: [], spec, shard: mongo.shards.of(job.id) },
      readDefinition(job),
      null,
      now,
    );
  });
  const documents = jobs.map((job) => toJobDocument(job, 'bench', mongo.shards));
  await Promise.all([
    insertIgnoringExisting(mongo.collection('jobs'), documents),
    insertIgnoringExisting(
      mongo.collection('specs'),
      snapshots ? specs.map(({ hash, ...rest }) => ({ _id: hash, ...rest })) : [],
    ),
  ]);
  // The schedule comes last, as in the synchronisation of a definition: a job that fires has everything that it needs.
  await insertIgnoringExisting(mongo.collection('schedules'), states.map(toScheduleDocument));
  return states.flatMap(({ job, rule }) => (rule === null ? [] : [{ id: job, rule }]));
}
