/**
 * Requests that belong together, where several schedulers take them at once, die and stand still in between, and whoever gets no answer asks
 * again. What is promised is judged by every save of a run and by every answer: a request is in exactly one run, the one that it was
 * answered with; no run starts before its window is over or later than it may; none has more items than it may.
 */
import { asJobId, asRunId, asTenantId, asWorkerId, type JobId, type RunId } from '#common/domain/ids.js';
import { everyShard, shards } from '#testing/shards.js';
import { isGathering } from '#common/run/gathered.js';
import { isFinal } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import { createLogger } from '#common/logging/logger.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { GatherRule } from '../../../apps/scheduler/src/gather/core/gather.js';
import { standsFor } from '../../../apps/scheduler/src/gather/request-print.js';
import { schedulerOf, type Scheduler, type Stores } from '../../../apps/scheduler/src/app.module.js';
import { Network } from './network.js';
import { Random } from './random.js';
import { metrics } from './replica.js';
import { SimExecutor } from './sim-executor.js';
import { CALM, SimProcess, type Weather } from './sim-process.js';
import { storesOf } from './stores.js';
import { Tables, type Watcher } from './tables.js';
import { VirtualTime } from './virtual-time.js';

const SECOND = 1_000;
const ROUGH_MS = 240 * SECOND;
const DRAIN_MS = 600 * SECOND;
/** Clocks of the schedulers differ from true time by so much at most. */
const SKEW_MS = 300;
/** A calm scheduler finds due work within this time. */
const LATE_MS = 5 * SECOND;
const DEDUPLICATED_SECONDS = 20;
const TENANT = asTenantId('acme');
const WORKER = asWorkerId('worker');
const KEYS = ['a', 'b'];

const nothing = (): void => undefined;

interface Replica {
  readonly process: SimProcess;
  readonly scheduler: Scheduler;
}

/** A caller who wants one run, and repeats the request until there is an answer. */
interface Wish {
  readonly id: RunId;
  readonly job: JobId;
  readonly key: string;
  readonly answers: { readonly run: RunId; readonly isDuplicate: boolean }[];
  /** The last error that it got instead of an answer. */
  refusal: string;
}

/** An intended fault, to see that it is found. */
export type Planted = (stores: Stores, tables: Tables) => Stores;

export interface GatheringOutcome {
  readonly problems: readonly string[];
  readonly seen: Readonly<Record<'answers' | 'joined' | 'full' | 'repeats' | 'duplicates' | 'kills', number>>;
}

export async function gathering(seed: number, planted?: Planted): Promise<GatheringOutcome> {
  const world = new Gathering(seed, planted);
  await world.take();
  return { problems: world.problems, seen: world.seen };
}

class Gathering {
  readonly problems: string[] = [];
  readonly seen = { answers: 0, joined: 0, full: 0, repeats: 0, duplicates: 0, kills: 0 };
  private readonly random: Random;
  private readonly time: VirtualTime;
  private readonly tables: Tables;
  private readonly network: Network;
  private readonly executor: SimExecutor;
  private replicas: Replica[];
  private readonly wishes: Wish[] = [];
  /** Every run as it was stored last, and when that was. */
  private readonly runs = new Map<RunId, Run>();
  private readonly storedAt = new Map<RunId, number>();
  private readonly rules: ReadonlyMap<
    JobId,
    Omit<Extract<GatherRule, { by: 'debounce' }>, 'key'> | Omit<Extract<GatherRule, { by: 'collect' }>, 'key'>
  >;
  private readonly weather: Weather;
  private started = 0;
  /** From then on a process that was stopped continues. */
  private calmAt = Infinity;

  constructor(
    seed: number,
    private readonly planted: Planted = (stores) => stores,
  ) {
    const random = new Random(seed);
    this.random = random;
    this.weather = {
      databaseFrozenUntil: -Infinity,
      slowAnswers: random.pick([0, 0.02]),
      failedCalls: random.pick([0, 0.05]),
      slowCalls: random.pick([0.02, 0.2]),
      lostMessages: 0.1,
      doubledMessages: 0.2,
      lateMessages: 0.2,
    };
    this.time = new VirtualTime(Date.parse('2026-06-01T00:00:00Z'), random.fork());
    this.tables = new Tables(this.watcher(), () => this.time.now);
    this.network = new Network(this.time, random.fork(), this.weather);
    this.executor = new SimExecutor(this.tables, this.time, random.fork(), { network: this.network, tell: nothing });
    const seconds = random.between(1, 10);
    this.rules = new Map([
      [asJobId('debounced'), { by: 'debounce', seconds, maxWaitSeconds: seconds * random.between(1, 4) }],
      [asJobId('collected'), { by: 'collect', seconds: random.between(1, 20), maxItems: random.between(1, 5) }],
    ]);
    this.replicas = Array.from({ length: 3 }, () => this.replica());
  }

