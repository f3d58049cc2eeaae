import type { JobId, RunId, TenantId } from '../domain/ids.js';
import type { Phase, RunState } from './phase.js';
import type { Instant, Trigger } from './run.js';

/** The fields of a run that long lists show. */
export interface RunGlance {
  readonly id: RunId;
  readonly job: JobId;
  readonly jobName: string;
  readonly tenant: TenantId;
  readonly state: RunState;
  readonly phase: Phase;
  readonly phaseSince: Instant;
  readonly reason: string;
  readonly message: string;
  readonly trigger: Trigger;
  readonly scheduledFor: Instant | null;
  readonly startAfter: Instant;
  readonly createdAt: Instant;
  readonly started: Instant | null;
  readonly finished: Instant | null;
}
