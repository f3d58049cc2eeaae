/**
 * A run in a message, sent by the service that has just inserted it, so that the receiver need not read it. It may be stale when it is used: it
 * serves for an answer to a client, and for a decision whose write is a compare-and-set of the run's revision and creation.
 */
import { z } from 'zod';
import { stampOf } from '../domain/stored-form.js';
import type { Run } from './run.js';

/** A longer run is not sent: the receiver reads it. */
const MAX_INSERTED_RUN_CHARACTERS = 4_096;
/** If more runs are inserted together, none is sent: the receivers read many runs by one query. */
export const MAX_INSERTED_RUNS_SENT = 32;

/** Only services may send messages, and a stored document has a form of its own: so only the identifying fields are validated. */
export const insertedRun = z.looseObject({
  id: z.string(),
  tenant: z.string(),
  job: z.string(),
  spec: z.string(),
  createdAt: z.number(),
  rev: z.literal(1),
});
export type InsertedRun = z.output<typeof insertedRun>;

/** The message form of a run that the caller has just inserted; undefined where it is too long, or has been changed since. */
export function toInsertedRun(run: Run): InsertedRun | undefined {
  if (run.rev !== 1 || JSON.stringify(run).length > MAX_INSERTED_RUN_CHARACTERS) return undefined;
  const { form } = stampOf(run.form);
  return { ...run, rev: 1, ...(form !== undefined && { form }) };
}

/** The run, as a read would return it. */
export const fromInsertedRun = (inserted: InsertedRun): Run => inserted as unknown as Run;
