/** The kinds of objects that `get` can list: how each is requested, and its filters. */
import { dataOf, itemsOf, type Schemas } from '#client/client.js';
import {
  attemptListing,
  backfillListing,
  calendarListing,
  channelListing,
  eventListing,
  gapListing,
  indexListing,
  jobListing,
  runListing,
  tenantListing,
  tokenListing,
  versionListing,
  workerListing,
} from '../output/listings.js';
import { each, itemsAt, pageSize, partsAt, type Kind } from './kind.js';
import { errors } from './errors.js';
import { incidents, monitors, rules } from './monitor-kinds.js';
import { messages, triggers } from './trigger-kinds.js';
import { given, instantFrom, pair, wholeNumber } from './arguments.js';

interface JobOptions {
  readonly label?: Readonly<Record<string, string>>;
  readonly worker?: string;
  readonly enabled?: boolean;
  readonly disabled?: boolean;
  readonly archived?: boolean;
  readonly search?: string;
}

export const jobs: Kind<Schemas['Job'], JobOptions> = {
  name: 'jobs',
  alias: 'job',
  argument: '[ids...]',
  description: 'jobs with their schedules',
  listing: jobListing,
  options: (command) =>
    command
      .option('-l, --label <name=value>', 'only jobs with this label; may be given several times', pair)
      .option('--worker <id>', 'only jobs of this worker')
      .option('--enabled', 'only enabled jobs')
      .option('--disabled', 'only disabled jobs')
      .option('--archived', 'only archived jobs, which are not listed otherwise')
      .option('-q, --search <text>', 'only jobs with this text in their name or id'),
  items: ({ client, tenant }, ids, options) => {
    if (ids.length > 0) return each(ids, async (id) => dataOf(client.GET('/jobs/{id}', { params: { path: { id } } })));
    const { label = {}, worker, search } = options;
    const { enabled: isOn = false, disabled: isOff = false } = options;
    const enabled = isOn ? ('true' as const) : isOff ? ('false' as const) : undefined;
    const labels = Object.entries(label).map(([name, value]) => `${name}=${value}`);
    const archived = options.archived === true ? ('true' as const) : undefined;
    const query = given({
      tenant,
      worker,
      q: search,
      enabled,
      archived,
      label: labels.length > 0 ? labels : undefined,
    });
    return itemsOf(async (cursor) =>
      dataOf(client.GET('/jobs', { params: { query: { ...query, limit: pageSize(options), ...given({ cursor }) } } })),
    );
  },
};

type RunQuery = NonNullable<Schemas['Run']>;
interface RunOptions {
  readonly job?: string;
  readonly state?: RunQuery['state'];
  readonly phase?: RunQuery['phase'];
  readonly trigger?: RunQuery['trigger'];
  readonly from?: string;
  readonly to?: string;
  readonly archived?: boolean;
  readonly failed?: true;
}

export const runsOf = (now: () => number): Kind<Schemas['Run'], RunOptions> => ({
  name: 'runs',
  alias: 'run',
  argument: '[ids...]',
  description: 'runs, newest first',
  listing: runListing,
  options: (command) =>
    command
      .option('--job <id>', 'only runs of this job')
      .option(
        '--state <state>',
        'only runs in this state: QUEUED, RUNNING, FINISHED, FAILED, ABORTED, SKIPPED or MISSED',
        (text) => text.toUpperCase(),
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
        instantFrom(now),
      )
      .option('--to <time>', 'only runs recorded before this time', instantFrom(now))
      .option('--archived', 'only runs in the archive')
      .option('--no-archived', 'only runs that are not in the archive'),
  items: ({ client, tenant }, ids, options) => {
    if (ids.length > 0) return each(ids, async (id) => dataOf(client.GET('/runs/{id}', { params: { path: { id } } })));
    const { job, state, phase, trigger, from, to } = options;
    const archived = options.archived === undefined ? undefined : (`${options.archived}` as const);
    const failed = options.failed && ('true' as const);
    const query = given({ tenant, job, state, phase, trigger, from, to, archived, failed });
    return itemsOf(async (cursor) =>
      dataOf(client.GET('/runs', { params: { query: { ...query, limit: pageSize(options), ...given({ cursor }) } } })),
    );
  },
});

