/** Owners of jobs: they create, edit, pause, resume, rename and delete them, and start and abort runs manually. */
import type { JobSpec } from '#common/spec/job.js';
import type { ConcurrencyPolicy } from '#common/spec/schedule.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { asJobId, asTenantId, asWorkerId, type JobId, type RunId, type TenantId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import type { Run } from '#common/run/run.js';
import { MAX_PRIORITY, MIN_PRIORITY } from '#common/domain/limits.js';
import { groupLimitKey, tenantLimitKey } from '#common/domain/shared-limit.js';
import type { Ledger } from './ledger.js';
import type { Random } from './random.js';
import type { Counters } from './replica.js';
import type { Tables } from './tables.js';
import type { VirtualTime } from './virtual-time.js';

type Spec = StoredJob['spec'];
type Change = (job: StoredJob) => Partial<StoredJob>;
/** Asks some scheduler, over a network that may lose it. */
export type Ask = (work: (counters: Counters) => Promise<unknown>) => void;

const TENANTS = ['free', 'limited'] as const;
const GROUPS = ['painters', 'plumbers'] as const;
const CALENDAR = 'breaks';
const WORKER = asWorkerId('worker');

const EVERY_OTHER_HALF_HOUR = Array.from({ length: 24 }, (_, hour) => {
  const hours = String(hour).padStart(2, '0');
  return { from: `${hours}:00`, to: `${hours}:30` };
});

const numbers = (count: number): string => [...Array(count).keys()].join();

const SCHEDULES: readonly Pick<JobSpec, 'cron' | 'schedule'>[] = [
  { cron: '* * * * * *' },
  { cron: '*/2 * * * * *' },
  { cron: '*/3 * * * * *' },
  { cron: '*/5 * * * * *' },
  { cron: '0,1,2,30 * * * * *' },
  { schedule: { every: 1 } },
  { schedule: { every: 7 } },
  { schedule: { fixedDelay: 2 } },
  { schedule: { fixedDelay: 5, jitterSeconds: 3, exclude: [CALENDAR] } },
  { cron: '* * * * *' },
  { schedule: { cron: ['*/10 * * * * *', '7 * * * * *'], timezone: 'Europe/Prague' } },
  { schedule: { cron: 'H/4 * * * * *', timezone: 'America/New_York' } },
  { schedule: { cron: '*/15 * * * * *', jitterSeconds: 9 } },
  { schedule: { cron: '*/4 * * * * *', exclude: [CALENDAR] } },
  {
    schedule: {
      rrule: `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=0,4,5,31`,
      timezone: 'Europe/Prague',
      exclude: [CALENDAR],
    },
  },
  { schedule: { cron: '*/3 * * * * *', minIntervalSeconds: 8 } },
  { schedule: { cron: '0,1,2,20,29,30 * * * * *', minIntervalSeconds: 10, jitterSeconds: 3 } },
  { schedule: { cron: '*/5 * * * * *', windows: EVERY_OTHER_HALF_HOUR, timezone: 'Europe/Prague' } },
  {
    schedule: {
      cron: '*/6 * * * * *',
      windows: EVERY_OTHER_HALF_HOUR,
      outsideWindows: 'open',
      timezone: 'America/New_York',
      jitterSeconds: 4,
    },
  },
];

const SECOND = 1_000;
/** How many writes of the api are stalled, and for how long at most. */
const STALLED_WRITES = 0.05;
const LONGEST_STALL_MS = 100 * SECOND;

export class People {
  private readonly jobs: JobId[] = [];
  private counted = 0;

  constructor(
    private readonly tables: Tables,
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly reach: {
      readonly ask: Ask;
      /** Tells the executor that there is something to do about a run. */
      readonly tell: (run: RunId) => void;
      readonly ledger: Ledger;
    },
  ) {}

  newcomers(jobs: number): void {
    this.tables.workers.set(WORKER, {
      id: WORKER,
      version: 1,
      createdAt: 0,
      updatedAt: 0,
      updatedBy: 'test',
      spec: { name: 'A worker', engine: 'process', command: ['true'] },
      sealed: { httpHeaders: {} },
    });
    // Half of each minute.
    const cron = ['0-29 * * * * *'];
    for (const tenant of TENANTS) this.tables.calendars.set(`${tenant}/${CALENDAR}`, { spec: { cron } });
    this.setTenant('free', null);
    this.setTenant('limited', 6);
    for (let i = 0; i < jobs; i++) this.addJob();
  }

  /** Something that people do. */
  act(): void {
    const { random } = this;
    const roll = random.next();
    if (roll < 0.2) this.startByHand();
    else if (roll < 0.3) this.abort();
    else if (roll < 0.37) this.resume();
    else if (roll < 0.41) this.setTenant('limited', random.chance(0.2) ? null : random.between(3, 9));
    else if (roll < 0.43) this.setTenant('free', random.chance(0.7) ? null : random.between(5, 20));
    else if (roll < 0.47) this.replaceJob();
    else if (roll < 0.53) this.backfill();
    else if (roll < 0.55) this.cancelBackfill();
    else if (roll < 0.57) this.editWorker();
    else this.change(this.someJob(), random.pick(this.edits()));
  }

