/** Derives the outcome of a slot from all stored facts about its job. */
import type { Instant } from '#common/run/run.js';
import type { OpenGap, ScheduleState } from '#common/schedule/schedule-state.js';

/** The meaning of the slot's own key; `run` is the stored run. */
export type KeyOf<R> =
  | { readonly kind: 'run'; readonly run: R }
  | ({ readonly kind: 'closed' } & Pick<OpenGap, 'outcome' | 'reason'>)
  | { readonly kind: 'removed' };

export type OutcomeOf<R> =
  | { readonly kind: 'run'; readonly run: R }
  | ({ readonly kind: 'gap' } & Pick<OpenGap, 'outcome' | 'reason'>)
  /** The run of the slot was deleted, or retention has removed it. */
  | { readonly kind: 'gone' };

/** Null: the slot is in the future, or the job had no such slot then. */
export function outcomeOf<R>(
  nominal: Instant,
  key: KeyOf<R> | undefined,
  gaps: readonly OpenGap[],
  state: Pick<ScheduleState, 'mark' | 'effectiveFrom'> | null,
): OutcomeOf<R> | null {
  if (key?.kind === 'run') return key;
  if (state === null || nominal > state.mark) return null;
  const gap = key?.kind === 'closed' ? key : gaps.find(({ from, to }) => from <= nominal && nominal <= to);
  if (gap) return { kind: 'gap', outcome: gap.outcome, reason: gap.reason };
  // Every slot of the present definition up to the watermark had an outcome: a slot without a trace had a run.
  return key?.kind === 'removed' || nominal > state.effectiveFrom ? { kind: 'gone' } : null;
}
