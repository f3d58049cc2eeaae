/** The columns of everything that can be listed. */
import type { Schemas } from '#client/client.js';
import { plain, when, wide } from './columns.js';
import type { Listing, Paint } from './printer.js';
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

export function scheduleText({ cron, schedule = {} }: Pick<Job, 'cron' | 'schedule'>): string {
  const { timezone, every, fixedDelay, at, rrule } = schedule;
  const texts = [cron ?? schedule.cron ?? rrule ?? []].flat();
  if (texts.length > 0) return `${texts.join(' | ')}${timezone === undefined ? '' : ` ${timezone}`}`;
  if (every !== undefined) return `every ${every} s`;
  if (fixedDelay !== undefined) return `${fixedDelay} s after the last run`;
  return at === undefined ? 'manual' : `at ${at}`;
}

function jobState({ enabled, paused }: Job): string {
  if (paused !== null) return paused.archived ? 'archived' : 'paused';
  return enabled ? 'enabled' : 'disabled';
}
export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');

export const jobListing: Listing<Job> = {
  none: 'no jobs',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('NAME', ({ name }) => name),
    plain('TENANT', ({ tenant }) => tenant),
    plain('WORKER', ({ worker }) => worker),
    plain('SCHEDULE', scheduleText),
    { head: 'STATE', of: jobState, paint: (job) => (jobState(job) === 'enabled' ? null : 'faint') },
    when('NEXT', ({ status }) => status.nextSlot),
    when('LAST SUCCESS', ({ status }) => status.lastSuccessFinish),
    plain('ACTIVE', ({ status }) => status.activeRuns + status.queuedRuns),
    wide('LABELS', ({ labels }) => labelsText(labels)),
    wide('VERSION', ({ version }) => version),
    wide('UPDATED BY', ({ updatedBy }) => updatedBy),
  ],
};

export const runListing: Listing<Run> = {
  none: 'no runs',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('JOB', ({ jobName }) => jobName),
    plain('TRIGGER', ({ trigger }) => trigger),
    { head: 'STATE', of: ({ state }) => state, paint: ({ state }) => paintOfState(state) },
    when('CREATED', ({ createdAt }) => createdAt),
    { head: 'TOOK', of: ({ started, finished }, now) => spanText(started, finished, now) },
    plain('DONE', ({ totals, tasks }) => `${totals.succeeded}/${tasks.reduce((sum, task) => sum + task.indexes, 0)}`),
    plain('REASON', ({ reason }) => reason),
    wide('PHASE', ({ phase }) => phase),
    wide('ARCHIVED', ({ archived }) => (archived ? 'yes' : 'no')),
    wide('TENANT', ({ tenant }) => tenant),
    wide('SLOT', ({ scheduledFor }) => scheduledFor),
    wide('MESSAGE', ({ message }) => message),
  ],
};

export const workerListing: Listing<Schemas['Worker']> = {
  none: 'no workers',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('NAME', ({ name }) => name),
    plain('ENGINE', ({ engine }) => engine),
    plain('RUNS', ({ image, url, command }) => image ?? url ?? command?.join(' ')),
    plain('TENANTS', ({ tenants }) => tenants?.join(',') ?? 'all'),
    wide('VERSION', ({ version }) => version),
    wide('DESCRIPTION', ({ description }) => description),
  ],
};

export const calendarListing: Listing<Schemas['Calendar']> = {
  none: 'no calendars',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('TENANT', ({ tenant }) => tenant),
    plain('NAME', ({ name }) => name),
    plain('TIMEZONE', ({ timezone }) => timezone ?? 'UTC'),
    plain('DATES', ({ dates }) => dates?.length ?? 0),
    plain(
      'RULES',
      ({ cron, weekly, workdays, ics }) =>
        [...(cron ?? []), ...(weekly ?? []), workdays, ics].filter((rule) => rule !== undefined).length,
    ),
  ],
};

