import { z } from 'zod';
import { MAX_LOG_SEARCH_LENGTH } from '#common/domain/limits.js';
import { MAX_TAIL_LINES } from '#common/mongo/log-reader.js';
import { route, streamed, routesOf } from '../http/route.js';
import { byId, queryFlag, queryTime } from '../http/page.js';

export const logRoutes = routesOf('Runs', {
  readLogs: route({
    at: 'GET /runs/{id}/logs',
    access: 'viewer',
    summary: "Read or follow a run's log",
    description:
      'The lines of all attempts, merged by time; `task`, `index` and `attempt` select some of them. If there are several attempts, each line begins with `<task>/<index>.<attempt> `. With `Accept: text/event-stream` the log is followed live: events of type `line`, and `end` when the run has ended; with `tail` the first event is `omitted`, whose `lines` says how many lines come before; `Last-Event-ID` resumes after that event.',
    params: byId,
    query: z.strictObject({
      task: z.string().min(1).optional().describe('Only attempts of this task.'),
      index: z.coerce.number().int().min(0).optional().describe('Only attempts of the index with this number.'),
      attempt: z.coerce.number().int().min(1).optional().describe('Only attempts with this number, from 1.'),
      tail: z.coerce
        .number()
        .int()
        .min(0)
        .max(MAX_TAIL_LINES)
        .optional()
        .describe('Only this many of the newest lines, and later lines.'),
      since: queryTime.optional().describe('Only lines from this instant on.'),
      q: z
        .string()
        .min(1)
        .max(MAX_LOG_SEARCH_LENGTH)
        .optional()
        .describe('Only lines that contain this text, in upper or lower case; not possible when the log is followed.'),
      timestamps: queryFlag.optional().describe('True: each line begins with its time.'),
    }),
    answer: streamed,
    answerTypes: ['text/plain', 'text/event-stream'],
    refusals: ['TOO_MANY_REQUESTS'],
    example: { answer: 'read 1,204 rows\n' },
  }),
});