const workers: Kind<Schemas['Worker'], object> = {
  name: 'workers',
  alias: 'worker',
  argument: '[ids...]',
  description: 'workers, which do the work of jobs',
  listing: workerListing,
  items: itemsAt('/workers', false),
};

const calendars: Kind<Schemas['Calendar'], object> = {
  name: 'calendars',
  alias: 'calendar',
  argument: '[ids...]',
  description: 'calendars: days and hours that schedules exclude',
  listing: calendarListing,
  items: itemsAt('/calendars', true),
};

const channels: Kind<Schemas['Channel'], object> = {
  name: 'channels',
  alias: 'channel',
  description: 'channels, to which notices are sent',
  listing: channelListing,
  items: itemsAt('/channels', true),
};

const tenants: Kind<Schemas['Tenant'], object> = {
  name: 'tenants',
  alias: 'tenant',
  argument: '[ids...]',
  description: 'tenants, which own jobs, with their limits',
  listing: tenantListing,
  items: itemsAt('/tenants', false),
};

const tokens: Kind<Schemas['Token'], object> = {
  name: 'tokens',
  alias: 'token',
  description: 'tokens whose roles you could grant',
  listing: tokenListing,
  items: itemsAt('/tokens', false),
};

const ofRun = '<run>';
const ofJob = '<job>';
const first = ([name]: readonly string[]): { id: string } => ({ id: name ?? '' });

const attempts: Kind<Schemas['Attempt'], { task?: string; index?: number; state?: Schemas['Attempt']['state'] }> = {
  name: 'attempts',
  argument: ofRun,
  description: 'attempts of a run, by index',
  listing: attemptListing,
  options: (command) =>
    command
      .option('--task <name>', 'only items of this task')
      .option('--index <number>', 'only attempts of this index', wholeNumber)
      .option('--state <state>', 'only items in this state'),
  items: ({ client }, names, options) => {
    const { task, index, state } = options;
    const query = given({ task, index, state });
    return itemsOf(async (cursor) =>
      dataOf(
        client.GET('/runs/{id}/attempts', {
          params: { path: first(names), query: { ...query, limit: pageSize(options), ...given({ cursor }) } },
        }),
      ),
    );
  },
};

type IndexView = Schemas['ListIndexesAnswer']['items'][number];
const indexes: Kind<IndexView, { task?: string; state?: IndexView['state'] }> = {
  name: 'indexes',
  argument: ofRun,
  description: 'indexes of a run, with their states',
  listing: indexListing,
  options: (command) =>
    command.option('--task <name>', 'only items of this task').option('--state <state>', 'only items in this state'),
  items: ({ client }, names, options) => {
    const { task, state } = options;
    const query = given({ task, state });
    return itemsOf(async (cursor) =>
      dataOf(
        client.GET('/runs/{id}/indexes', {
          params: { path: first(names), query: { ...query, limit: pageSize(options), ...given({ cursor }) } },
        }),
      ),
    );
  },
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
  listing: gapListing,
  items: async ({ client }, names) =>
    (await dataOf(client.GET('/jobs/{id}/gaps', { params: { path: first(names) } }))).items,
};

const backfills: Kind<Schemas['GetBackfillAnswer'], object> = {
  name: 'backfills',
  argument: ofJob,
  description: 'backfills of a job: ranges of past slots that are run',
  listing: backfillListing,
  items: async ({ client }, names) =>
    (await dataOf(client.GET('/jobs/{id}/backfills', { params: { path: first(names) } }))).items,
};

const versions: Kind<Schemas['JobVersion'], object> = {
  name: 'versions',
  argument: ofJob,
  description: 'versions of a job, newest first',
  listing: versionListing,
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
