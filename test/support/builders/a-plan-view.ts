import { excludesNothing } from '#common/schedule/exclusion.js';
import type { PlanView } from '../../../apps/scheduler/src/core/plan-step.js';

/** What a planner sees at `now` that plans what is due. */
export const aPlanView = (now: number, change: Partial<PlanView> = {}): PlanView => ({
  now,
  dueBy: now,
  cronDisabled: false,
  limited: false,
  excludes: excludesNothing,
  known: new Map(),
  closing: null,
  ...change,
});
