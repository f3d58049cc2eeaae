/**
 * Jobs that run after others, under faults: real schedulers that die and stand still, messages that are lost and duplicated, a
 * database that is slow. The runs themselves give the runs that must exist, once all faults are over.
 */
import { causeOf, dependentRunId, slotOf } from '#common/run/cause.js';
import type { JobSpec } from '#common/spec/job.js';
import type { AfterCondition } from '#common/spec/after.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { asJobId, asTenantId, asWorkerId, type RunId } from '#common/domain/ids.js';
import type { Logger } from '#common/logging/logger.js';
import { isFinal, stateOf, type Phase, type RunState } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import { Network } from './network.js';
import { Random } from './random.js';
import { changeOf, Replica } from './replica.js';
import { CALM, SimProcess, type Weather } from './sim-process.js';
import { membersOf, storesOf } from './stores.js';
import { Tables } from './tables.js';
import { VirtualTime } from './virtual-time.js';
import type { Planted } from './world.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** By then every process that stands still, or is down, is back, and the longest chain has run. */
const DRAIN_MS = 5 * MINUTE;
/** Once all is calm, an end is decided within this time even where its message is lost. */
const DECIDED_MS = 10 * SECOND;
const BEGINNING = Date.parse('2026-06-01T00:00:00Z');
const TENANT = asTenantId('acme');
const WORKER = asWorkerId('worker');

const after = (...after: AfterCondition[]): Partial<JobSpec> => ({ after });
/** Three sources by the clock, and their dependents: alone, all, any, in a diamond, on failures, in a chain of three. */
const JOBS: Readonly<Record<string, Partial<JobSpec>>> = {
  a: { cron: '*/5 * * * * *', misfire: { policy: 'all', maxMissed: 1_000 } },
  b: { cron: '*/5 * * * * *', misfire: { policy: 'all', maxMissed: 1_000 } },
  c: { cron: '*/10 * * * * *', misfire: { policy: 'all', maxMissed: 1_000 } },
  'after-a': after({ job: 'a' }),
  'all-three': after({ job: 'a' }, { job: 'b', on: 'finished' }, { job: 'c' }),
  'any-of': { ...after({ job: 'a' }, { job: 'b', on: 'failed' }), afterRule: { require: 'any' } },
  'on-failed': after({ job: 'b', on: 'failed' }),
  left: after({ job: 'a', on: 'finished' }),
  right: {
    ...after({ job: 'a', on: 'finished' }),
    concurrency: { policy: 'Enqueue', maxConcurrency: 5, maxQueued: 1_000 },
  },
  joined: after({ job: 'left', on: 'finished' }, { job: 'right', on: 'finished' }, { job: 'a', on: 'finished' }),
  narrow: { ...after({ job: 'b', on: 'finished' }), concurrency: { policy: 'Forbid' } },
  'narrow-skipped': after({ job: 'narrow', on: 'skipped' }),
};

export interface Told {
  readonly problems: readonly string[];
  readonly runs: number;
  /** Runs by dependency, and how many were skipped of them. */
  readonly dependent: number;
  readonly skipped: number;
  readonly kills: number;
}

export async function chains(seed: number, minutes: number, planted: Planted = {}): Promise<Told> {
  const world = new Chains(seed, planted);
  return world.live(minutes);
}

class Chains {
  private readonly random: Random;
  private readonly time: VirtualTime;
  private readonly tables: Tables;
  private readonly weather: Weather;
  private readonly network: Network;
  private replicas: Replica[] = [];
  private started = 0;
  private kills = 0;
  private readonly inserted = new Map<RunId, number>();

  constructor(
    seed: number,
    private readonly planted: Planted,
  ) {
    this.random = new Random(seed);
    this.time = new VirtualTime(BEGINNING, this.random.fork());
    const nothing = (): void => undefined;
    this.tables = new Tables(
      {
        scheduleSaved: nothing,
        limitSaved: nothing,
        runSaved: nothing,
        backfillSaved: nothing,
        runInserted: ({ id }) => this.inserted.set(id, (this.inserted.get(id) ?? 0) + 1),
        runRemoved: ({ id }, how) => {
          if (how !== 'forgotten') this.inserted.set(id, (this.inserted.get(id) ?? 0) - 1);
        },
      },
      () => this.time.now,
    );
    const { random } = this;
    this.weather = {
      databaseFrozenUntil: -Infinity,
      failedCalls: random.next() * 0.02,
      slowCalls: random.next() * 0.005,
      slowAnswers: random.next() * 0.005,
      lostMessages: random.next() * 0.4,
      doubledMessages: random.next() * 0.3,
      lateMessages: random.next() * 0.3,
    };
    this.network = new Network(this.time, random.fork(), this.weather);
  }

