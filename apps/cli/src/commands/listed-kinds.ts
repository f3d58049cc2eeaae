/** The kinds of objects that `get` can list: how each is requested and shown, and its filters. */
import { Option } from 'commander';
import { dataOf, type Schemas } from '#client/client.js';
import { RUN_STATES } from '#common/run/phase.js';
import { listing, painted, when, wide } from '../output/columns.js';
import {
  attemptListing,
  eventListing,
  labelsText,
  paintOfState,
  runListing,
  scheduleText,
} from '../output/listings.js';
import type { ServerClock } from '../session/server-clock.js';
import { byId, instantFrom, labelTexts, pair, wholeNumber } from './arguments.js';
import { itemsAt, kindOf, partsAt, type Kind } from './kind.js';
import { errors, incidents, messages, monitors, rules, triggers } from './watching-kinds.js';

const flag = (isSet: boolean | undefined): 'true' | undefined => (isSet === true ? 'true' : undefined);

interface JobOptions {
  readonly label?: Readonly<Record<string, string>>;
  readonly worker?: string;
  readonly enabled?: boolean;
  readonly disabled?: boolean;
  readonly archived?: boolean;
  readonly search?: string;
}

function jobState({ enabled, paused }: Schemas['Job']): string {
  if (paused !== null) return paused.archived ? 'archived' : 'paused';
  return enabled ? 'enabled' : 'disabled';
}

export const jobs: Kind<Schemas['Job'], JobOptions> = {
  name: 'jobs',
  alias: 'job',
  argument: '[ids...]',
  description: 'jobs with their schedules',
  listing: listing('no jobs', 'id', {
    ID: 'id',
    NAME: 'name',
    TENANT: 'tenant',
    WORKER: 'worker',
    SCHEDULE: scheduleText,
    STATE: { of: jobState, paint: (job) => (jobState(job) === 'enabled' ? null : 'faint') },
    NEXT: when(({ status }) => status.nextSlot),
    'LAST SUCCESS': when(({ status }) => status.lastSuccessFinish),
    ACTIVE: ({ status }) => status.activeRuns + status.queuedRuns,
    LABELS: wide(({ labels }) => labelsText(labels)),
    VERSION: wide('version'),
    'UPDATED BY': wide('updatedBy'),
  }),
  options: (command) =>
    command
      .option('-l, --label <name=value>', 'only jobs with this label; may be given several times', pair)
      .option('--worker <id>', 'only jobs of this worker')
      .addOption(new Option('--enabled', 'only enabled jobs').conflicts('disabled'))
      .option('--disabled', 'only disabled jobs')
      .option('--archived', 'only archived jobs, which are not listed otherwise')
      .option('-q, --search <text>', 'only jobs with this text in their name or id'),
  items: itemsAt('/jobs', 'owned', ({ label, worker, search, enabled, disabled, archived }) => ({
    worker,
    q: search,
    enabled: flag(enabled) ?? (disabled === true ? ('false' as const) : undefined),
    archived: flag(archived),
    label: labelTexts(label),
  })),
};

interface RunOptions {
  readonly job?: string;
  readonly state?: Schemas['Run']['state'];
  readonly phase?: Schemas['Run']['phase'];
  readonly trigger?: Schemas['Run']['trigger'];
  readonly from?: string;
  readonly to?: string;
  readonly archived?: boolean;
  readonly failed?: true;
}