  /** Mostly a job that rests, so that few do. */
  private someJob(): JobId {
    const resting = this.jobs.filter((id) => {
      const job = this.tables.jobs.get(id);
      return job?.paused !== null || job.spec.enabled === false;
    });
    return this.random.pick(this.random.chance(0.4) && resting.length > 0 ? resting : this.jobs);
  }

  /** The end of all activity of users: no new slots, and queued runs may still run. */
  pauseAll(): void {
    for (const job of this.jobs) this.change(job, (old) => this.pausing(old));
  }

  /** Definitions that no scheduler has synced yet. */
  get unsynced(): JobId[] {
    const workerVersion = this.tables.workers.get(WORKER)?.version;
    return this.jobs.filter((job) => {
      const synced = this.tables.schedules.get(job);
      return this.tables.jobs.get(job)?.rev !== synced?.jobRev || workerVersion !== synced?.workerVersion;
    });
  }

  private addJob(): void {
    const { random } = this;
    const id = asJobId(`job-${++this.counted}`);
    const tenant = asTenantId(random.chance(0.7) ? 'free' : 'limited');
    const spec: Spec = { tenant, name: id, worker: WORKER, ...this.someSchedule(), ...this.someRules() };
    const now = this.apiTime();
    const sealed = { secureParameters: null, httpHeaders: {} };
    const times = { createdAt: now, updatedAt: now, updatedBy: 'somebody', paused: null, deletedAt: null };
    this.jobs.push(id);
    this.tables.jobs.set(id, { id, tenant, version: 1, rev: 1, spec, sealed, ...times });
    this.sync(id);
  }

  private replaceJob(): void {
    const [job] = this.jobs.splice(this.random.between(0, this.jobs.length - 1), 1);
    if (job === undefined) return;
    this.change(job, () => ({ deletedAt: this.apiTime() }));
    this.addJob();
  }

  private edits(): Change[] {
    return [
      ({ spec }) => this.edited(spec, this.someSchedule()),
      ({ spec }) => this.edited(spec, this.someRules()),
      ({ spec }) => this.edited(spec, { name: `${spec.name}'` }),
      ({ spec }) => this.edited(spec, { concurrency: { ...spec.concurrency, ...this.someGroup() } }),
      ({ spec, paused }) =>
        paused === null ? this.edited(spec, { enabled: spec.enabled === false }) : { paused: null },
      (job) =>
        job.spec.enabled === false
          ? this.edited(job.spec, { enabled: true })
          : job.paused === null
            ? this.pausing(job)
            : { paused: null },
    ];
  }

  private edited({ cron: _c, schedule: _s, ...rest }: Spec, change: Partial<Spec>): Partial<StoredJob> {
    const timed = 'cron' in change || 'schedule' in change;
    const kept = timed ? {} : { ...(_c && { cron: _c }), ...(_s && { schedule: _s }) };
    return { spec: { ...rest, ...kept, ...change }, version: -1 };
  }

  private pausing({ paused }: StoredJob): Partial<StoredJob> {
    return { paused: paused ?? { by: 'somebody', at: this.apiTime(), note: null } };
  }

  private change(id: JobId, edit: Change): void {
    const job = this.tables.jobs.get(id);
    if (!job) return;
    const change = edit(job);
    const version = job.version + (change.version === undefined ? 0 : 1);
    const next = { ...job, ...change, version, rev: job.rev + 1, updatedAt: this.apiTime() };
    if (this.random.chance(STALLED_WRITES) && next.deletedAt === null) this.writeLate(next);
    else {
      this.tables.jobs.set(id, next);
      this.reach.ledger.note('edit');
      this.sync(id);
    }
  }

  /** By an api that stands still between stamping its document and sending it, and dies before it notifies a scheduler. */
  private writeLate(next: StoredJob): void {
    this.time.after(this.random.between(SECOND, LONGEST_STALL_MS), () => {
      if (this.tables.jobs.get(next.id)?.rev !== next.rev - 1) return;
      this.tables.jobs.set(next.id, next);
      this.reach.ledger.note('edit written late');
    });
  }

  /** The api announces some of its jobs, and leaves the others to the sweep. */
  private editWorker(): void {
    const worker = this.tables.workers.get(WORKER);
    if (!worker) return;
    this.tables.workers.set(WORKER, { ...worker, version: worker.version + 1, updatedAt: this.apiTime() });
    this.reach.ledger.note('worker edited');
    for (const job of this.jobs) if (this.random.chance(0.5)) this.sync(job);
  }

  private sync(id: JobId): void {
    this.reach.ask(async ({ definitions, loop }) => {
      await definitions.sync(id);
      loop.wake();
    });
  }

