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
      'Its start time, the limit of its job, the limit of its key, or a limit that jobs share: a group, or the quota of its tenant.',
    ),
  held: z.int().nullable().describe('Runs that are active under the limit; null where it is shared, or a time.'),
  size: z.int().nullable().describe('Runs that may be active under it; null where there is no such number.'),
  place: z
    .int()
    .nullable()
    .meta({
      description: 'Its place among the runs of its job that wait for the same, from 1; null for a time.',
      examples: [3],
    }),
  until: shownTimeOrNull.describe('When it ends by itself; null where a run has to end first.'),
  holders: z.array(z.string()).meta({
    description: `Runs that are active under the limit: the first ${MAX_HOLDERS_SHOWN}, oldest first.`,
    examples: [['demo-sync-1796122821']],
  }),
  message: z.string().meta({
    description: 'All of it as a sentence.',
    examples: ['the key "42" is busy, 1 of 1 active, place 3'],
  }),
});

export const toWaitView = ({ until, holders, ...wait }: Wait): z.output<typeof waitView> => ({
  ...wait,
  until: timeTextOrNull(until),
  holders: holders.slice(0, MAX_HOLDERS_SHOWN),
});
