/** New runs as the scheduler makes them: for a slot, a backfill, or by hand. */
import { shardOf } from '#common/domain/shards.js';
import type { ConcurrencyPolicy } from '#common/spec/schedule.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { RunChange } from '#common/spec/tasks.js';
import { backfillRunId, type Backfill } from '#common/domain/backfill.js';
import { scheduledRunId, type JobId, type RunId } from '#common/domain/ids.js';
import { storedPriority } from '#common/domain/priority.js';
import { slotOf, type Cause } from '#common/run/cause.js';
import { ADMITTED, AWAITING_START_TIME, newRun, type NewRun } from '#common/run/new-run.js';
import type { Instant, Run, RunOverrides, Trigger } from '#common/run/run.js';
import { limitKeyOf } from '#common/schedule/key-limit.js';
import type { Slot } from '#common/schedule/slots.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';

export const AWAITING_PERMIT = {
  reason: 'AwaitingPlace',
  message: 'The run waits for a permit of each of its limits.',
} as const;

/** Phase, reason and message of a new run. */
function firstState(limited: boolean, startAfter: Instant, now: Instant): Pick<NewRun, 'phase' | 'reason' | 'message'> {
  const phase = limited ? 'Queued' : 'Pending';
  if (startAfter > now) {
    const more = limited ? ', and waits for its permits from then on' : '';
    const message = `The run is not started before ${new Date(startAfter).toISOString()}${more}.`;
    return { phase, reason: AWAITING_START_TIME, message };
  }
  return limited ? { phase, ...AWAITING_PERMIT } : { phase, reason: ADMITTED, message: 'No limit applies to the run.' };
}

/** How a run is made. */
export interface Making {
  /** The run needs a permit. */
  readonly limited: boolean;
  readonly shardCount: number;
}

export function slotRun(state: ScheduleState, slot: Slot, { limited, shardCount }: Making, now: Instant): Run {
  const id = scheduledRunId(state.job, slot.nominal);
  return newRun(
    {
      ...snapshotOf(state),
      id,
      shard: shardOf(id, shardCount),
      trigger: 'schedule',
      requestedBy: null,
      scheduledFor: slot.nominal,
      scheduleRev: state.rev,
      startAfter: slot.effective,
      overrides: null,
      ...keyOf(state, null),
      // For a run that was made ahead of time the executor waits for the instant: the run itself does not change then.
      ...firstState(limited, now, now),
      holds: [],
    },
    now,
  );
}

export interface ManualRequest {
  readonly run: RunId;
  readonly requestedBy: string;
  readonly startAfter: Instant | null;
  /** The priority of its job unless given. */
  readonly priority?: number | undefined;
  readonly overrides: RunOverrides | null;
  readonly change?: RunChange | undefined;
  /** The chain that it belongs to; its own unless given. */
  readonly cause?: Cause | undefined;
  readonly causeRoot?: JobId | undefined;
  /** The trigger of the run; `manual` unless given. */
  readonly trigger?: Trigger | undefined;
}

export function manualRun(
  state: ScheduleState,
  request: ManualRequest,
  { limited, shardCount }: Making,
  now: Instant,
): Run {
  const startAfter = request.startAfter ?? now;
  return newRun(
    {
      ...snapshotOf({ ...state, priority: request.priority ?? state.priority ?? 0 }),
      id: request.run,
      shard: shardOf(request.run, shardCount),
      trigger: request.trigger ?? 'manual',
      requestedBy: request.requestedBy,
      scheduledFor: null,
      startAfter,
      overrides: request.overrides,
      ...keyOf(state, request.overrides),
      ...(request.change && { change: request.change }),
      ...(request.cause !== undefined && { cause: request.cause }),
      ...(request.causeRoot !== undefined && { causeRoot: request.causeRoot }),
      ...firstState(limited, startAfter, now),
      holds: [],
    },
    now,
  );
}

/** The run of a slot in a backfill; its key and outcome are independent of the slot's first outcome. */
export function backfillRun(
  state: ScheduleState,
  backfill: Backfill,
  slot: Making & { readonly nominal: Instant },
  now: Instant,
): Run {
  const { concurrencyPolicy, requestedBy } = backfill;
  const id = backfillRunId(backfill, slot.nominal);
  // Jobs that depend on this one run after backfilled slots only if the request asks for it.
  const { followed: _followed, ...alone } = snapshotOf(state);
  return newRun(
    {
      ...(backfill.downstream ? { ...snapshotOf(state), causeRoot: state.job } : alone),
      id,
      shard: shardOf(id, slot.shardCount),
      trigger: 'backfill',
      requestedBy,
      scheduledFor: slot.nominal,
      startAfter: now,
      overrides: concurrencyPolicy && { concurrencyPolicy },
      ...keyOf(state, null),
      ...firstState(slot.limited, now, now),
      holds: [],
    },
    now,
  );
}

/** A run that follows from runs of other jobs. */
export interface DependentRequest extends Making {
  readonly id: RunId;
  readonly cause: Cause;
  /** The job at which the chain was run again, or backfilled. */
  readonly root: JobId | undefined;
  readonly requestedBy: string | null;
  readonly causedBy: NonNullable<Run['causedBy']>;
  readonly parameters: Readonly<Record<string, JsonValue>>;
}

export function dependentRun(state: ScheduleState, request: DependentRequest, now: Instant): Run {
  const { id, cause, root, requestedBy, causedBy, parameters, limited, shardCount } = request;
  const overrides = Object.keys(parameters).length > 0 ? { parameters: { ...parameters } } : null;
  return newRun(
    {
      ...snapshotOf(state),
      id,
      shard: shardOf(id, shardCount),
      trigger: 'dependency',
      requestedBy,
      scheduledFor: slotOf(cause),
      startAfter: now,
      overrides,
      ...keyOf(state, overrides),
      cause,
      causedBy,
      ...(root !== undefined && { causeRoot: root }),
      ...firstState(limited, now, now),
      holds: [],
    },
    now,
  );
}

/** A manual run may name another policy than its job's. */
export const policyOf = (state: ScheduleState, overrides: RunOverrides | null): ConcurrencyPolicy =>
  overrides?.concurrencyPolicy ?? state.concurrency.policy;

const keyOf = ({ concurrency }: ScheduleState, overrides: RunOverrides | null): Pick<Run, 'limitKey'> =>
  limitKeyOf(concurrency.perKey, overrides);

function snapshotOf(
  state: ScheduleState,
): Pick<
  Run,
  'tenant' | 'job' | 'jobName' | 'jobVersion' | 'worker' | 'engine' | 'spec' | 'followed' | 'priority' | 'form'
> {
  const { tenant, job, jobName, jobVersion, worker, engine, spec, followed, priority, form } = state;
  const basics = { tenant, job, jobName, jobVersion, worker, engine, spec };
  return {
    ...basics,
    ...(followed && { followed }),
    ...(form !== undefined && { form }),
    ...storedPriority(priority),
  };
}
