import { excludesNothing } from '#common/schedule/exclusion.js';
import type { PlanView } from '../../../apps/scheduler/src/core/plan-step.js';

/** The view of a planner that plans due slots at `now`. */
export const aPlanView = (now: number, change: Partial<PlanView> = {}): PlanView => ({
  now,
  dueBy: now,
  cronDisabled: false,
  limited: false,
  excludes: excludesNothing,
  knownSlots: new Map(),
  closing: null,
  ...change,
});