export const runsOf = (clock: ServerClock): Kind<Schemas['Run'], RunOptions> => ({
  name: 'runs',
  alias: 'run',
  argument: '[ids...]',
  description: 'runs, newest first',
  listing: runListing,
  options: (command) =>
    command
      .option('--job <id>', 'only runs of this job')
      .addOption(
        new Option('--state <state>', 'only runs in this state')
          .choices(RUN_STATES)
          .argParser((text) => text.toUpperCase()),
      )
      .option(
        '--failed',
        'only failures: runs in state FAILED, and those of web services that fell silent (IdleTimeout)',
      )
      .option('--phase <phase>', 'only runs in this phase, such as Pending, Running, Restarting')
      .option(
        '--trigger <trigger>',
        'only runs with this trigger: schedule, manual, backfill, retry, dependency, webhook or nats',
      )
      .option(
        '--from <time>',
        'only runs recorded from this time on: a time, or 2h for two hours ago',
        instantFrom(clock),
      )
      .option('--to <time>', 'only runs recorded before this time', instantFrom(clock))
      .option('--archived', 'only runs in the archive')
      .option('--no-archived', 'only runs that are not in the archive'),
  items: itemsAt('/runs', 'owned', ({ job, state, phase, trigger, from, to, archived, failed }) => ({
    job,
    state,
    phase,
    trigger,
    from,
    to,
    archived: archived === undefined ? undefined : (`${archived}` as const),
    failed: flag(failed),
  })),
});

const workers = kindOf<Schemas['Worker']>(
  'workers',
  'global',
  'workers, which do the work of jobs',
  listing('no workers', 'id', {
    ID: 'id',
    NAME: 'name',
    ENGINE: 'engine',
    RUNS: ({ image, url, command }) => image ?? url ?? command?.join(' '),
    TENANTS: ({ tenants }) => tenants?.join(',') ?? 'all',
    VERSION: wide('version'),
    DESCRIPTION: wide('description'),
  }),
);

const calendars = kindOf<Schemas['Calendar']>(
  'calendars',
  'named',
  'calendars: days and hours that schedules exclude',
  listing('no calendars', 'id', {
    ID: 'id',
    TENANT: 'tenant',
    NAME: 'name',
    TIMEZONE: ({ timezone }) => timezone ?? 'UTC',
    DATES: ({ dates }) => dates?.length ?? 0,
    RULES: ({ cron, weekly, workdays, ics }) =>
      [...(cron ?? []), ...(weekly ?? []), workdays, ics].filter((rule) => rule !== undefined).length,
  }),
);

const channels: Kind<Schemas['Channel'], object> = {
  name: 'channels',
  alias: 'channel',
  description: 'channels, to which notices are sent',
  listing: listing('no channels', 'id', {
    ID: 'id',
    TENANT: 'tenant',
    NAME: 'name',
    TYPE: ({ target }) => target.type,
    PROBLEM: ({ events }) => events?.problem,
    UPDATED: when('updatedAt'),
    'UPDATED BY': wide('updatedBy'),
  }),
  items: itemsAt('/channels', 'named'),
};

const tenants = kindOf<Schemas['Tenant']>(
  'tenants',
  'global',
  'tenants, which own jobs, with their limits',
  listing('no tenants', 'id', {
    ID: 'id',
    NAME: 'name',
    'ACTIVE RUNS': ({ maxActiveRuns }) => maxActiveRuns ?? 'no limit',
    JOBS: ({ maxJobs }) => maxJobs ?? 'no limit',
    GROUPS: ({ groups }) =>
      Object.entries(groups)
        .map(([name, places]) => `${name}:${places}`)
        .join(','),
    NAMESPACE: wide('namespace'),
  }),
);

const rolesText = (roles: readonly { tenant: string; role: string }[]): string =>
  roles.map(({ tenant, role }) => `${role}@${tenant}`).join(',');

const tokens: Kind<Schemas['Token'], object> = {
  name: 'tokens',
  alias: 'token',
  description: 'tokens whose roles you could grant',
  listing: listing('no tokens', 'id', {
    ID: 'id',
    NAME: 'name',
    ROLES: ({ roles }) => rolesText(roles),
    EXPIRES: when('expiresAt'),
    'LAST USED': when('lastUsedAt'),
    'CREATED BY': wide('createdBy'),
  }),
  items: itemsAt('/tokens', 'global'),
};

const ofRun = '<run>';
const ofJob = '<job>';

