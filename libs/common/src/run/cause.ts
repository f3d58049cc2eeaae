/**
 * The origin of a chain of runs. Runs of one cause belong together: a job that runs after others gets one run of each cause, by a
 * key that is made of the job and the cause, and fan-in looks for runs of the same cause.
 *
 * A cause is `<slot in epoch seconds>`, or `m<run>` where a run by hand began the chain. Where slots are backfilled, or a chain is
 * run again on purpose, a suffix distinguishes it from the first time: `-b<backfill>`, `-r<run or request>`. The part before the
 * suffix is its base.
 */
import { backfillOf } from '../domain/backfill.js';
import { asRunId, type JobId, type RunId } from '../domain/ids.js';
import type { Instant, Run } from './run.js';

export type Cause = string;

const SECOND = 1_000;

/** The cause of any run: its own where it has one, otherwise it is derived from what requested the run. */
export function causeOf(run: Pick<Run, 'id' | 'job' | 'scheduledFor' | 'cause'>): Cause {
  if (run.cause !== undefined) return run.cause;
  if (run.scheduledFor === null) return `m${run.id}`;
  const slot = String(Math.floor(run.scheduledFor / SECOND));
  const backfill = backfillOf(run.id, run.job);
  return backfill === null ? slot : `${slot}-b${backfill}`;
}

export const baseOf = (cause: Cause): Cause => cause.split('-', 1)[0] ?? cause;

/** The cause of a chain that is run again; `key` names the run or the request that began it. */
export const again = (cause: Cause, key: string): Cause => `${baseOf(cause)}-r${key}`;

/** The slot of a chain; null where a run by hand began it. */
export function slotOf(cause: Cause): Instant | null {
  const base = baseOf(cause);
  return base.startsWith('m') ? null : Number(base) * SECOND;
}

/** The id of the run that a job gets for a cause: as with a slot, the id ensures that it gets exactly one. */
export const dependentRunId = (job: JobId, cause: Cause): RunId => asRunId(`${job}-a${cause}`);
