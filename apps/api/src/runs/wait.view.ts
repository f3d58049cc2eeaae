/** How the API shows what a run waits for. */
import { z } from 'zod';
import { MAX_HOLDERS_SHOWN } from '#common/domain/limits.js';
import { WAIT_KINDS, type Wait } from '#common/schedule/waits.js';
import { timeTextOrNull } from '../http/core/time-text.js';
import { shownTimeOrNull } from '../http/view-fields.js';

export const waitView = z.object({
  kind: z
    .enum(WAIT_KINDS)
    .describe(
      'What the run waits for: its start time, the limit of its job, the limit of its key, or a shared limit, which is a group or the quota of the tenant.',
    ),
  held: z.int().nullable().describe('How many runs are active under the limit; null for a shared limit, or a time.'),
  size: z.int().nullable().describe('How many runs may be active under the limit; null if there is no such number.'),
  place: z
    .int()
    .nullable()
    .meta({
      description: 'The place of the run in the queue of its job for the same limit, from 1; null for a time.',
      examples: [3],
    }),
  until: shownTimeOrNull.describe('When the wait ends by itself; null if another run has to end first.'),
  holders: z.array(z.string()).meta({
    description: `The runs that are active under the limit: the first ${MAX_HOLDERS_SHOWN}, oldest first.`,
    examples: [['demo-sync-1796122821']],
  }),
  message: z.string().meta({
    description: 'The wait, as a sentence.',
    examples: ['the key "42" is busy: 1 of 1 runs are active; place 3 in the queue'],
  }),
});

export const toWaitView = ({ until, holders, ...wait }: Wait): z.output<typeof waitView> => ({
  ...wait,
  until: timeTextOrNull(until),
  holders: holders.slice(0, MAX_HOLDERS_SHOWN),
});