const attempts: Kind<Schemas['Attempt'], { task?: string; index?: number; state?: Schemas['Attempt']['state'] }> = {
  name: 'attempts',
  argument: ofRun,
  description: 'attempts of a run, by index',
  listing: attemptListing,
  order: (a, b) =>
    a.generation - b.generation ||
    Number(a.task > b.task) - Number(a.task < b.task) ||
    a.index - b.index ||
    a.attempt - b.attempt,
  options: (command) =>
    command
      .option('--task <name>', 'only items of this task')
      .option('--index <number>', 'only attempts of this index', wholeNumber)
      .option('--state <state>', 'only items in this state'),
  items: partsAt('/runs/{id}/attempts', 'global', ({ task, index, state }) => ({ task, index, state })),
};

type IndexView = Schemas['ListIndexesAnswer']['items'][number];
const indexes: Kind<IndexView, { task?: string; state?: IndexView['state'] }> = {
  name: 'indexes',
  argument: ofRun,
  description: 'indexes of a run, with their states',
  listing: listing('no indexes', ({ task, index }) => `${task}/${index}`, {
    TASK: 'task',
    INDEX: 'index',
    'STANDS FOR': ({ key, matrix }) => key ?? (matrix === null ? null : labelsText(matrix)),
    STATE: painted('state', paintOfState),
    ATTEMPTS: 'attempts',
    FAILURES: 'failures',
    'NEXT TRY': wide('nextAttemptAt'),
  }),
  options: (command) =>
    command.option('--task <name>', 'only items of this task').option('--state <state>', 'only items in this state'),
  items: partsAt('/runs/{id}/indexes', 'global', ({ task, state }) => ({ task, state })),
};

const events: Kind<Schemas['RunTransition'], object> = {
  name: 'events',
  argument: ofRun,
  description: 'transitions of a run, oldest first',
  listing: eventListing,
  items: partsAt('/runs/{id}/events'),
};

const gaps: Kind<Schemas['ListGapsAnswer']['items'][number], object> = {
  name: 'gaps',
  argument: ofJob,
  description: 'slots of a job that did not run, with the reasons',
  listing: listing('no slot was left out', 'from', {
    FROM: 'from',
    TO: 'to',
    SLOTS: 'count',
    BACKFILLED: 'backfilled',
    OUTCOME: 'outcome',
    WHY: 'message',
  }),
  items: async ({ client }, [id = '']) => (await dataOf(client.GET('/jobs/{id}/gaps', byId(id)))).items,
};

const backfills: Kind<Schemas['GetBackfillAnswer'], object> = {
  name: 'backfills',
  argument: ofJob,
  description: 'backfills of a job: ranges of past slots that are run',
  listing: listing('no backfills', 'id', {
    ID: 'id',
    FROM: 'from',
    TO: 'to',
    STATE: 'state',
    RUNS: ({ slots }) => `${slots.made}/${slots.total}`,
    CREATED: when('createdAt'),
    MESSAGE: 'message',
  }),
  items: async ({ client }, [id = '']) => (await dataOf(client.GET('/jobs/{id}/backfills', byId(id)))).items,
};

const versions: Kind<Schemas['JobVersion'], object> = {
  name: 'versions',
  argument: ofJob,
  description: 'versions of a job, newest first',
  listing: listing('no versions', ({ version }) => String(version), {
    VERSION: ({ version, current }) => `${version}${current ? ' (present)' : ''}`,
    SAVED: when('savedAt'),
    BY: 'savedBy',
  }),
  items: partsAt('/jobs/{id}/versions'),
};

/** Uses each kind besides jobs and runs; each knows the types of its objects and of its own options. */
export const ofOtherKinds = <R>(use: <T, O>(kind: Kind<T, O>) => R): readonly R[] => [
  use(workers),
  use(calendars),
  use(channels),
  use(monitors),
  use(rules),
  use(incidents),
  use(errors),
  use(triggers),
  use(messages),
  use(tenants),
  use(tokens),
  use(attempts),
  use(indexes),
  use(events),
  use(gaps),
  use(backfills),
  use(versions),
];
