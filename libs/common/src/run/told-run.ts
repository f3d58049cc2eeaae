/**
 * A run in a message of whoever has just stored it, so that its receiver need not read it first. It may be old when it is used: it is good for
 * what is shown, and for a decision whose write is guarded by the run's revision and creation.
 */
import { z } from 'zod';
import { FORM } from '../domain/stored-form.js';
import type { Run } from './run.js';

/** A longer run is not told: its receiver reads it. */
const MAX_TOLD_CHARACTERS = 4_096;
/** Of more runs that were stored together none is told: their receivers read many by one query. */
export const MAX_TOLD_TOGETHER = 32;

/** Who may send messages is known, and a message has a form: so only what tells one run from another is looked at. */
export const toldRun = z.looseObject({
  id: z.string(),
  tenant: z.string(),
  job: z.string(),
  spec: z.string(),
  createdAt: z.number(),
  rev: z.literal(1),
});
export type ToldRun = z.output<typeof toldRun>;

/** The run that the caller has just inserted, as a message tells it; undefined where it is too long. */
export function tell(run: Run): ToldRun | undefined {
  if (run.rev !== 1 || JSON.stringify(run).length > MAX_TOLD_CHARACTERS) return undefined;
  return { ...run, rev: 1, ...(FORM > 1 && { form: FORM }) };
}

/** What was told, as it would have been read. */
export const heard = (told: ToldRun): Run => told as unknown as Run;
