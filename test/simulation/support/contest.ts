/**
 * Admission alone, where several schedulers look after the same few runs and most of their calls take longer than any of them
 * waits for another: whoever follows up a place has successors, and goes on long after them.
 */
import { asJobId, asRunId, asTenantId, type JobId } from '#common/domain/ids.js';
import { everyShard, shardOf, shards } from '#testing/shards.js';
import type { Run } from '#common/run/run.js';
import type { KeyRule } from '#common/schedule/key-rule.js';
import type { ConcurrencyRule, ScheduleState } from '#common/schedule/schedule-state.js';
import { groupLimitKey } from '#common/domain/shared-limit.js';
import { NO_HOLDS } from '#common/holds/hold-watch.js';
import { createLogger } from '#common/logging/logger.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { manualRun, policyOf } from '../../../apps/scheduler/src/core/slot-run.js';
import { schedulerOf, type Scheduler, type Stores } from '../../../apps/scheduler/src/app.module.js';
import { KeyLedger } from './key-ledger.js';
import { Ledger } from './ledger.js';
import { Network } from './network.js';
import { Random } from './random.js';
import { changeOf, metrics } from './replica.js';
import { MAX_PREEMPTED, SimExecutor } from './sim-executor.js';
import { CALM, SimProcess, type Weather } from './sim-process.js';
import { storesOf } from './stores.js';
import { Tables, watchedByAll } from './tables.js';
import { VirtualTime } from './virtual-time.js';

const SECOND = 1_000;
const ROUGH_MS = 180 * SECOND;
const DRAIN_MS = 1_800 * SECOND;
/** Holds and standstills that began before are over by then. */
const SETTLING_MS = 35 * SECOND;
const CALM_MS = 90 * SECOND;
const RIVALS = 3;
/** The number of runs that have not ended when another one is requested. */
const MAX_OPEN = { calm: 6, busy: 15 };
/** This many runs continue until others wait long for their permits. */
const LONG_RUNS = 0.2;
const COMMON_POLICIES = ['Enqueue', 'Enqueue', 'Forbid'] as const;
const ANY_POLICY = ['Enqueue', 'Allow', 'Forbid', 'Replace', 'Replace'] as const;
const TENANT = asTenantId('acme');
const GROUP = 'narrow';

export interface ContestStory {
  /** Admissions are held from time to time, which each scheduler learns a little later. */
  readonly holds?: boolean;
  /** Runs are long, and more are requested than can be admitted: those of low priority are preempted. */
  readonly preempts?: boolean;
  /** Jobs have limits per key as well; schedulers stand still, or die and are replaced, between any two steps. */
  readonly keys?: boolean;
  /** Runs also replace others, or need no permit of their job; edits change how many may wait. */
  readonly replaces?: boolean;
  /** An intended fault: one scheduler forgets keys, or counts no tokens, as a former version would. */
  readonly fault?: 'keys' | 'tokens';
}

export interface ContestOutcome {
  /** The faults; empty if there was none. */
  readonly problems: readonly string[];
  /** How often each thing was seen. */
  readonly seen: ReadonlyMap<string, number>;
}

export async function contest(seed: number, story: ContestStory = {}): Promise<ContestOutcome> {
  const world = new Contest(seed, story);
  await world.take();
  const { problems, seen } = world.ledger;
  return { problems: [...problems, ...world.keyLedger.problems], seen: new Map([...seen, ...world.keyLedger.seen]) };
}

class Contest {
  readonly ledger: Ledger;
  readonly keyLedger: KeyLedger;
  private readonly random: Random;
  private readonly time: VirtualTime;
  private readonly tables: Tables;
  private readonly network: Network;
  private readonly executor: SimExecutor;
  private readonly rivals: Rival[];
  private readonly weather: Weather = {
    databaseFrozenUntil: -Infinity,
    slowAnswers: 0.01,
    failedCalls: 0.05,
    slowCalls: 0.4,
    lostMessages: 0.3,
    doubledMessages: 0.2,
    lateMessages: 0.3,
  };
  private asked = 0;
  private heldUntil = -Infinity;

  constructor(
    seed: number,
    private readonly story: ContestStory,
  ) {
    const random = new Random(seed);
    this.random = random;
    this.time = new VirtualTime(Date.parse('2026-06-01T00:00:00Z'), random.fork());
    this.ledger = new Ledger(() => this.time.now);
    this.keyLedger = new KeyLedger(() => this.time.now);
    this.tables = new Tables(watchedByAll([this.keyLedger, this.ledger]), () => this.time.now);
    this.ledger.watch(this.tables);
    this.network = new Network(this.time, random.fork(), this.weather);
    const tell = (run: Run): void => {
      const { endedRuns, queuedRuns } = this.someScheduler();
      const told = run.phase === 'Queued' ? queuedRuns.requeue([run.id]) : endedRuns.handle(changeOf(run));
      told.catch(() => undefined);
    };
    const events = { network: this.network, tell, ...(story.preempts && { long: LONG_RUNS }) };
    this.executor = new SimExecutor(this.tables, this.time, random.fork(), events);
    this.rivals = Array.from({ length: RIVALS }, (_, i) => this.rivalAt(i));
  }

