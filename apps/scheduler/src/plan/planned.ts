/** The types that planning passes from step to step. */
import type { RunId } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/run/run.js';
import type { Exclusion } from '#common/schedule/exclusion.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { KnownSlot, PlanStep } from '../core/plan-step.js';

/** One job that passes through the steps. */
export interface PlanItem {
  readonly state: ScheduleState;
  readonly limited: boolean;
  readonly excludes: Exclusion;
  /** The stored state of the keys of its slots. */
  readonly knownSlots: ReadonlyMap<Instant, KnownSlot>;
  /** The end of the open gap as it was last copied; null if unknown. */
  readonly copiedTo: Instant | null;
}

export interface PlannedStep<Kind extends PlanStep['kind']> {
  readonly item: PlanItem;
  readonly step: Extract<PlanStep, { kind: Kind }>;
}

/** The runs under the keys of a step, in slot order. */
export interface Fired extends PlannedStep<'fire'> {
  readonly runs: readonly Run[];
  /** Runs that did not exist before. */
  readonly inserted: ReadonlySet<RunId>;
}

export type PlannedByKind = { readonly [Kind in PlanStep['kind']]: PlannedStep<Kind>[] };

export const nothingPlanned = (): PlannedByKind => ({ idle: [], gap: [], fire: [], rewind: [] });

export function addPlanned(planned: PlannedByKind, item: PlanItem, step: PlanStep): void {
  switch (step.kind) {
    case 'idle':
      planned.idle.push({ item, step });
      return;
    case 'gap':
      planned.gap.push({ item, step });
      return;
    case 'fire':
      planned.fire.push({ item, step });
      return;
    case 'rewind':
      planned.rewind.push({ item, step });
      return;
  }
}
