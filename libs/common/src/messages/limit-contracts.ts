/** Messages about the limits of workers, which hold for the whole installation (`limits/limit-parts.ts`). */
import { z } from 'zod';
import { MAX_LIMITS_ASKED_AT_ONCE } from '../domain/limits.js';
import { answerOf } from './answers.js';
import { contract } from './contract.js';

const holder = { replica: z.string(), lease: z.number() };
const count = z.number().int().nonnegative();

const partRequest = z.object({
  key: z.string(),
  holds: count.nullable(),
  inUse: count,
  waiting: count,
  least: count,
  rank: z.number().nullable(),
  tokens: count,
  counts: z.array(z.object({ ...holder, live: count })).optional(),
});

const partAnswer = z.object({
  key: z.string(),
  units: count.nullable(),
  target: count,
  tokens: count.nullable(),
  count: z.boolean(),
  covered: z.boolean(),
});

export const limitContracts = {
  /** A run waits for a start in an executor that does not own its shard any more, or was changed by one that is stopping: the owner is to read it. */
  runWaits: contract({
    kind: 'event',
    template: 'executor.v1.waits.{shard}',
    from: ['executor'],
    to: ['executor'],
    schema: z.object({ v: z.literal(1), run: z.string() }),
  }),

  /** An executor asks for its parts of limits in this shard. To the scheduler that owns the shard; a repeat with the same `seq` is void. */
  shareLimits: contract({
    kind: 'shardRequest',
    template: 'scheduler.v1.limits.{shard}',
    from: ['executor'],
    to: ['scheduler'],
    schema: z.object({
      v: z.literal(1),
      ...holder,
      seq: count,
      view: z.object({
        alive: z.array(z.object(holder)),
        silent: z.array(z.object(holder)),
        asOf: z.number(),
        older: count,
      }),
      limits: z.array(partRequest).max(MAX_LIMITS_ASKED_AT_ONCE),
    }),
    reply: answerOf({ parts: z.array(partAnswer) }),
  }),
};
