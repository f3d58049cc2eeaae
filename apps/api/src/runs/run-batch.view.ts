/** The items of `POST /runs:batch` and their answers. */
import { z } from 'zod';
import { runRequest } from '#common/spec/job.js';
import { AppError } from '#common/errors/app-error.js';
import { problemDocument } from '../http/problem.js';
import { idText } from '../http/route-fields.js';
import type { AdmittedRun } from '../scheduler-port.js';

const MAX_KEY_LENGTH = 255;

export const batchedRun = runRequest.extend({
  job: idText.describe('The id of the job to run.'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(MAX_KEY_LENGTH)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
    .optional()
    .describe(
      'The key by which repeated requests for this item become one run. It must not be used for any other request.',
    ),
});
export type BatchedRun = z.output<typeof batchedRun>;

const accepted = z.object({
  status: z.literal(202).describe('The run is accepted.'),
  run: z.string().describe('The id of the run; items that became one run have the same id.'),
});
const duplicate = z.object({
  status: z.literal(200).describe('The item is a duplicate of an earlier request, and changes nothing.'),
  run: z.string().describe('The id of the run of the earlier request.'),
  duplicate: z.literal(true).describe('Always true.'),
});
const refused = z.object({
  status: z.int().describe('The HTTP status that a request for this item alone would have: 404, 409 and so on.'),
  code: z.string().describe('The error code.'),
  detail: z.string().describe('The cause of the error, as a sentence.'),
  errors: z
    .array(
      z.object({
        path: z.string().describe('The field, within the item.'),
        message: z.string().describe('What is wrong with the field.'),
      }),
    )
    .optional()
    .describe('The errors of single fields, if they are known.'),
});
export const batchedRunAnswer = z.union([accepted, refused, duplicate]);
export type BatchedRunAnswer = z.output<typeof batchedRunAnswer>;

export const toAccepted = ({
  run,
  isDuplicate,
}: AdmittedRun): z.output<typeof accepted> | z.output<typeof duplicate> =>
  isDuplicate ? { status: 200, run, duplicate: true } : { status: 202, run };

/** The text of an unexpected error is not shown. */
export function toRefused(error: unknown): BatchedRunAnswer {
  const known =
    error instanceof AppError
      ? error
      : new AppError('INTERNAL', 'the run could not be started because of an internal error');
  const { status, code, detail, errors } = problemDocument(known.code, known.message, known.problems);
  return { status, code, detail, ...(errors && { errors: [...errors] }) };
}