  async take(): Promise<void> {
    const { random, time } = this;
    this.open();
    this.executor.start();
    for (const end = time.now + ROUGH_MS; time.now < end;) {
      await time.passUntil(time.now + random.between(1, random.chance(0.3) ? 8 * SECOND : 500));
      this.act();
    }
    Object.assign(this.weather, CALM);
    this.calmAt = time.now + 90 * SECOND;
    await time.passUntil(time.now + 60 * SECOND);
    // A caller without an answer sends its request once more, without faults.
    for (const wish of this.wishes) if (wish.answers.length === 0) this.ask(wish);
    await time.passUntil(time.now + DRAIN_MS);
    this.judge();
  }

  private open(): void {
    const { tables } = this;
    const limits = { maxActiveRuns: null, maxJobs: null, namespace: null, webserviceHosts: null };
    const retention = { successful: 100, failed: 100, maxAgeSeconds: 86_400 };
    tables.tenants.set(TENANT, { id: TENANT, name: 'Acme', ...limits, retention, createdAt: 0, rev: 1 });
    const made = { createdAt: 0, updatedAt: 0, updatedBy: 'test' };
    const spec = { name: 'A worker', engine: 'process', command: ['true'] } as const;
    tables.workers.set(WORKER, {
      id: WORKER,
      version: 1,
      ...made,
      spec: { ...spec, command: ['true'] },
      sealed: { httpHeaders: {} },
    });
    for (const id of [...this.rules.keys(), asJobId('once')]) {
      const concurrency = this.random.chance(0.5) ? {} : { concurrency: { policy: 'Enqueue' as const, maxQueued: 2 } };
      const job: StoredJob = {
        id,
        tenant: TENANT,
        version: 1,
        rev: 1,
        ...made,
        spec: { tenant: TENANT, name: id, worker: WORKER, ...concurrency },
        sealed: { secureParameters: null, httpHeaders: {} },
        paused: null,
        deletedAt: null,
      };
      tables.jobs.set(id, job);
    }
  }

  private act(): void {
    const { random } = this;
    const roll = random.next();
    const gathered = [...this.tables.open.values()].filter(isGathering);
    if (roll < 0.75) this.wish();
    else if (roll < 0.8 && gathered.length > 0) this.abort(random.pick(gathered));
    else if (roll < 0.84) this.edit();
    else if (roll < 0.9) random.pick(this.replicas).process.stopFor(random.between(SECOND, 60 * SECOND));
    else if (roll < 0.93) this.kill();
    else this.repeat();
  }

  private wish(): void {
    const { random } = this;
    const job = random.pick([...this.rules.keys(), asJobId('once')]);
    const wish = {
      id: asRunId(`wish-${this.wishes.length}`),
      job,
      key: random.pick(KEYS),
      answers: [],
      refusal: 'nothing',
    };
    this.wishes.push(wish);
    for (let i = random.chance(0.2) ? 2 : 1; i > 0; i--) this.ask(wish);
  }

  /** As a caller does that got no answer, or whose network repeats its messages. */
  private repeat(): void {
    const recent = this.wishes.slice(-30);
    if (recent.length === 0) return;
    this.seen.repeats++;
    this.ask(this.random.pick(recent));
  }

  private ask(wish: Wish): void {
    const { process, scheduler } = this.random.pick(this.replicas);
    const { id, job, key } = wish;
    const rule = this.rules.get(job);
    const request = { run: id, job, requestedBy: 'ann', startAfter: null, parameters: { wish: id } };
    const asked = rule
      ? { ...request, gather: { ...rule, key }, ...(rule.by === 'collect' && { items: [id] }) }
      : { ...request, deduplicate: { key, windowSeconds: DEDUPLICATED_SECONDS } };
    process.whenRunning(() => {
      scheduler.runRequests.answer(asked).then(
        (reply) => {
          if (!reply.ok) {
            wish.refusal = `${reply.code}: ${reply.detail}`;
            return;
          }
          this.seen.answers++;
          if (reply.duplicate) this.seen.duplicates++;
          wish.answers.push({ run: asRunId(reply.run), isDuplicate: reply.duplicate === true });
        },
        (error: unknown) => {
          wish.refusal = String(error);
        },
      );
    });
  }

  private abort({ id, shard }: Run): void {
    const command = { id: `abort-${id}`, run: id, shard, command: 'abort' as const, actor: 'ann', at: this.time.now };
    this.tables.addCommand({ ...command, reason: null, graceSeconds: null });
    void this.random.pick(this.replicas).scheduler.queuedRuns.applyCommands([id]).catch(nothing);
  }

  private edit(): void {
    const job = this.tables.jobs.get(this.random.pick([...this.rules.keys()]));
    if (!job) return;
    const next = { ...job, version: job.version + 1, rev: job.rev + 1, updatedAt: this.time.now };
    this.tables.jobs.set(job.id, next);
  }

  private kill(): void {
    this.seen.kills++;
    const [victim, ...others] = this.replicas;
    victim?.process.kill();
    this.replicas = [...others, this.replica()];
  }