  async live(minutes: number): Promise<Told> {
    const { time, random } = this;
    for (let i = 0; i < 3; i++) this.startReplica();
    this.execute();
    await time.passUntil(time.now + 5 * SECOND);
    this.define();
    await this.sync();
    // All is synced before it is counted: an edge that is being made may count for a run or not.
    await time.passUntil(time.now + 2 * MINUTE);
    const from = time.now;
    const until = time.now + minutes * MINUTE;
    while (time.now < until) {
      await time.passUntil(time.now + random.between(200, 8 * SECOND));
      this.mischief();
    }
    const last = time.now;
    Object.assign(this.weather, CALM);
    await time.passUntil(time.now + DRAIN_MS);
    return this.judge(from, last);
  }

  private define(): void {
    const { tables, time } = this;
    const now = time.now;
    const about = { version: 1, createdAt: now, updatedAt: now, updatedBy: 'ann' };
    const sealed = { secureParameters: null, httpHeaders: {} };
    tables.workers.set(WORKER, {
      id: WORKER,
      ...about,
      sealed: { httpHeaders: {} },
      spec: { name: 'A worker', engine: 'process', command: ['true'] },
    });
    tables.tenants.set(TENANT, {
      id: TENANT,
      name: 'Acme',
      maxActiveRuns: null,
      maxJobs: null,
      namespace: null,
      webserviceHosts: null,
      retention: { successful: 1, failed: 1, maxAgeSeconds: 60 },
      createdAt: 0,
      rev: 1,
    });
    for (const [name, rest] of Object.entries(JOBS)) {
      const spec: StoredJob['spec'] = { tenant: TENANT, name, worker: WORKER, ...rest };
      const id = asJobId(name);
      tables.jobs.set(id, { id, tenant: TENANT, rev: 1, ...about, spec, sealed, paused: null, deletedAt: null });
    }
  }

  /** As the api does, which notifies a scheduler of what it has saved. */
  private async sync(): Promise<void> {
    for (let round = 0; round < 5; round++) {
      for (const name of Object.keys(JOBS)) {
        this.random.pick(this.replicas).handle(async ({ definitions, loop }) => {
          await definitions.sync(asJobId(name));
          loop.wake();
        });
      }
      await this.time.passUntil(this.time.now + 20 * SECOND);
    }
  }

  private startReplica(): void {
    const process = new SimProcess(`scheduler-${++this.started}`, this.time, this.random.fork(), this.weather);
    process.clockAheadMs = this.random.between(-900, 900);
    const own = storesOf(process, this.tables, this.random.fork());
    const replica = new Replica(process, {
      stores: this.planted.stores?.(own, process, this.tables) ?? own,
      members: membersOf(process, this.tables, () => this.time.now),
      databaseTime: () => this.time.now,
      sweeps: this.planted.sweeps ?? true,
      cronDisabled: false,
      log: silent,
      outbox: {
        dispatch: () => undefined,
        slotChanged: () => undefined,
        changed: (run) => {
          this.tell(run);
        },
      },
    });
    this.replicas.push(replica);
    replica.start();
  }

  private tell(run: Run): void {
    this.network.send(() => {
      if (this.replicas.length === 0) return;
      const change = changeOf(run);
      this.random.pick(this.replicas).handle(async ({ endedRuns, endedUpstream }) => {
        if (isFinal(change.phase) && change.followed) await endedUpstream.decideIds([run.id]);
        await endedRuns.handle(change);
      });
    });
  }

