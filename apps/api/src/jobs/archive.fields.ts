/** The query parameters about archived jobs. */
import { z } from 'zod';

const MAX_NOTE_LENGTH = 1_000;

export const archivedQuery = {
  archived: z
    .enum(['false', 'true', 'any'])
    .default('false')
    .describe('`true`: only archived jobs; `any`: archived jobs, too. Default: no archived jobs.'),
};

export const pauseRequest = z.strictObject({
  note: z.string().max(MAX_NOTE_LENGTH).optional().describe('The reason, for people; shown with the job.'),
  archive: z
    .boolean()
    .optional()
    .describe(
      'True: the job is also archived, so that lists leave it out unless archived jobs are requested. Default: false.',
    ),
});
