/** Items of `POST /runs:batch`, as they are asked for and answered. */
import { z } from 'zod';
import { runRequest } from '#common/spec/job.js';
import { AppError } from '#common/errors/app-error.js';
import { problemDocument } from '../http/problem.js';
import { idText } from '../http/route-fields.js';

const MAX_KEY_LENGTH = 255;

export const batchedRun = runRequest.extend({
  job: idText,
  idempotencyKey: z
    .string()
    .min(1)
    .max(MAX_KEY_LENGTH)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
    .optional()
    .meta({ description: 'Makes repeats of this item one run; its own, and not used for anything else.' }),
});
export type BatchedRun = z.output<typeof batchedRun>;

const accepted = z.object({ status: z.literal(202), run: z.string().meta({ description: 'The id of the run.' }) });
const refused = z.object({
  status: z.int().meta({ description: 'As of an answer to this item alone: 404, 409 and so on.' }),
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export const batchedRunAnswer = z.union([accepted, refused]);
export type BatchedRunAnswer = z.output<typeof batchedRunAnswer>;

export const toAccepted = (run: string): BatchedRunAnswer => ({ status: 202, run });

/** Of an error that is none of ours nothing is told. */
export function toRefused(error: unknown): BatchedRunAnswer {
  const known = error instanceof AppError ? error : new AppError('INTERNAL', 'something went wrong');
  const { status, code, detail, errors } = problemDocument(known.code, known.message, known.problems);
  return { status, code, detail, ...(errors && { errors: [...errors] }) };
}
