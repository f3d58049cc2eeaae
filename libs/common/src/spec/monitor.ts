/** The public shape of a monitor: work that runs elsewhere and sends pings, and who is notified without them. */
import { z } from 'zod';
import { DEFAULT_MONITOR_GRACE_SECONDS, MAX_MONITOR_CHANNELS, MIN_MONITOR_SECONDS } from '../domain/limits.js';
import { WEEKDAYS } from './calendar.js';
import { displayName, labels, positiveSeconds, slug } from './fields.js';
import { scheduleSpec } from './schedule.js';

const wholeSeconds = positiveSeconds.int().min(MIN_MONITOR_SECONDS);
const channelIds = z
  .array(slug)
  .max(MAX_MONITOR_CHANNELS)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each channel once');
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00');

const schedule = z
  .strictObject({
    cron: scheduleSpec.shape.cron,
    timezone: scheduleSpec.shape.timezone,
    every: wholeSeconds
      .optional()
      .describe(`A success is due this many seconds after the one before; at least ${MIN_MONITOR_SECONDS}.`),
  })
  .refine(({ cron, every }) => (cron === undefined) !== (every === undefined), 'takes one of cron and every')
  .describe('When a success is due: at the instants of a cron expression, or a fixed time after the success before.');

const quietHours = z
  .strictObject({
    timezone: scheduleSpec.shape.timezone.unwrap().describe('IANA zone of the times of day.').optional(),
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1)
      .max(7)
      .optional()
      .describe('Days on which the quiet hours begin. Default: every day.'),
    from: timeOfDay.meta({ description: 'Time of day at which the quiet hours begin.', examples: ['22:00'] }),
    to: timeOfDay.meta({
      description: 'Time of day at which the quiet hours end; on the next day if it is not later than `from`.',
      examples: ['07:00'],
    }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from the time in from' });
export type QuietHours = z.output<typeof quietHours>;

const escalation = z.strictObject({
  afterSeconds: positiveSeconds
    .int()
    .describe('Seconds from the first notice to the escalation, if nobody has acknowledged the incident by then.'),
  channels: channelIds.min(1).describe('Ids of the channels that are notified of the escalation.'),
});

export const monitorFields = {
  name: displayName.optional().describe('The display name. Default: the id.'),
  labels: labels.optional().describe('Labels, as pairs of name and value, by which people group their monitors.'),
  schedule,
  graceSeconds: wholeSeconds
    .optional()
    .describe(`Seconds after the due time until the monitor is down. Default: ${DEFAULT_MONITOR_GRACE_SECONDS}.`),
  runSeconds: wholeSeconds
    .optional()
    .describe('Seconds that the work may take after a `start` until the monitor is down. Default: as `graceSeconds`.'),
  enabled: z.boolean().optional().describe('False: no success is due, and nobody is notified. Default: true.'),
  channels: channelIds
    .optional()
    .describe('Ids of the channels that are notified of the incidents of the monitor. Default: none.'),
  escalation: escalation
    .optional()
    .describe('The channels that are notified of an incident that nobody has acknowledged.'),
  quietHours: quietHours
    .optional()
    .describe('Notices are withheld in these hours, and sent at their end if the incident is still open then.'),
};
/** Body of `PUT /monitors/{id}`. */
export const monitorSpec = z.strictObject(monitorFields);
export type MonitorSpec = z.output<typeof monitorSpec>;
/** Body of `POST /monitors`. */
export const newMonitor = z.strictObject({
  id: slug.describe('The id within the tenant.'),
  tenant: slug.describe('The tenant that the monitor belongs to.'),
  ...monitorFields,
});

/** The channels that a monitor or a rule names. */
export const channelsOfMonitor = ({
  channels = [],
  escalation: later,
}: Pick<MonitorSpec, 'channels' | 'escalation'>): readonly string[] => [
  ...new Set([...channels, ...(later?.channels ?? [])]),
];
