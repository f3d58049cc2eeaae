/** Ends the definition that a schedule has: before another one takes over, every earlier slot gets its outcome under the old one. */
import type { Clock } from '#common/clock/clock.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { Instant } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { effectiveFromOf, outcomeOfRest, type Reading } from '../core/apply-job.js';
import { MAX_MARK_AHEAD_MS } from '../core/planning-limits.js';
import type { Ahead } from '../plan/ahead.js';
import type { Planner } from '../plan/planner.js';

export interface ClosedDefinition {
  /** The schedule under the former definition; null if there was none. */
  readonly closed: ScheduleState | null;
  /** When the new definition takes effect. */
  readonly effectiveFrom: Instant;
}

export class FormerDefinition {
  constructor(
    private readonly planner: Pick<Planner, 'advance'>,
    private readonly ahead: Pick<Ahead, 'takeBack' | 'takeBackSuperseded'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Takes early runs back, and gives every slot of the former definition its outcome. Null: another process changed the document. */
  async close(job: StoredJob, old: ScheduleState | null, reading: Reading): Promise<ClosedDefinition | null> {
    const now = this.clock.now();
    if (old === null) return { closed: null, effectiveFrom: effectiveFromOf(job, null, now) };
    if (old.mark > now + MAX_MARK_AHEAD_MS) {
      // The watermark is set back first; otherwise the new definition would also begin in the future.
      await this.planner.advance([old]);
      return null;
    }
    const current = await this.withoutEarlyRuns(job, old, now);
    if (current === null) return null;
    const effectiveFrom = effectiveFromOf(job, current, now);
    const closed = await this.closeSlots(current, reading, effectiveFrom);
    return closed && { closed, effectiveFrom };
  }

  /** The next definition is stored: runs that a planner has made meanwhile under the former one are taken back. */
  takeBackSuperseded(before: ScheduleState, next: ScheduleState): Promise<void> {
    return this.ahead.takeBackSuperseded(before, next, this.clock.now());
  }

  /** Takes back early runs of slots after the edit, which belong to the new definition. Null: another process changed the document. */
  withoutEarlyRuns(job: StoredJob, old: ScheduleState, now = this.clock.now()): Promise<ScheduleState | null> {
    const since = Math.max(Math.min(now, job.updatedAt), old.effectiveFrom);
    return this.ahead.takeBack(old, since, now);
  }

  /** Gives every slot before `effectiveFrom` its outcome under the old definition. Null: another process changed the document. */
  private async closeSlots(old: ScheduleState, reading: Reading, effectiveFrom: number): Promise<ScheduleState | null> {
    const fired = await this.planner.advance([old], { dueBy: effectiveFrom });
    const state = fired.get(old.job);
    if (!state) return null;
    const rest = outcomeOfRest(state, reading);
    if (rest === null) return state;
    return (await this.planner.advance([state], { dueBy: effectiveFrom, closing: rest })).get(old.job) ?? null;
  }
}
