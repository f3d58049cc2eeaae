import type { Engine } from '../contracts/worker.js';
import { shardOf, type JobId, type RunId, type SpecHash, type TenantId, type WorkerId } from './ids.js';
import type { Phase } from './phase.js';
import type { Instant, Run, RunOverrides, Trigger } from './run.js';

export interface NewRun {
  readonly id: RunId;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly jobName: string;
  readonly jobVersion: number;
  readonly worker: WorkerId;
  readonly engine: Engine;
  readonly spec: SpecHash;
  readonly trigger: Trigger;
  readonly requestedBy: string | null;
  readonly scheduledFor: Instant | null;
  readonly startAfter: Instant;
  readonly overrides: RunOverrides | null;
  /** `Pending` where no limit applies; otherwise `Queued`, for admission. */
  readonly phase: Extract<Phase, 'Pending' | 'Queued'>;
  readonly reason: string;
  readonly message: string;
  /** Places that the run holds from the start. */
  readonly holds: readonly string[];
}

/** The first state of every run, whoever asked for it. */
export function newRun(input: NewRun, now: Instant): Run {
  const { phase, reason, message } = input;
  return {
    ...input,
    createdAt: now,
    shard: shardOf(input.id),
    phaseSince: now,
    started: null,
    finished: null,
    exitCode: null,
    generation: 0,
    retries: 0,
    tasks: [{ name: 'main', indexes: 1, pending: 1, running: 0, succeeded: 0, failed: 0, terminating: 0 }],
    live: [],
    waiting: [],
    ending: null,
    effects: [],
    transitions: [{ at: now, phase, reason, message, actor: input.requestedBy ?? 'scheduler' }],
    commands: [],
    // A queued run is the scheduler's; nobody else is to look at it.
    wakeAt: phase === 'Queued' ? null : Math.max(now, input.startAfter),
    expireAt: null,
    rev: 1,
  };
}
