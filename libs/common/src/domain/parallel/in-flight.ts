/**
 * How many attempts of a task may be started now, and which must stop: `maxActive`, indexes that are cut off, the turn's limit.
 *
 * How the engine is meant to call it: for each task in `byStartOrder`, `inFlight(…)` before it claims; stop what `stop` names
 * (reason `replaced`: it counts neither as failure nor as success), and start at most `room` more. Nothing is started in a
 * decision that stops something, so that a run never holds more than it may.
 *
 * Sources: K1, K2, K5 to K9, K47; Kubernetes 2.3 (at most 500 at once, deletions before creations); design 6, point 3.
 */
import { byLeastAdvanced, type Advance } from './task-order.js';
import type { NormalTask } from './normal-task.js';

export interface InFlight<A> {
  readonly stop: readonly A[];
  readonly room: number;
}

interface Attempt extends Advance {
  /** Set once it is asked to end. */
  readonly stop: object | null;
}

/** `live` are the task's attempts that have not ended; `limit` is what this turn may still start or stop. */
export function inFlight<A extends Attempt>(
  task: Pick<NormalTask, 'indexes' | 'maxActive'>,
  live: readonly A[],
  limit: number,
): InFlight<A> {
  const staying = live.filter(({ stop }) => stop === null);
  const cutOff = staying.filter(({ index }) => index >= task.indexes);
  const kept = staying.filter(({ index }) => index < task.indexes);
  const allowed = task.maxActive ?? Infinity;
  const surplus = byLeastAdvanced(kept).slice(0, Math.max(0, kept.length - allowed));
  const stop = [...byLeastAdvanced(cutOff), ...surplus].slice(0, Math.max(0, limit));
  if (cutOff.length + surplus.length > 0) return { stop, room: 0 };
  // What is on its way out is still there: its place is free only when it has ended.
  return { stop: [], room: Math.max(0, Math.min(limit, allowed - live.length)) };
}