export const channelListing: Listing<Schemas['Channel']> = {
  none: 'no channels',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('TENANT', ({ tenant }) => tenant),
    plain('NAME', ({ name }) => name),
    plain('TYPE', ({ target }) => target.type),
    when('UPDATED', ({ updatedAt }) => updatedAt),
    wide('UPDATED BY', ({ updatedBy }) => updatedBy),
  ],
};

export const tenantListing: Listing<Schemas['Tenant']> = {
  none: 'no tenants',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('NAME', ({ name }) => name),
    plain('ACTIVE RUNS', ({ maxActiveRuns }) => maxActiveRuns ?? 'no limit'),
    plain('JOBS', ({ maxJobs }) => maxJobs ?? 'no limit'),
    plain('GROUPS', ({ groups }) =>
      Object.entries(groups)
        .map(([name, places]) => `${name}:${places}`)
        .join(','),
    ),
    wide('NAMESPACE', ({ namespace }) => namespace),
  ],
};

const rolesText = (roles: readonly { tenant: string; role: string }[]): string =>
  roles.map(({ tenant, role }) => `${role}@${tenant}`).join(',');

export const tokenListing: Listing<Schemas['Token']> = {
  none: 'no tokens',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('NAME', ({ name }) => name),
    plain('ROLES', ({ roles }) => rolesText(roles)),
    when('EXPIRES', ({ expiresAt }) => expiresAt),
    when('LAST USED', ({ lastUsedAt }) => lastUsedAt),
    wide('CREATED BY', ({ createdBy }) => createdBy),
  ],
};

export const attemptListing: Listing<Attempt> = {
  none: 'no attempts',
  nameOf: ({ id }) => id,
  columns: [
    plain('TASK', ({ task }) => task),
    plain('INDEX', ({ index }) => index),
    plain('TRY', ({ attempt }) => attempt),
    { head: 'STATE', of: ({ state }) => state, paint: ({ state }) => paintOfState(state) },
    plain('EXIT', ({ exitCode }) => exitCode),
    when('STARTED', ({ started }) => started),
    { head: 'TOOK', of: ({ started, finished }, now) => spanText(started, finished, now) },
    plain('REASON', ({ reason }) => reason),
    wide('NODE', ({ node }) => node),
    wide('POD', ({ pod }) => pod),
    wide('MESSAGE', ({ message }) => message),
  ],
};

export const indexListing: Listing<Schemas['ListIndexesAnswer']['items'][number]> = {
  none: 'no indexes',
  nameOf: ({ task, index }) => `${task}/${index}`,
  columns: [
    plain('TASK', ({ task }) => task),
    plain('INDEX', ({ index }) => index),
    plain('STANDS FOR', ({ key, matrix }) => key ?? (matrix === null ? null : labelsText(matrix))),
    { head: 'STATE', of: ({ state }) => state, paint: ({ state }) => paintOfState(state) },
    plain('ATTEMPTS', ({ attempts }) => attempts),
    plain('FAILURES', ({ failures }) => failures),
    wide('NEXT TRY', ({ nextAttemptAt }) => nextAttemptAt),
  ],
};

export const eventListing: Listing<Schemas['RunTransition']> = {
  none: 'no events',
  nameOf: ({ at }) => at,
  columns: [
    plain('AT', ({ at }) => at),
    plain('PHASE', ({ phase }) => phase),
    plain('REASON', ({ reason }) => reason),
    plain('BY', ({ actor }) => actor),
    plain('MESSAGE', ({ message }) => message),
  ],
};

export const gapListing: Listing<Schemas['ListGapsAnswer']['items'][number]> = {
  none: 'no slot was left out',
  nameOf: ({ from }) => from,
  columns: [
    plain('FROM', ({ from }) => from),
    plain('TO', ({ to }) => to),
    plain('SLOTS', ({ count }) => count),
    plain('BACKFILLED', ({ backfilled }) => backfilled),
    plain('OUTCOME', ({ outcome }) => outcome),
    plain('WHY', ({ message }) => message),
  ],
};