  async take(): Promise<void> {
    const { random, time } = this;
    this.open();
    this.executor.start();
    for (const { scheduler } of this.rivals) scheduler.sweeps.start();
    for (const end = time.now + ROUGH_MS; time.now < end;) {
      await time.passUntil(time.now + random.between(100, 8 * SECOND));
      this.act();
      if (this.story.keys) this.disturb();
      if (this.story.holds && random.next() < 0.2) this.heldUntil = time.now + random.between(1, 20 * SECOND);
    }
    Object.assign(this.weather, CALM);
    await this.calmDay();
    const latest = time.now + DRAIN_MS;
    while (time.now < latest && !this.ledger.isDrained()) {
      await time.passUntil(time.now + 10 * SECOND);
      if (this.story.keys) this.keyLedger.checkWaiting(this.tables.schedules.values());
    }
    this.ledger.checkDrained();
    // Buckets of idle keys go as well, once they are full.
    await time.passUntil(time.now + 60 * SECOND);
    this.keyLedger.checkIdle(this.tables.schedules.values());
  }

  /** Once the last hold and standstill are over, requests continue for a while, and a run that nothing delays must begin soon. */
  private async calmDay(): Promise<void> {
    const { time, random } = this;
    if (!this.story.keys) return;
    await time.passUntil(time.now + SETTLING_MS);
    for (const end = time.now + CALM_MS; time.now < end;) {
      await time.passUntil(time.now + random.between(SECOND, 6 * SECOND));
      this.keyLedger.checkWaiting(this.tables.schedules.values());
      if (this.tables.open.size < this.maxOpen) this.ask();
    }
  }

  /** A scheduler stands still for seconds, or dies and is replaced by another. */
  private disturb(): void {
    const { random } = this;
    const at = random.between(0, RIVALS - 1);
    const rival = this.rivals[at];
    if (!rival) return;
    if (random.chance(0.15)) rival.process.stopFor(random.between(100, 20 * SECOND));
    if (!random.chance(0.05)) return;
    rival.process.kill();
    this.keyLedger.note('scheduler killed');
    const next = this.rivalAt(at);
    this.rivals[at] = next;
    next.scheduler.sweeps.start();
  }

  /** Two jobs of one group with one place, one of them narrow by itself. */
  private open(): void {
    const limits = { maxActiveRuns: null, maxJobs: null, namespace: null, webserviceHosts: null };
    const retention = { successful: 100, failed: 100, maxAgeSeconds: 86_400 };
    const groups = { [GROUP]: 1 };
    this.tables.tenants.set(TENANT, { id: TENANT, name: 'Acme', ...limits, groups, retention, createdAt: 0, rev: 1 });
    this.ledger.resized(groupLimitKey(TENANT, GROUP), 1);
    for (const [name, concurrency] of this.jobs()) {
      const job = asJobId(name);
      const fields = { job, tenant: TENANT, shard: shardOf(name), concurrency, preemptible: MAX_PREEMPTED };
      this.tables.insertSchedule(aSchedule(null, 0, fields));
    }
  }

  private jobs(): [name: string, concurrency: ConcurrencyRule][] {
    const grouped = { policy: 'Enqueue', maxQueued: 20, group: GROUP } as const;
    if (!this.story.keys)
      return [
        ['job-1', { ...grouped, maxConcurrency: 1 }],
        ['job-2', { ...grouped, maxConcurrency: 2 }],
      ];
    const alone = { ...grouped, group: null, maxConcurrency: 3 };
    return [
      ['job-1', { ...grouped, maxConcurrency: 2, perKey: keyRule({ max: 1, rate: { runs: 2, perSeconds: 9 } }) }],
      ['job-2', { ...alone, policy: 'Allow', perKey: keyRule({ max: 2, rate: { runs: 3, perSeconds: 10 } }) }],
      ['job-3', { ...alone, perKey: keyRule({ max: 1, policy: 'Replace' }) }],
      [
        'job-4',
        { ...alone, policy: 'Allow', perKey: keyRule({ rate: { runs: 1, perSeconds: 20 }, policy: 'Forbid' }) },
      ],
    ];
  }

  private get maxOpen(): number {
    return this.story.preempts || this.story.keys ? MAX_OPEN.busy : MAX_OPEN.calm;
  }

