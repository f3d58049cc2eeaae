/** The columns of everything that can be listed. */
import type { Schemas } from '#client/client.js';
import { listing, painted, when, wide } from './columns.js';
import type { Paint } from './printer.js';
import { spanText } from './time-text.js';

type Job = Schemas['Job'];
type Run = Schemas['Run'];
type Attempt = Schemas['Attempt'];

/** Good states are green, bad ones red. */
const STATE_PAINT: Readonly<Record<string, Paint>> = {
  RUNNING: 'active',
  QUEUED: 'faint',
  FINISHED: 'good',
  FAILED: 'bad',
  MISSED: 'bad',
  ABORTED: 'bad',
  SKIPPED: 'faint',
};
export const paintOfState = (state: string): Paint | null => STATE_PAINT[state.toUpperCase()] ?? null;

export function scheduleText({ cron, schedule = {}, after }: Pick<Job, 'cron' | 'schedule' | 'after'>): string {
  const { timezone, every, fixedDelay, at, rrule } = schedule;
  const texts = [cron ?? schedule.cron ?? rrule ?? []].flat();
  if (texts.length > 0) return `${texts.join(' | ')}${timezone === undefined ? '' : ` ${timezone}`}`;
  if (every !== undefined) return `every ${every} s`;
  if (fixedDelay !== undefined) return `${fixedDelay} s after the last run`;
  if (at !== undefined) return `at ${at}`;
  return after ? `after ${after.map(({ job }) => job).join(' | ')}` : 'manual';
}

export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');

export const runListing = listing<Run>('no runs', 'id', {
  ID: 'id',
  JOB: 'jobName',
  TRIGGER: 'trigger',
  STATE: painted('state', paintOfState),
  CREATED: when('createdAt'),
  TOOK: ({ started, finished }, now) => spanText(started, finished, now),
  DONE: ({ totals, tasks }) => `${totals.succeeded}/${tasks.reduce((sum, task) => sum + task.indexes, 0)}`,
  REASON: 'reason',
  PHASE: wide('phase'),
  ARCHIVED: wide(({ archived }) => (archived ? 'yes' : 'no')),
  TENANT: wide('tenant'),
  SLOT: wide('scheduledFor'),
  MESSAGE: wide('message'),
});

export const attemptListing = listing<Attempt>('no attempts', 'id', {
  TASK: 'task',
  INDEX: 'index',
  TRY: 'attempt',
  STATE: painted('state', paintOfState),
  EXIT: 'exitCode',
  STARTED: when('started'),
  TOOK: ({ started, finished }, now) => spanText(started, finished, now),
  REASON: 'reason',
  NODE: wide('node'),
  POD: wide('pod'),
  MESSAGE: wide('message'),
});

export const eventListing = listing<Schemas['RunTransition']>('no events', 'at', {
  AT: 'at',
  PHASE: 'phase',
  REASON: 'reason',
  BY: 'actor',
  MESSAGE: 'message',
});

export const slotListing = listing<Schemas['ListSlotsAnswer']['slots'][number]>(
  'no slots: the job has no schedule, or the schedule has no further slots',
  'nominal',
  {
    SLOT: 'nominal',
    WHEN: when('effective'),
    FLAGS: ({ flags }) => flags.join(','),
    OUTCOME: {
      of: ({ outcome }) => outcome?.state ?? outcome?.reason,
      paint: ({ outcome }) => paintOfState(outcome?.state ?? ''),
    },
    RUN: ({ outcome }) => outcome?.run,
    BACKFILL: wide(({ outcome }) => outcome?.backfill?.run),
    WHY: wide(({ outcome }) => outcome?.message),
  },
);

const MAX_CELL = 60;
export const shortened = (text: string): string => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text);
