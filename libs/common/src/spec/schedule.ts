/** The public shape of when a job runs: its schedule, what becomes of late slots, how many runs there may be at once. */
import { z } from 'zod';
import { MAX_CRON_EXPRESSIONS, MAX_CRON_LENGTH } from '../domain/limits.js';
import { instant, positiveSeconds, seconds, slug } from './fields.js';

export const cronExpression = z.string().trim().min(1).max(MAX_CRON_LENGTH);

/** The job's time rule. Whether its expressions and zone make sense is judged by the schedule dialect, not by the shape. */
export const scheduleSpec = z.strictObject({
  cron: z.union([cronExpression, z.array(cronExpression).min(1).max(MAX_CRON_EXPRESSIONS)]).optional(),
  every: positiveSeconds.min(1).optional(),
  anchor: instant.optional(),
  at: instant.optional(),
  timezone: z.string().min(1).max(64).optional(),
  notBefore: instant.optional(),
  notAfter: instant.optional(),
  exclude: z.array(slug).max(16).optional(),
  jitterSeconds: seconds.optional(),
  dst: z
    .strictObject({
      gap: z.enum(['skip', 'after']).optional(),
      overlap: z.enum(['first', 'second', 'both']).optional(),
    })
    .optional(),
});
export type ScheduleSpec = z.output<typeof scheduleSpec>;

export const MISFIRE_POLICIES = ['skip', 'last', 'all'] as const;
export const misfireSpec = z.strictObject({
  policy: z.enum(MISFIRE_POLICIES).optional(),
  maxMissed: z.int().min(1).max(1_000).optional(),
  startingDeadlineSeconds: seconds.nullable().optional(),
});

export const CONCURRENCY_POLICIES = ['Allow', 'Forbid', 'Enqueue', 'Replace'] as const;
export type ConcurrencyPolicy = (typeof CONCURRENCY_POLICIES)[number];
export const concurrencySpec = z.strictObject({
  policy: z.enum(CONCURRENCY_POLICIES).optional(),
  maxConcurrency: z.int().min(1).max(10_000).optional(),
  group: slug.optional(),
  maxQueued: z.int().min(0).max(10_000).optional(),
});
