/** The answer to a part of a request for many objects that was refused: what the same request for this object alone would be told. */
import { z } from 'zod';
import { AppError } from '#common/errors/app-error.js';
import { int, text } from './page.js';
import { problemDocument } from './problem.js';

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

/** The text of an unexpected error is not shown. */
export function toRefused(error: unknown): RefusedPart {
  const refusal =
    error instanceof AppError ? error : new AppError('INTERNAL', 'the item failed because of an internal error');
  const { status, code, detail, errors } = problemDocument(refusal.code, refusal.message, refusal.problems);
  return { status, code, detail, ...(errors && { errors: [...errors] }) };
}
