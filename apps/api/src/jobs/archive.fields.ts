/** The query parameters about archived jobs. */
import { z } from 'zod';

const MAX_NOTE_LENGTH = 1_000;

export const archivedQuery = {
  archived: z
    .enum(['false', 'true', 'any'])
    .default('false')
    .describe('`true`: only archived jobs; `any`: these, too. They are left out unless given.'),
};

export const pauseRequest = z.strictObject({
  note: z.string().max(MAX_NOTE_LENGTH).optional().describe('Why, for people; shown with the job.'),
  archive: z
    .boolean()
    .optional()
    .describe('True: lists leave the job out, too, unless they are asked for archived ones. False unless given.'),
});
