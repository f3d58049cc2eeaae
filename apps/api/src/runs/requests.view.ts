/** The requests that a run stands for, as they leave the API. */
import { z } from 'zod';
import { isGathering, type RequestMark } from '#common/run/gathered.js';
import { TRIGGERS, type Run } from '#common/run/run.js';
import { jsonValue } from '#common/spec/fields.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';

const requestsFields = {
  by: z.enum(['debounce', 'collect']).describe('The rule of the job by which they are one run.'),
  key: z.string().meta({ description: 'Their key; empty for all requests of the job.', examples: ['order-4711'] }),
  count: z.int().meta({ description: 'How many they are.', examples: [12] }),
  open: z.boolean().describe('Whether it takes further requests.'),
  firstAt: shownTime.describe('When the first of them came.'),
  lastAt: shownTime.describe('When the last of them came.'),
};
const requestView = z.object({
  id: z.string().describe('Names the request: the audit has it.'),
  at: shownTime.describe('When it came.'),
  requestedBy: z.string().nullable().describe('Who asked.'),
  trigger: z.enum(TRIGGERS).describe('What asked.'),
});

export const requestsView = z
  .object(requestsFields)
  .nullable()
  .describe(
    'The requests that it stands for, by `debounce` or `collect` of its job; null for a run that stands for one, or that no request has asked for.',
  );

/** Only shown for a single run. */
export const requestDetailFields = {
  requests: z
    .object({
      ...requestsFields,
      first: z.array(requestView).describe('The first of them, oldest first.'),
      last: z.array(requestView).describe('The newest of the others, oldest first.'),
    })
    .nullable()
    .describe('The requests that it stands for, and those of them that are named; null as in lists.'),
  items: z
    .array(jsonValue)
    .nullable()
    .meta({
      description: 'What each of the requests that were collected gives, oldest first; null for other runs.',
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
    ...{ id, at: timeText(at), requestedBy: by, trigger },
  });
  const { first = [], last = [] } = run.requests ?? {};
  const named = requests && { ...requests, first: first.map(shown), last: last.map(shown) };
  return { requests: named, items: run.overrides?.items ?? null };
}