  private replica(): Replica {
    const process = new SimProcess(`scheduler-${++this.started}`, this.time, this.random.fork(), this.weather);
    process.clockAheadMs = this.random.between(-SKEW_MS, SKEW_MS);
    const stores = this.planted(storesOf(process, this.tables, this.random.fork()), this.tables);
    const scheduler = schedulerOf(stores, {
      clock: process.clock,
      log: createLogger('gathering', 'silent'),
      metrics,
      shards: { all: shards, owned: () => everyShard, onChange: () => nothing },
      outbox: {
        dispatch: ({ id }) => {
          this.network.send(() => {
            this.executor.look(id);
          });
        },
        changed: nothing,
        slotChanged: nothing,
      },
      cronDisabled: false,
    });
    scheduler.sweeps.start();
    return { process, scheduler };
  }

  private blame(problem: string): void {
    if (this.problems.length < 20) this.problems.push(`${new Date(this.time.now).toISOString()} ${problem}`);
  }

  private watcher(): Watcher {
    return {
      scheduleSaved: nothing,
      limitSaved: nothing,
      runRemoved: nothing,
      backfillSaved: nothing,
      runInserted: (run) => {
        this.stored(run);
        this.checkWindow(run);
      },
      runSaved: (before, after) => {
        if ((after.requests?.count ?? 0) > (before.requests?.count ?? 0)) this.seen.joined++;
        if (isGathering(after)) this.checkWindow(after);
        else if (isGathering(before)) this.checkRelease(before, after);
        this.stored(after);
      },
    };
  }

  private stored(run: Run): void {
    this.runs.set(run.id, run);
    this.storedAt.set(run.id, this.time.now);
  }

  /** The start that a run which accepts requests shows. */
  private checkWindow(run: Run): void {
    const rule = this.rules.get(run.job);
    if (!rule || !run.requests) return;
    const { firstAt } = run.requests;
    const latest = firstAt + (rule.by === 'debounce' ? rule.maxWaitSeconds : rule.seconds) * SECOND;
    if (run.startAfter > Math.max(latest, run.createdAt + 1)) this.blame(`${run.id} would start too late`);
    if (rule.by === 'collect') this.checkItems(run, rule.maxItems, latest);
    else if (run.startAfter < Math.min(run.requests.lastAt + rule.seconds * SECOND, latest))
      this.blame(`${run.id} would start too early`);
  }

  private checkItems({ id, requests, startAfter, overrides }: Run, maxItems: number, latest: number): void {
    const items = overrides?.items?.length ?? 0;
    const count = requests?.count ?? 0;
    if (items !== count || count > maxItems) this.blame(`${id} has ${items} items for ${count} requests`);
    if (count === maxItems) this.seen.full++;
    else if (startAfter < latest) this.blame(`${id} would start before its window is over`);
  }

  private checkRelease(before: Run, after: Run): void {
    if (isFinal(after.phase)) return;
    const { now } = this.time;
    const isEarly = now < before.startAfter - SKEW_MS;
    const isEdited =
      this.rules.get(before.job)?.by === 'collect' &&
      (this.tables.jobs.get(before.job)?.version ?? 1) > before.jobVersion;
    if (isEarly && !isEdited) this.blame(`${before.id} was released ${before.startAfter - now} ms early`);
    const dueAt = Math.max(before.startAfter, this.storedAt.get(before.id) ?? 0, this.calmAt);
    if (now > dueAt + LATE_MS) this.blame(`${before.id} was released late`);
  }

  private judge(): void {
    for (const run of this.tables.open.values()) this.blame(`${run.id} of ${run.job} is forgotten: ${run.phase}`);
    for (const wish of this.wishes) if (this.rules.has(wish.job)) this.judgeGathered(wish);
    this.judgeDuplicates();
  }

  private judgeGathered({ id, job, answers, refusal }: Wish): void {
    const found = [...this.runs.values()].filter((run) => standsFor(run, id));
    if (found.length > 1) this.blame(`${id} is in ${found.length} runs of ${job}`);
    if (answers.length === 0) this.blame(`${id} of ${job} was never answered: ${refusal}`);
    const [only] = found;
    const others = answers.filter(({ run }) => run !== only?.id);
    for (const { run } of others)
      this.blame(`${id} of ${job} was answered with ${run}, and is in ${only?.id ?? 'none'}`);
    if (only && this.rules.get(job)?.by === 'collect') this.judgeItem(only, id);
  }

  private judgeItem({ id, overrides }: Run, item: RunId): void {
    const times = (overrides?.items ?? []).filter((each) => each === item).length;
    if (times !== 1) this.blame(`${item} is ${times} times among the items of ${id}`);
  }

  /** The run of each answer exists; answers that are not duplicates have runs of their own, unless the first was not performed. */
  private judgeDuplicates(): void {
    const once = this.wishes.filter(({ job }) => !this.rules.has(job));
    for (const { id, answers, refusal } of once) {
      // A job with few places to wait may refuse all requests of the same moment.
      if (answers.length === 0 && !refusal.startsWith('QUEUE_FULL')) this.blame(`${id} was never answered: ${refusal}`);
      for (const { run, isDuplicate } of answers) {
        if (!this.runs.has(run)) this.blame(`${id} was answered with ${run}, which does not exist`);
        if (isDuplicate && run === id) this.blame(`${id} is called a duplicate of itself`);
      }
    }
  }
}
