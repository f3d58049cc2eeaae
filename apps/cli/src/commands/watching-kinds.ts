/** The kinds that watch jobs or listen for messages: how each is requested and shown by `get`. */
import type { Schemas } from '#client/client.js';
import { listing, painted, when, wide } from '../output/columns.js';
import { itemsAt, kindOf, partsAt, type Kind } from './kind.js';

export const monitors = kindOf<Schemas['Monitor']>(
  'monitors',
  'named',
  'monitors of work that runs elsewhere, with their states',
  listing('no monitors', 'id', {
    ID: 'id',
    TENANT: 'tenant',
    NAME: 'name',
    STATE: painted('state', {
      new: 'faint',
      up: 'good',
      running: 'active',
      late: 'active',
      down: 'bad',
      paused: 'faint',
    }),
    'LAST PING': when('lastPingAt'),
    'LAST SUCCESS': when('lastSuccessAt'),
    DUE: when('dueAt'),
  }),
);

export const rules = kindOf<Schemas['Rule']>(
  'rules',
  'named',
  'rules about jobs, with their states',
  listing('no rules', 'id', {
    ID: 'id',
    TENANT: 'tenant',
    NAME: 'name',
    CONDITION: ({ when: { type } }) => type,
    STATE: painted('state', {
      new: 'faint',
      ok: 'good',
      alert: 'bad',
      paused: 'faint',
    }),
    JOBS: ({ watched }) => (watched === null ? '' : String(watched)),
    AFFECTED: 'affected',
    'LOOKED AT': when('lookedAt'),
  }),
);

export const incidents: Kind<
  Schemas['Incident'],
  { readonly state?: Schemas['Incident']['state']; readonly monitor?: string; readonly rule?: string }
> = {
  name: 'incidents',
  alias: 'incident',
  argument: '[ids...]',
  description: 'incidents of monitors and rules, newest first',
  listing: listing('no incidents', 'id', {
    ID: 'id',
    TENANT: wide('tenant'),
    OF: ({ source, monitor }) => `${source}/${monitor}`,
    REASON: 'reason',
    MESSAGE: wide('message'),
    STATE: painted('state', (state) => (state === 'open' ? 'bad' : null)),
    OPENED: when('openedAt'),
    'ACKNOWLEDGED BY': 'acknowledgedBy',
    RESOLVED: when('resolvedAt'),
  }),
  options: (command) =>
    command
      .option('--state <state>', 'only incidents in this state: open, acknowledged or resolved')
      .option('--monitor <id>', 'only incidents of this monitor')
      .option('--rule <id>', 'only incidents of this rule'),
  items: itemsAt('/incidents', 'owned', ({ state, monitor, rule }) => ({ state, monitor, rule })),
};

interface ErrorOptions {
  readonly state?: Schemas['ErrorGroup']['state'];
  readonly job?: string;
  readonly search?: string;
  readonly byCount?: boolean;
}

const jobsText = ({ jobs: first, jobCount, moreJobs }: Schemas['ErrorGroup']): string =>
  jobCount === 1 ? (first[0]?.id ?? '') : `${jobCount}${moreJobs ? ' and more' : ''}`;

export const errors: Kind<Schemas['ErrorGroup'], ErrorOptions> = {
  name: 'errors',
  alias: 'error',
  argument: '[ids...]',
  description: 'error groups: failed runs with the same error; the latest failure first',
  listing: listing('no errors', 'id', {
    ID: 'id',
    TENANT: wide('tenant'),
    STATE: painted('state', { open: 'bad', muted: 'faint', quiet: 'faint' }),
    COUNT: 'count',
    REASON: ({ reason, exitCode }) => (exitCode === null ? reason : `${reason} ${exitCode}`),
    JOBS: jobsText,
    'LAST LINE': ({ lines }) => lines.at(-1) ?? '',
    'FIRST SEEN': wide(({ first }) => first.at),
    'LAST SEEN': when(({ last }) => last.at),
    'LAST RUN': ({ last }) => last.run,
  }),
  options: (command) =>
    command
      .option('--state <state>', 'open, muted or quiet')
      .option('--job <id>', 'only groups with failures of this job')
      .option('-q, --search <text>', 'only groups with this text in the reason, the lines or the jobs')
      .option('--by-count', 'groups with the most failures first'),
  items: itemsAt('/errors', 'owned', ({ state, job, search, byCount }) => ({
    state,
    job,
    q: search,
    sort: byCount === true ? ('-count' as const) : undefined,
  })),
};

export const triggers = kindOf<Schemas['Trigger']>(
  'triggers',
  'named',
  'triggers, by which signed messages start runs of jobs',
  listing('no triggers', 'id', {
    ID: 'id',
    TENANT: 'tenant',
    JOB: 'job',
    SOURCE: ({ webhook }) => webhook?.signature ?? 'nats',
    ENABLED: ({ enabled }) => (enabled === false ? 'no' : 'yes'),
    ADDRESS: ({ url, subject }) => url ?? subject,
    CHANGED: when('updatedAt'),
  }),
);

export const messages: Kind<Schemas['TriggerDelivery'], object> = {
  name: 'messages',
  argument: '<trigger>',
  description: 'deliveries to a trigger, with their outcomes, newest first',
  listing: listing('no deliveries', ({ message }) => message ?? '', {
    MESSAGE: 'message',
    CAME: when('lastAt'),
    TIMES: 'count',
    OUTCOME: painted('outcome', {
      unfinished: 'active',
      started: 'good',
      duplicate: 'faint',
      skipped: 'faint',
      refused: 'bad',
      unsigned: 'bad',
      limited: 'bad',
    }),
    RUN: 'run',
    DETAIL: 'detail',
    CODE: wide('code'),
    FROM: wide('address'),
  }),
  items: partsAt('/triggers/{id}/deliveries', 'named'),
};