  private act(): void {
    const { random, tables } = this;
    const open = [...tables.open.values()];
    if (this.story.preempts && open.length >= this.maxOpen && random.chance(0.9)) return;
    const roll = random.next();
    const aborted = tables.aborted();
    if (roll < 0.5 && open.length < this.maxOpen) this.ask();
    else if (roll < 0.7 && open.length > 0) this.command(random.pick(open), 'abort');
    else if (roll < 0.9 && aborted.length > 0) this.command(random.pick(aborted), 'resume');
    else this.edit();
  }

  private ask(): void {
    const { random } = this;
    const state = random.pick([...this.tables.schedules.values()]);
    const policy = random.pick(this.story.replaces ? ANY_POLICY : COMMON_POLICIES);
    const priority = this.story.preempts ? random.between(-20, 20) : random.pick([0, 0, 5, -5]);
    const made = { run: asRunId(`run-${++this.asked}`), requestedBy: 'ann', startAfter: null, priority };
    const parameters = { customer: random.pick(['a', 'b', 'c']) };
    const asksOfItsJob = this.story.keys === true && random.chance(0.7);
    const overrides = asksOfItsJob ? { parameters } : { parameters, concurrencyPolicy: policy };
    const how = { limited: true, shardCount: shards.count };
    const run = manualRun(state, { ...made, overrides }, how, this.time.now);
    const op = { type: 'admit', run: run.id, policy: policyOf(state, overrides), startAfter: run.startAfter } as const;
    for (let i = random.between(1, 2); i > 0; i--)
      void this.someScheduler()
        .admission.admit(run, op)
        .catch(() => undefined);
  }

  private command({ id, generation, shard }: Run, command: 'abort' | 'resume'): void {
    const about = { run: id, shard, actor: 'ann', at: this.time.now };
    this.tables.addCommand({
      id: `${command}-${id}-${generation}`,
      command,
      reason: null,
      graceSeconds: null,
      ...about,
    });
    void this.someScheduler()
      .queuedRuns.applyCommands([id])
      .catch(() => undefined);
    this.executor.look(id);
  }

  /** As an edit that lowers or raises a job's own limit is synced. */
  private edit(): void {
    const state = this.random.pick([...this.tables.schedules.values()]);
    const { perKey, ...former } = state.concurrency;
    const concurrency = {
      ...former,
      maxConcurrency: this.random.between(1, 2),
      ...(this.story.replaces && { maxQueued: this.random.pick([0, 1, 3, 20]) }),
      ...(perKey && { perKey: { ...perKey, max: perKey.max && this.random.between(1, 2) } }),
    };
    const next: ScheduleState = { ...state, concurrency, jobRev: state.jobRev + 1, rev: state.rev + 1 };
    this.tables.saveSchedule(next, state.rev);
  }

  private someScheduler(): Scheduler {
    return this.random.pick(this.rivals).scheduler;
  }

  private rivalAt(at: number): Rival {
    const process = new SimProcess(`scheduler-${at}`, this.time, this.random.fork(), this.weather);
    process.clockAheadMs = this.random.between(-900, 900);
    const look = (id: Run['id']): void => {
      this.network.send(() => {
        this.executor.look(id);
      });
    };
    const lateMs = this.random.between(0, 5 * SECOND);
    const stores = storesOf(process, this.tables, this.random.fork());
    const scheduler = schedulerOf(at === 0 ? forgetful(stores, this.story.fault) : stores, {
      clock: process.clock,
      log: createLogger('contest', 'silent'),
      metrics,
      shards: { all: shards, owned: () => everyShard, onChange: () => () => undefined },
      outbox: {
        dispatch: ({ id }) => {
          look(id);
        },
        changed: () => undefined,
        slotChanged: () => undefined,
      },
      cronDisabled: false,
      holds: { ...NO_HOLDS, isHeld: () => this.time.now - lateMs < this.heldUntil },
    });
    return { process, scheduler };
  }
}

interface Rival {
  readonly process: SimProcess;
  readonly scheduler: Scheduler;
}

const keyRule = (rule: Partial<KeyRule>): KeyRule => ({
  key: '${parameters.customer}',
  max: null,
  rate: null,
  policy: 'Enqueue',
  maxQueued: null,
  options: [],
  parameters: [],
  ...rule,
});

/** The stores as a scheduler reads them that knows nothing of keys, or nothing of tokens. */
function forgetful(stores: Stores, fault: ContestStory['fault']): Stores {
  if (fault === undefined) return stores;
  const load = async (job: JobId): Promise<ScheduleState | null> => {
    const state = await stores.schedules.load(job);
    if (state === null) return null;
    const { keyBuckets: _buckets, ...rest } = state;
    if (fault === 'tokens') return rest;
    return { ...state, holders: state.holders.map(({ key: _key, ...permit }) => permit) };
  };
  return { ...stores, schedules: { ...stores.schedules, load } };
}
