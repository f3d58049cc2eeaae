/** Shows the requests that a run stands for. */
import { z } from 'zod';
import { isGathering, type RequestMark } from '#common/run/gathered.js';
import { TRIGGERS, type Run } from '#common/run/run.js';
import { jsonValue } from '#common/spec/fields.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';

const requestsFields = {
  by: z.enum(['debounce', 'collect']).describe('The rule of the job by which the requests became one run.'),
  key: z.string().meta({
    description: 'The key of the requests; empty if all requests of the job have the same key.',
    examples: ['order-4711'],
  }),
  count: z.int().meta({ description: 'How many requests there are.', examples: [12] }),
  open: z.boolean().describe('Whether the run takes further requests.'),
  firstAt: shownTime.describe('When the first request came.'),
  lastAt: shownTime.describe('When the last request came.'),
};
const requestView = z.object({
  id: z.string().describe('The id of the request, as in the audit.'),
  at: shownTime.describe('When the request came.'),
  requestedBy: z.string().nullable().describe('The name of the caller.'),
  trigger: z.enum(TRIGGERS).describe('The trigger of the request.'),
});

export const requestsView = z
  .object(requestsFields)
  .nullable()
  .describe(
    'The requests for which the run stands, by `debounce` or `collect` of its job; null for a run that stands for one request or none.',
  );

/** Only shown for a single run. */
export const requestDetailFields = {
  requests: z
    .object({
      ...requestsFields,
      first: z.array(requestView).describe('The first requests, oldest first.'),
      last: z.array(requestView).describe('The newest of the other requests, oldest first.'),
    })
    .nullable()
    .describe(
      'The requests for which the run stands, with details of some of them; null in the same cases as in lists.',
    ),
  items: z
    .array(jsonValue)
    .nullable()
    .meta({
      description: 'The values of each of the collected requests, oldest first; null for other runs.',
      examples: [[{ parameters: { order: 4711 }, options: {} }]],
    }),
};

export const requestsOf = (run: Run): z.output<typeof requestsView> => {
  if (!run.requests) return null;
  const { by, key, count, firstAt, lastAt } = run.requests;
  return { by, key, count, open: isGathering(run), firstAt: timeText(firstAt), lastAt: timeText(lastAt) };
};

type RequestDetails = z.output<z.ZodObject<typeof requestDetailFields>>;

export function requestDetailsOf(run: Run): RequestDetails {
  const requests = requestsOf(run);
  const shown = ({ id, at, by, trigger }: RequestMark): z.output<typeof requestView> => ({
    id,
    at: timeText(at),
    requestedBy: by,
    trigger,
  });
  const { first = [], last = [] } = run.requests ?? {};
  const named = requests && { ...requests, first: first.map(shown), last: last.map(shown) };
  return { requests: named, items: run.overrides?.items ?? null };
}