type Backfill = Schemas['GetBackfillAnswer'];
export const backfillListing: Listing<Backfill> = {
  none: 'no backfills',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('FROM', ({ from }) => from),
    plain('TO', ({ to }) => to),
    plain('STATE', ({ state }) => state),
    plain('RUNS', ({ slots }) => `${slots.made}/${slots.total}`),
    when('CREATED', ({ createdAt }) => createdAt),
    plain('MESSAGE', ({ message }) => message),
  ],
};

export const versionListing: Listing<Schemas['JobVersion']> = {
  none: 'no versions',
  nameOf: ({ version }) => String(version),
  columns: [
    { head: 'VERSION', of: ({ version, current }) => `${version}${current ? ' (present)' : ''}` },
    when('SAVED', ({ savedAt }) => savedAt),
    plain('BY', ({ savedBy }) => savedBy),
  ],
};

export const storageVersionListing: Listing<Schemas['StorageVersion']> = {
  none: 'no value is stored',
  nameOf: ({ version }) => String(version),
  columns: [
    plain('VERSION', ({ version }) => version),
    when('SAVED', ({ savedAt }) => savedAt),
    plain('BY', ({ savedBy }) => savedBy),
    plain('VALUE', ({ value, deleted }) => (deleted ? '(deleted)' : shortened(JSON.stringify(value)))),
  ],
};

const DELIVERY_PAINT = { pending: 'active', delivered: 'good', gaveUp: 'bad' } as const;
export const deliveryListing: Listing<Schemas['Delivery']> = {
  none: 'no notices',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    plain('ON', ({ on }) => on),
    { head: 'STATE', of: ({ state }) => state, paint: ({ state }) => DELIVERY_PAINT[state] },
    when('DECIDED', ({ decidedAt }) => decidedAt),
    plain('TRIES', ({ tryCount }) => tryCount),
    plain('LAST ANSWER', ({ tries }) => tries.at(-1)?.reason ?? tries.at(-1)?.status),
    when('NEXT TRY', ({ nextTryAt }) => nextTryAt),
    wide('RUN', ({ run }) => run),
    wide('TO', ({ to }) => to),
  ],
};

export const auditListing: Listing<Schemas['ListAuditAnswer']['items'][number]> = {
  none: 'no entries',
  nameOf: ({ id }) => id,
  columns: [
    plain('AT', ({ at }) => at),
    plain('WHO', ({ actor }) => actor),
    plain('DID', ({ action }) => action),
    plain('TO', ({ object }) => object),
    plain('DETAIL', ({ detail }) => detail),
    {
      head: 'REFUSED',
      of: ({ refusedWith }) => refusedWith,
      paint: ({ refusedWith }) => (refusedWith === null ? null : 'bad'),
    },
    wide('TENANT', ({ tenant }) => tenant),
    wide('ROLE', ({ role }) => role),
    wide('ADDRESS', ({ address }) => address),
  ],
};

export const slotListing: Listing<Schemas['ListSlotsAnswer']['slots'][number]> = {
  none: 'no slots: the job has no schedule, or the schedule has no further slots',
  nameOf: ({ nominal }) => nominal,
  columns: [
    plain('SLOT', ({ nominal }) => nominal),
    when('WHEN', ({ effective }) => effective),
    plain('FLAGS', ({ flags }) => flags.join(',')),
    {
      head: 'OUTCOME',
      of: ({ outcome }) => outcome?.state ?? outcome?.reason,
      paint: ({ outcome }) => paintOfState(outcome?.state ?? ''),
    },
    plain('RUN', ({ outcome }) => outcome?.run),
    wide('BACKFILL', ({ outcome }) => outcome?.backfill?.run),
    wide('WHY', ({ outcome }) => outcome?.message),
  ],
};

const MAX_CELL = 60;
export const shortened = (text: string): string => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text);
