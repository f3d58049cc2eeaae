/** One scheduler: the real one, membership and all, in a process of the simulation. */
import { shards } from '#testing/shards.js';
import type { contracts } from '#common/messages/registry.js';
import type { PayloadOf } from '#common/messages/contract.js';
import { stateOf } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { Logger } from '#common/logging/logger.js';
import { Membership } from '#common/membership/membership.js';
import { schedulerOf, type Scheduler, type Stores, type Surroundings } from '../../../apps/scheduler/src/app.module.js';
import type { SimProcess } from './sim-process.js';

export type RunChanged = PayloadOf<typeof contracts.runChanged>;

/** The parts of the world that a replica uses. */
export interface ReplicaWorld {
  readonly stores: Stores;
  readonly members: ConstructorParameters<typeof Membership>[1];
  readonly databaseTime: () => number;
  readonly outbox: Surroundings['outbox'];
  readonly sweeps: boolean;
  /** DISABLE_CRON. */
  readonly cronDisabled: boolean;
  readonly log: Logger;
}

const nothing = (): void => undefined;
/** Nobody reads the metrics of a simulated scheduler. */
export const metrics = {
  slots: { inc: nothing },
  scheduleLateness: { observe: nothing },
  schedules: { set: nothing },
  queueDepth: { set: nothing },
  keyWaits: { set: nothing },
  tenantSlots: { inc: nothing },
  tenantNames: { of: (name: string) => name },
  dependencies: { inc: nothing },
  dependencyDelay: { observe: nothing },
  runRequests: { inc: nothing },
  limitUse: { set: nothing },
  limitsFull: { set: nothing },
} as unknown as Surroundings['metrics'];

/** The contracts that a replica handles. */
export type Counters = Scheduler;

export class Replica {
  readonly counters: Counters;
  private readonly membership: Membership;

  constructor(
    readonly process: SimProcess,
    private readonly world: ReplicaWorld,
  ) {
    const { log, stores, outbox, members, databaseTime, cronDisabled } = world;
    const identity = { service: 'scheduler', replica: process.name, host: 'here', version: '0' };
    const database = { serverTime: () => process.call(databaseTime) };
    this.membership = new Membership(identity, members, database, {
      clock: process.clock,
      log,
      shardCount: shards.count,
    });
    const { clock } = this.membership;
    this.counters = schedulerOf(stores, { clock, log, metrics, outbox, shards: this.membership, cronDisabled });
  }

  start(): void {
    const { sweeps, loop } = this.counters;
    void this.membership.start().then(() => {
      if (this.world.sweeps) sweeps.start();
      loop.start();
    });
  }

  /** Handles a request or message as the controllers do; the sender has to find out about errors. */
  handle(work: (counters: Counters) => Promise<unknown>): void {
    this.process.whenRunning(() => {
      work(this.counters).catch(nothing);
    });
  }
}

export function changeOf(run: Run): RunChanged {
  const { id, rev, tenant, job, jobName, worker, engine, trigger } = run;
  const { scheduledFor, createdAt, started, finished, exitCode, phase } = run;
  const who = { v: 1 as const, run: id, rev, tenant, job, jobName, worker, engine, trigger, transitions: [] };
  const followed = run.followed && { followed: run.followed };
  return { ...who, ...followed, scheduledFor, createdAt, started, finished, exitCode, phase, state: stateOf(phase) };
}
