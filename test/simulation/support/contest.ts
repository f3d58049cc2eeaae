/**
 * Admission alone, where several schedulers look after the same few runs and most of their calls take longer than any of them
 * waits for another: whoever follows up a place has successors, and goes on long after them.
 */
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { everyShard, shardOf, shards } from '#testing/shards.js';
import type { Run } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { groupLimitKey } from '#common/domain/shared-limit.js';
import { NO_HOLDS } from '#common/holds/hold-watch.js';
import { createLogger } from '#common/logging/logger.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { manualRun } from '../../../apps/scheduler/src/core/slot-run.js';
import { schedulerOf, type Scheduler } from '../../../apps/scheduler/src/scheduler.js';
import { Ledger } from './ledger.js';
import { Network } from './network.js';
import { Random } from './random.js';
import { changeOf, metrics } from './replica.js';
import { MAX_PREEMPTED, SimExecutor } from './sim-executor.js';
import { CALM, SimProcess, type Weather } from './sim-process.js';
import { storesOf } from './stores.js';
import { Tables } from './tables.js';
import { VirtualTime } from './virtual-time.js';

const SECOND = 1_000;
const ROUGH_MS = 180 * SECOND;
const DRAIN_MS = 1_800 * SECOND;
const RIVALS = 3;
/** Of runs that have not ended, when another one is asked for. */
const MAX_OPEN = { calm: 6, preempts: 15 };
/** So many runs go on until others wait long for their permits. */
const LONG_RUNS = 0.2;
const TENANT = asTenantId('acme');
const GROUP = 'narrow';

export interface ContestStory {
  /** Admissions are held now and then, which each scheduler learns a little later. */
  readonly holds?: boolean;
  /** Runs are long, and more are asked for than can be admitted: those of low priority are preempted. */
  readonly preempts?: boolean;
}

/** Gives what was wrong, empty if all was well, and what was seen. */
export async function contest(seed: number, story: ContestStory = {}): Promise<Pick<Ledger, 'problems' | 'seen'>> {
  const world = new Contest(seed, story);
  await world.take();
  return world.ledger;
}