  /** Brings runs to their ends, whichever process announced them. */
  private execute(): void {
    this.time.after(500, () => {
      for (const run of this.tables.open.values()) {
        if (run.phase !== 'Pending' || run.startAfter > this.time.now) continue;
        const next: Run = { ...run, phase: 'Running', started: this.time.now, rev: run.rev + 1 };
        if (!this.tables.saveRun(next, run.rev)) continue;
        const ms = this.random.chance(0.9) ? this.random.between(0, 3 * SECOND) : this.random.between(0, MINUTE);
        this.time.after(ms, () => {
          this.end(run.id);
        });
      }
      this.execute();
    });
  }

  private end(id: RunId): void {
    const run = this.tables.run(id);
    if (run?.phase !== 'Running') return;
    const phase: Phase = this.random.chance(0.85) ? 'Completed' : 'Failed';
    const ended: Run = { ...run, phase, finished: this.time.now, exitCode: 0, wakeAt: null, rev: run.rev + 1 };
    if (this.tables.saveRun(ended, run.rev)) this.tell(ended);
  }

  private mischief(): void {
    const { random } = this;
    if (this.replicas.length === 0) return;
    const { process } = random.pick(this.replicas);
    const roll = random.next();
    if (roll < 0.6) {
      this.kills++;
      process.kill();
      this.replicas = this.replicas.filter((replica) => replica.process !== process);
      this.time.after(random.between(0, 20 * SECOND), () => {
        this.startReplica();
      });
    } else if (roll < 0.95) process.stopFor(random.between(100, 70 * SECOND));
    else this.weather.databaseFrozenUntil = this.time.now + random.between(SECOND, 30 * SECOND);
  }

  /** Every chain of the counted time is complete: each job has its run exactly where the ends of the others require it. */
  private judge(from: number, until: number): Told {
    const problems: string[] = [];
    for (const [id, count] of this.inserted) if (count !== 1) problems.push(`${id} was recorded ${count} times`);
    // Slots continue to the end: the dependents of a run that has just ended may be decided in a moment.
    const decidedBy = this.time.now - DECIDED_MS;
    for (const { id, finished } of this.tables.pendingDependents.values())
      if ((finished ?? 0) < decidedBy) problems.push(`${id} has undecided dependents`);
    const runs = this.tables.runs();
    problems.push(...this.wrongChains(runs, from, until));
    for (const run of runs)
      if (!isFinal(run.phase) && isIn(run.createdAt, from, until)) problems.push(`${run.id} is ${run.phase}`);
    const dependent = runs.filter(({ trigger }) => trigger === 'dependency');
    const skipped = dependent.filter(({ phase }) => phase === 'Skipped').length;
    return { problems, runs: this.inserted.size, dependent: dependent.length, skipped, kills: this.kills };
  }

  private wrongChains(runs: readonly Run[], from: number, until: number): string[] {
    const problems: string[] = [];
    const states = new Map(runs.map((run) => [`${run.job} ${causeOf(run)}`, stateOf(run.phase)]));
    const causes = new Set(runs.map(causeOf).filter((cause) => isIn(slotOf(cause), from, until)));
    for (const cause of causes) {
      for (const [name, spec] of Object.entries(JOBS)) {
        if (spec.after === undefined) continue;
        const met = spec.after.map(({ job, on = 'succeeded' }) => ENDS[on]?.includes(states.get(`${job} ${cause}`)));
        const wanted = spec.afterRule?.require === 'any' ? met.some(Boolean) : met.every(Boolean);
        const there = this.tables.run(dependentRunId(asJobId(name), cause)) !== null;
        if (wanted !== there) problems.push(`${name} ${there ? 'ran' : 'did not run'} for ${cause}: ${met.join()}`);
      }
    }
    return problems;
  }
}

const isIn = (at: number | null, from: number, until: number): boolean => at !== null && at > from && at <= until;

const ENDS: Readonly<Record<string, readonly (RunState | undefined)[]>> = {
  succeeded: ['FINISHED'],
  failed: ['FAILED'],
  finished: ['FINISHED', 'FAILED', 'ABORTED'],
  skipped: ['SKIPPED', 'MISSED'],
};

const silent = { debug: nobody, info: nobody, warn: nobody, error: nobody } as unknown as Logger;
function nobody(): void {
  // Nobody reads it.
}
