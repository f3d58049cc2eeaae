/**
 * Slots that had run before the database was restored to an earlier state, as an admin states on releasing the hold. The scheduler does
 * not plan them again. A run of such a slot that is in the backup, but had not begun, is ended here and never begins.
 */
import { endRun } from './completion.js';
import type { Draft } from './draft.js';
import { REASONS } from './reasons.js';

const MESSAGE =
  'The slot of the run had run before the database was restored to an earlier state, as the admin who released the hold has declared.';

/** A run that has begun is not started again: an administrator decides whether it must be. */
export function skipAlreadyRun(draft: Draft): void {
  const { trigger, scheduledFor } = draft.base;
  const { ranUntil } = draft.context;
  if (ranUntil === null || trigger !== 'schedule' || scheduledFor === null || scheduledFor > ranUntil) return;
  if (!hasBegun(draft)) endRun(draft, { phase: 'Skipped', reason: REASONS.AlreadyRun, message: MESSAGE }, 'completed');
}

const hasBegun = (draft: Draft): boolean =>
  draft.started !== null ||
  draft.generation > 0 ||
  draft.live.size > 0 ||
  [...draft.tasks.values()].some(({ failed, succeeded }) => failed + succeeded > 0) ||
  draft.phase !== 'Pending';