class Contest {
  readonly ledger: Ledger;
  private readonly random: Random;
  private readonly time: VirtualTime;
  private readonly tables: Tables;
  private readonly network: Network;
  private readonly executor: SimExecutor;
  private readonly schedulers: readonly Scheduler[];
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
    this.tables = new Tables(this.ledger, () => this.time.now);
    this.ledger.watch(this.tables);
    this.network = new Network(this.time, random.fork(), this.weather);
    const tell = (run: Run): void => {
      const { endedRuns, queuedRuns } = random.pick(this.schedulers);
      const told = run.phase === 'Queued' ? queuedRuns.requeue([run.id]) : endedRuns.handle(changeOf(run));
      told.catch(() => undefined);
    };
    const events = { network: this.network, tell, ...(story.preempts && { long: LONG_RUNS }) };
    this.executor = new SimExecutor(this.tables, this.time, random.fork(), events);
    this.schedulers = Array.from({ length: RIVALS }, (_, i) => this.schedulerAt(`scheduler-${i}`));
  }

  async take(): Promise<void> {
    const { random, time } = this;
    this.open();
    this.executor.start();
    for (const { sweeps } of this.schedulers) sweeps.start();
    for (const end = time.now + ROUGH_MS; time.now < end;) {
      await time.passUntil(time.now + random.between(100, 8 * SECOND));
      this.act();
      if (this.story.holds && random.next() < 0.2) this.heldUntil = time.now + random.between(1, 20 * SECOND);
    }
    Object.assign(this.weather, CALM);
    const latest = time.now + DRAIN_MS;
    while (time.now < latest && !this.ledger.isDrained()) await time.passUntil(time.now + 10 * SECOND);
    this.ledger.checkDrained();
  }

  /** Two jobs of one group with one place, one of them narrow by itself. */
  private open(): void {
    const limits = { maxActiveRuns: null, maxJobs: null, namespace: null, webserviceHosts: null };
    const retention = { successful: 100, failed: 100, maxAgeSeconds: 86_400 };
    const groups = { [GROUP]: 1 };
    this.tables.tenants.set(TENANT, { id: TENANT, name: 'Acme', ...limits, groups, retention, createdAt: 0, rev: 1 });
    this.ledger.resized(groupLimitKey(TENANT, GROUP), 1);
    for (const [name, maxConcurrency] of [
      ['job-1', 1],
      ['job-2', 2],
    ] as const) {
      const job = asJobId(name);
      const concurrency = { policy: 'Enqueue', maxConcurrency, maxQueued: 20, group: GROUP } as const;
      const fields = { job, tenant: TENANT, shard: shardOf(name), concurrency, preemptible: MAX_PREEMPTED };
      this.tables.insertSchedule(aSchedule(null, 0, fields));
    }
  }

  private act(): void {
    const { random, tables } = this;
    const open = [...tables.open.values()];
    if (this.story.preempts && open.length >= MAX_OPEN.preempts && random.chance(0.9)) return;
    const roll = random.next();
    const aborted = tables.aborted();
    if (roll < 0.5 && open.length < MAX_OPEN[this.story.preempts ? 'preempts' : 'calm']) this.ask();
    else if (roll < 0.7 && open.length > 0) this.command(random.pick(open), 'abort');
    else if (roll < 0.9 && aborted.length > 0) this.command(random.pick(aborted), 'resume');
    else this.edit();
  }

  private ask(): void {
    const { random } = this;
    const state = random.pick([...this.tables.schedules.values()]);
    const policy = random.pick(['Enqueue', 'Enqueue', 'Forbid'] as const);
    const priority = this.story.preempts ? random.between(-20, 20) : random.pick([0, 0, 5, -5]);
    const made = { run: asRunId(`run-${++this.asked}`), requestedBy: 'ann', startAfter: null, priority };
    const run = manualRun(
      state,
      { ...made, overrides: { concurrencyPolicy: policy } },
      { limited: true, shardCount: shards.count },
      this.time.now,
    );
    const op = { type: 'admit', run: run.id, policy, startAfter: run.startAfter } as const;
    for (let i = random.between(1, 2); i > 0; i--)
      void random
        .pick(this.schedulers)
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
    void this.random
      .pick(this.schedulers)
      .queuedRuns.applyCommands([id])
      .catch(() => undefined);
    this.executor.look(id);
  }

  /** As an edit that lowers or raises a job's own limit is synced. */
  private edit(): void {
    const state = this.random.pick([...this.tables.schedules.values()]);
    const concurrency = { ...state.concurrency, maxConcurrency: this.random.between(1, 2) };
    const next: ScheduleState = { ...state, concurrency, jobRev: state.jobRev + 1, rev: state.rev + 1 };
    this.tables.saveSchedule(next, state.rev);
  }

  private schedulerAt(name: string): Scheduler {
    const process = new SimProcess(name, this.time, this.random.fork(), this.weather);
    process.clockAheadMs = this.random.between(-900, 900);
    const look = (id: Run['id']): void => {
      this.network.send(() => {
        this.executor.look(id);
      });
    };
    const lateMs = this.random.between(0, 5 * SECOND);
    return schedulerOf(storesOf(process, this.tables, this.random.fork()), {
      clock: process.clock,
      log: createLogger('contest', 'silent'),
      metrics,
      shards: { all: shards, owned: () => everyShard, onChange: () => () => undefined },
      outbox: {
        dispatch: ({ id }) => {
          look(id);
        },
        changed: () => undefined,
        jobChanged: () => undefined,
      },
      cronDisabled: false,
      holds: { ...NO_HOLDS, isHeld: () => this.time.now - lateMs < this.heldUntil },
    });
  }
}
