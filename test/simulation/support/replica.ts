/** One scheduler: the real one, membership and all, in a process of the simulation. */
import type { contracts } from '#common/contracts/registry.js';
import type { PayloadOf } from '#common/contracts/contract.js';
import { stateOf } from '#common/domain/phase.js';
import type { Run } from '#common/domain/run.js';
import type { Logger } from '#common/logging/logger.js';
import { Membership } from '#common/membership/membership.js';
import { schedulerOf, type Scheduler, type Stores, type Surroundings } from '../../../apps/scheduler/src/scheduler.js';
import type { SimProcess } from './sim-process.js';

export type RunChanged = PayloadOf<typeof contracts.runChanged>;

/** What a replica reaches of the world. */
export interface ReplicaWorld {
  readonly stores: Stores;
  readonly members: ConstructorParameters<typeof Membership>[1];
  readonly databaseTime: () => number;
  readonly outbox: Surroundings['outbox'];
  readonly sweeps: boolean;
  readonly log: Logger;
}

const nothing = (): void => undefined;
/** Nobody reads the figures of a simulated scheduler. */
const metrics = {
  slots: { inc: nothing },
  scheduleLateness: { observe: nothing },
  schedules: { set: nothing },
  queueDepth: { set: nothing },
} as unknown as Surroundings['metrics'];

export class Replica {
  readonly scheduler: Scheduler;
  private readonly membership: Membership;

  constructor(
    readonly process: SimProcess,
    private readonly world: ReplicaWorld,
  ) {
    const { log, stores, outbox, members, databaseTime } = world;
    const identity = { service: 'scheduler', replica: process.name, host: 'here', version: '0' };
    const database = { serverTime: () => process.call(databaseTime) };
    this.membership = new Membership(identity, members, database, { clock: process.clock, log });
    const { clock } = this.membership;
    this.scheduler = schedulerOf(stores, { clock, log, metrics, outbox, shards: this.membership, cronDisabled: false });
  }

  start(): void {
    const { sweeps, loop } = this.scheduler;
    void this.membership.start().then(() => {
      if (this.world.sweeps) sweeps.start();
      loop.start();
    });
  }

  /** Handles a request or message as the controllers do; what goes wrong is the sender's to find out. */
  handle(work: (scheduler: Scheduler) => Promise<unknown>): void {
    this.process.whenRunning(() => {
      work(this.scheduler).catch(nothing);
    });
  }
}

export function changeOf(run: Run): RunChanged {
  const { id, rev, tenant, job, jobName, worker, engine, trigger } = run;
  const { scheduledFor, createdAt, started, finished, exitCode, phase } = run;
  const who = { v: 1 as const, run: id, rev, tenant, job, jobName, worker, engine, trigger, transitions: [] };
  return { ...who, scheduledFor, createdAt, started, finished, exitCode, phase, state: stateOf(phase) };
}