  private someSchedule(): Pick<Spec, 'cron' | 'schedule'> {
    return this.random.pick(SCHEDULES);
  }

  private someRules(): Pick<Spec, 'misfire' | 'concurrency'> {
    const { random } = this;
    const policy = random.pick<ConcurrencyPolicy>(['Allow', 'Allow', 'Forbid', 'Enqueue', 'Replace']);
    const startingDeadlineSeconds = random.chance(0.3) ? random.between(5, 300) : null;
    return {
      misfire: {
        policy: random.pick(['skip', 'last', 'all']),
        maxMissed: random.between(1, 20),
        startingDeadlineSeconds,
      },
      concurrency: {
        policy,
        maxConcurrency: random.between(1, 3),
        maxQueued: random.between(0, 8),
        ...(random.chance(0.3) ? this.someGroup() : {}),
      },
    };
  }

  private someGroup(): { readonly group: string } {
    return { group: this.random.pick(GROUPS) };
  }

  private startByHand(): void {
    const { random, time } = this;
    const job = random.pick(this.jobs);
    const run = `manual-${++this.counted}`;
    const startAfter = random.chance(0.2) ? time.now + random.between(0, 20_000) : null;
    const concurrencyPolicy = random.chance(0.3)
      ? random.pick<ConcurrencyPolicy>(['Allow', 'Forbid', 'Enqueue'])
      : null;
    const priority = random.chance(0.4) ? random.between(MIN_PRIORITY, MAX_PRIORITY) : undefined;
    const request = { v: 1 as const, run, job, requestedBy: 'somebody', startAfter, ...(priority && { priority }) };
    // Sent again by a caller that got no answer.
    for (let i = random.between(1, 2); i > 0; i--) {
      this.reach.ask(({ runRequests }) =>
        runRequests.answer({ ...request, ...(concurrencyPolicy && { concurrencyPolicy }) }),
      );
    }
  }

  private abort(): void {
    const open = [...this.tables.open.values()];
    const queued = open.filter(({ phase }) => phase === 'Queued');
    const among = queued.length > 0 && this.random.chance(0.7) ? queued : open;
    if (among.length === 0) return;
    this.command(this.random.pick(among), 'abort');
  }

  private resume(): void {
    const aborted = this.tables.aborted();
    if (aborted.length > 0) this.command(this.random.pick(aborted), 'resume');
  }

  private command({ id, generation }: Run, command: 'abort' | 'resume'): void {
    const about = { run: id, shard: shardOf(id), actor: 'somebody', at: this.apiTime() };
    const key = `${command}-${id}-${generation}`;
    this.tables.addCommand({ id: key, command, reason: null, graceSeconds: null, ...about });
    this.reach.ask(({ queuedRuns }) => queuedRuns.applyCommands([id]));
    this.reach.tell(id);
  }

  private backfill(): void {
    const { random, time } = this;
    const from = time.now - random.between(61, 1_200) * 1_000;
    const request = {
      v: 1 as const,
      backfill: `backfill-${++this.counted}`,
      job: random.pick(this.jobs),
      from,
      to: from + random.between(0, 55_000),
      dryRun: random.chance(0.1),
      concurrencyPolicy: random.chance(0.5) ? null : random.pick<ConcurrencyPolicy>(['Allow', 'Forbid', 'Enqueue']),
      maxPerMinute: random.pick([30, 60, 600, 6_000]),
      requestedBy: 'somebody',
    };
    // Sent again by a caller that got no answer.
    for (let i = random.between(1, 2); i > 0; i--) this.reach.ask(({ backfills }) => backfills.start(request));
  }

  private cancelBackfill(): void {
    const running = [...this.tables.backfills.values()].filter(({ state }) => state === 'Running');
    if (running.length === 0) return;
    const { id } = this.random.pick(running);
    this.reach.ask(({ backfills }) => backfills.cancel(id, 'somebody'));
  }

  private setTenant(name: (typeof TENANTS)[number], maxActiveRuns: number | null): void {
    const id: TenantId = asTenantId(name);
    const groups = { painters: this.random.between(1, 3), plumbers: this.random.between(1, 4) };
    const limits = { maxActiveRuns, maxJobs: null, groups, namespace: null, webserviceHosts: null };
    const retention = { successful: 100, failed: 100, maxAgeSeconds: 86_400 };
    const groupWeights = { painters: this.random.between(1, 5), plumbers: this.random.between(1, 5) };
    const shares = this.random.chance(0.5) ? { groupWeights } : {};
    this.tables.tenants.set(id, { id, name, ...limits, ...shares, retention, createdAt: 0, rev: 1 });
    this.reach.ledger.resized(tenantLimitKey(id), maxActiveRuns);
    for (const [group, size] of Object.entries(groups)) this.reach.ledger.resized(groupLimitKey(id, group), size);
  }

  /** The api's clock, about as wrong as it may be. */
  private apiTime(): number {
    return this.time.now + this.random.between(-900, 900);
  }
}
