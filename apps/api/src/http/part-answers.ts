/** Parts of a request for many objects: each is answered as the same request for its object alone would be. */
import { z } from 'zod';
import { AppError } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Caller } from '../access/core/access.js';
import { int, text } from './page.js';
import { problemDocument } from './problem.js';
import type { Mutation } from './route.js';

export const refusedPart = z.object({
  status: int('The HTTP status that a request for this item alone would have: 404, 409 and so on.'),
  code: text('The error code.'),
  detail: text('The cause of the error, as a sentence.'),
  errors: z
    .array(
      z.object({
        path: text('The field, within the item.'),
        message: text('What is wrong with the field.'),
      }),
    )
    .optional()
    .describe('The errors of single fields, if they are known.'),
});
export type RefusedPart = z.output<typeof refusedPart>;

/** Who asks, and with which request. */
export interface Asking {
  readonly caller: Caller;
  readonly mutation: Mutation;
}

interface Part<Answer> {
  readonly work: () => Promise<Answer>;
  /** Records the refusal where the part was recorded: in the audit, at its idempotency key. */
  readonly refused: (error: unknown) => readonly Promise<unknown>[];
  /** The message of the log for an unexpected error. */
  readonly failure: string;
  /** The fields of that message. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The answer of the work, or the refusal. Never throws: the other parts go on. */
export async function answerOf<Answer>(log: Logger, part: Part<Answer>): Promise<Answer | RefusedPart> {
  try {
    return await part.work();
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, ...part.fields }, part.failure);
    await Promise.allSettled(part.refused(error));
    return toRefused(error);
  }
}

/** The text of an unexpected error is not shown. */
export function toRefused(error: unknown): RefusedPart {
  const refusal =
    error instanceof AppError ? error : new AppError('INTERNAL', 'the item failed because of an internal error');
  const { status, code, detail, errors } = problemDocument(refusal.code, refusal.message, refusal.problems);
  return { status, code, detail, ...(errors && { errors: [...errors] }) };
}
