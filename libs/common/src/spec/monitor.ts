/** The public shape of a monitor: work that runs elsewhere and says so by pings, and who hears when they do not come. */
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
      .describe(`A success is due so many seconds after the one before; at least ${MIN_MONITOR_SECONDS}.`),
  })
  .refine(({ cron, every }) => (cron === undefined) !== (every === undefined), 'takes one of cron and every')
  .describe('When a success is due: at instants of a clock, or so long after the one before.');

const quietHours = z
  .strictObject({
    timezone: scheduleSpec.shape.timezone.unwrap().describe('IANA zone of the times of day.').optional(),
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1)
      .max(7)
      .optional()
      .describe('Days on which they begin; every day unless given.'),
    from: timeOfDay.meta({ description: 'Time of day at which they begin.', examples: ['22:00'] }),
    to: timeOfDay.meta({
      description: 'Time of day at which they end, on the next day if that is not later than `from`.',
      examples: ['07:00'],
    }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must be another time than from' });
export type QuietHours = z.output<typeof quietHours>;

const escalation = z.strictObject({
  afterSeconds: positiveSeconds.int().describe('Seconds after the first notice, if nobody has acknowledged by then.'),
  channels: channelIds.min(1).describe('Ids of the channels that hear of it then.'),
});

export const monitorFields = {
  name: displayName.optional().describe('Shown to people; its id unless given.'),
  labels: labels.optional().describe('Names and values by which people sort their monitors.'),
  schedule,
  graceSeconds: wholeSeconds
    .optional()
    .describe(`Seconds after the due time until it is down; ${DEFAULT_MONITOR_GRACE_SECONDS} unless given.`),
  runSeconds: wholeSeconds
    .optional()
    .describe('Seconds that the work may take after a `start` until it is down; as `graceSeconds` unless given.'),
  enabled: z.boolean().optional().describe('False: nothing is due, and nobody is notified. True unless given.'),
  channels: channelIds.optional().describe('Ids of the channels that hear of its incidents; nobody does unless given.'),
  escalation: escalation.optional().describe('Who hears of an incident that nobody has acknowledged.'),
  quietHours: quietHours
    .optional()
    .describe('Notices are withheld in these hours, and sent at their end if the incident is still open then.'),
};
/** Body of `PUT /monitors/{id}`. */
export const monitorSpec = z.strictObject(monitorFields);
export type MonitorSpec = z.output<typeof monitorSpec>;
/** Body of `POST /monitors`. */
export const newMonitor = z.strictObject({
  id: slug.describe('Its id within the tenant.'),
  tenant: slug.describe('The tenant that it belongs to.'),
  ...monitorFields,
});

/** The channels that a monitor or a rule names. */
export const channelsOfMonitor = ({
  channels = [],
  escalation: later,
}: Pick<MonitorSpec, 'channels' | 'escalation'>): readonly string[] => [
  ...new Set([...channels, ...(later?.channels ?? [])]),
];
