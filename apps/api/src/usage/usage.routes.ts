import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { pageOf, pageQuery, textOrNull, timeOrNull } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const monthQuery = z
  .string()
  .regex(MONTH, 'must be a month such as 2026-11')
  .optional()
  .meta({
    description: 'The month in UTC. If absent: the present one, or that of the cursor.',
    examples: ['2026-11'],
  });

const count = (description: string, example: number): z.ZodInt => z.int().meta({ description, examples: [example] });
const amount = (description: string, example: number): z.ZodNumber =>
  z.number().meta({ description, examples: [example] });

const usageItem = z.object({
  tenant: textOrNull('The id of the tenant; null in the sum of a day over all tenants that the caller may read.'),
  job: textOrNull('With `by=job`: the id of the job, which may have been removed since. Otherwise null.'),
  day: z.iso
    .date()
    .nullable()
    .meta({ description: 'With `by=day`: the day in UTC. Otherwise null.', examples: ['2026-11-30'] }),
  runs: z
    .object({
      finished: count('Runs that ended with success.', 41),
      failed: count('Runs that failed.', 2),
      aborted: count('Runs that were aborted.', 1),
    })
    .meta({
      description: 'Runs that ended, by how they ended. A run that was aborted and resumed counts at each of its ends.',
      examples: [{ finished: 41, failed: 2, aborted: 1 }],
    }),
  attempts: count('Attempts that ran, also failed, retried and preempted ones.', 46),
  runSeconds: amount('How long the attempts ran together, in seconds.', 5_520.25),
  cpuSeconds: amount('The CPU that pods requested while they ran, in seconds of one core.', 2_760.125),
  memoryGibSeconds: amount('The memory that pods requested while they ran, in GiB for one second.', 11_040.5),
  logBytes: count('The bytes of log that are stored.', 1_204_480),
  storageBytes: count(
    'The bytes that the present values of job storage had, as JSON: the greatest of about hourly measurements, added up over jobs. Of several days, the greatest; of several tenants, their sum.',
    18_432,
  ),
});

export const usageRoutes = routesOf('Overview', {
  listUsage: route({
    at: 'GET /usage',
    access: 'viewer',
    summary: 'List what tenants, jobs or days used in a month',
    description:
      'Counts runs that ended in the month, about two minutes after their end: for each tenant or each job that had any, or had something in job storage, in the order of ids, or for each day. CPU and memory are those that the pods of an attempt requested after admission, for the time in which the attempt ran; processes and web services request none. Usage is kept for about 26 months and does not depend on how long runs are kept: it contains removed runs and removed jobs. The usage of a tenant is removed with the tenant.',
    query: z.strictObject({
      ...pageQuery,
      by: z
        .enum(['tenant', 'job', 'day'])
        .default('tenant')
        .describe('What an item stands for: a tenant, a job, or a day of all tenants together.'),
      month: monthQuery,
      tenant: slug.optional().describe('Only usage of this tenant.'),
    }),
    answer: pageOf(usageItem).extend({
      month: z.string().meta({ description: 'The month in UTC that is listed.', examples: ['2026-11'] }),
      since: timeOrNull('Since when runs are counted; null if none has been counted yet.'),
      countedUntil: timeOrNull('All runs that ended up to here are counted; null if none has been counted yet.'),
    }),
    example: {
      answer: {
        month: '2026-11',
        since: '2026-10-01T08:00:00.000Z',
        countedUntil: '2026-11-30T23:58:30.000Z',
        items: [
          {
            tenant: 'ibm',
            job: null,
            day: null,
            runs: { finished: 41, failed: 2, aborted: 1 },
            attempts: 46,
            runSeconds: 5_520.25,
            cpuSeconds: 2_760.125,
            memoryGibSeconds: 11_040.5,
            logBytes: 1_204_480,
            storageBytes: 18_432,
          },
        ],
        nextCursor: null,
      },
    },
  }),
});
