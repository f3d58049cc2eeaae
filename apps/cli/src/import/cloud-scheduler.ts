/** Jobs of Google Cloud Scheduler, as `gcloud scheduler jobs list --format=json` (or yaml) and the REST API give them. */
import { ignored, Fields, mapped, refused, reported, type FieldTable } from './fields.js';
import {
  Import,
  isObject,
  present,
  textOf,
  type Imported,
  type ImportOptions,
  type SourceDocument,
} from './imported.js';
import { withSecretOptions } from './plain-values.js';
import { secondsOf } from './schedules.js';
import { utf8Text } from '#common/domain/utf8-text.js';

const NO_TOKEN = 'is not used: the call has no token of Google; give the job a header Authorization, or `http.auth`';

/** Every field of a job, and what an import does with it. */
export const CLOUD_SCHEDULER_JOB: FieldTable = {
  appEngineHttpTarget: refused('calls a service of App Engine, whose address it does not name: give the job its `url`'),
  attemptDeadline: mapped(),
  description: mapped(),
  httpTarget: mapped({
    body: mapped(),
    headers: mapped(),
    httpMethod: mapped(),
    oauthToken: { ...reported(NO_TOKEN), fields: { scope: reported(), serviceAccountEmail: reported() } },
    oidcToken: mapped({ audience: mapped(), serviceAccountEmail: mapped() }),
    uri: mapped(),
  }),
  lastAttemptTime: ignored,
  legacyAppEngineCron: ignored,
  name: mapped(),
  pubsubTarget: refused('publishes to Pub/Sub, which Carillon does not: call a service that publishes'),
  retryConfig: mapped({
    maxBackoffDuration: mapped(),
    maxDoublings: mapped(),
    maxRetryDuration: mapped(),
    minBackoffDuration: mapped(),
    retryCount: mapped(),
  }),
  satisfiesPzs: ignored,
  schedule: mapped(),
  scheduleTime: ignored,
  state: mapped(),
  status: ignored,
  timeZone: mapped(),
  userUpdateTime: ignored,
};

export function fromCloudScheduler(documents: readonly SourceDocument[], options: ImportOptions): Imported {
  const into = new Import();
  for (const document of documents.flatMap(jobsOf)) importJob(into, document, options);
  return into.result;
}

/** A job, a list of jobs, or the answer of the REST API with one. */
function jobsOf({ value, source }: SourceDocument): SourceDocument[] {
  if (Array.isArray(value)) return value.map((each: unknown) => ({ value: each, source }));
  return isObject(value) && Array.isArray(value['jobs'])
    ? value['jobs'].map((each: unknown) => ({ value: each, source }))
    : [{ value, source }];
}

function importJob(into: Import, { value, source }: SourceDocument, { tenant, timezone }: ImportOptions): void {
  // projects/…/locations/…/jobs/NAME
  const called = textOf((isObject(value) ? value['name'] : undefined) ?? 'unnamed').replace(/^.*\//, '');
  const about = `${source} ${called}`;
  const fields = new Fields(value, into, about, { table: CLOUD_SCHEDULER_JOB });
  if (fields.isRefused) return;
  fields.take('name');
  const target = fields.below('httpTarget');
  const url = target.text('uri');
  if (url === undefined) fields.refuse('httpTarget', 'has no uri, or is missing');
  const identity = identityOf(target, url);
  const call = callOf(target, fields, identity !== undefined);
  const state = fields.text('state') ?? 'ENABLED';
  const description = fields.text('description');
  const retry = retryOf(fields.below('retryConfig'));
  const definition = {
    id: into.freeId(tenant, called),
    tenant,
    name: into.freeName(called),
    enabled: state === 'ENABLED' ? undefined : false,
    ...timesOf(fields, timezone),
    // One call at a time: the next one waits for the end of the one before.
    concurrency: { policy: 'Enqueue', maxQueued: 1 },
    url,
    answer: 'ends',
    ...call,
    identity,
    ...retry,
  };
  if (description !== undefined && description !== '') fields.note('description', `has no counterpart: ${description}`);
  for (const each of [target, fields]) each.close();
  if (![fields, target].some(({ isRefused }) => isRefused)) into.define('Job', definition, source);
}

const SECONDS: Readonly<Record<string, number>> = { minute: 60, min: 60, hour: 3_600 };

function timesOf(fields: Fields, zoneGiven: string | undefined): Record<string, unknown> {
  const text = fields.text('schedule')?.trim() ?? '';
  const timezone = fields.text('timeZone') ?? zoneGiven ?? 'UTC';
  const [, amount = '1', unit = ''] = /^every\s+(\d+)\s+(minute|min|hour)s?$/i.exec(text) ?? [];
  const seconds = SECONDS[unit.toLowerCase()];
  if (seconds !== undefined) {
    fields.note('schedule', `${text} counts from the creation of the job here`);
    return { schedule: { every: Number(amount) * seconds } };
  }
  return { cron: text, schedule: present({ timezone: /^(?:Etc\/)?UTC$/.test(timezone) ? undefined : timezone }) };
}

const DEFAULT_DEADLINE_SECONDS = 180;

/** A token for the same audience, signed by another issuer. */
function identityOf(target: Fields, url: string | undefined): { audience: string[] } | undefined {
  const token = target.below('oidcToken');
  const account = token.text('serviceAccountEmail');
  const named = token.text('audience');
  token.close();
  if (!isObject(token.value)) return undefined;
  // An identity is shown to everybody who sees the job; a query may hold a secret.
  const [address = ''] = (url ?? '').split('?');
  const audience = named ?? address;
  if (named === undefined && address !== url)
    target.note('oidcToken', 'names no audience: it is the address without its query here, with it at Google');
  target.note(
    'oidcToken',
    `becomes a token of Carillon for ${audience}: the receiver has to trust the issuer of Carillon and the subject of the job (its \`identitySubject\`), not Google and ${account ?? 'its account'}; an administrator adds the audience to \`identityAudiences\` of the tenant`,
  );
  return { audience: [audience] };
}

function callOf(target: Fields, job: Fields, hasToken: boolean): Record<string, unknown> {
  const named = target.text('httpMethod') ?? 'POST';
  const method = named === 'HTTP_METHOD_UNSPECIFIED' ? 'POST' : named;
  const { body, options } = withSecretOptions(bodyOf(target));
  const deadline = secondsOf(job.text('attemptDeadline'));
  target.note('headers', 'X-CloudScheduler and those that begin so are not sent');
  const headers = Object.entries(headersOf(target.take('headers'), body));
  const sent = headers.filter(([name]) => !hasToken || name.toLowerCase() !== 'authorization');
  if (sent.length < headers.length) target.note('headers', 'Authorization is not sent: the token takes its place');
  return {
    http: present({
      method: method === (body === undefined ? 'GET' : 'POST') ? undefined : method,
      body,
      timeoutSeconds: deadline === DEFAULT_DEADLINE_SECONDS ? undefined : deadline,
    }),
    options,
    httpHeaders: Object.fromEntries(sent),
  };
}

function bodyOf(target: Fields): string | undefined {
  const encoded = target.text('body');
  const body = encoded === undefined ? undefined : utf8Text(Buffer.from(encoded, 'base64'));
  if (body === null) target.refuse('body', 'is no text');
  return body ?? undefined;
}

/** Without those that Cloud Scheduler sets itself. */
function headersOf(value: unknown, body: string | undefined): Record<string, string> {
  const own = Object.entries(isObject(value) ? value : {}).filter(
    ([name]) => !/^(?:host|content-length|user-agent|x-cloudscheduler.*)$/i.test(name),
  );
  const hasType = own.some(([name]) => name.toLowerCase() === 'content-type');
  return Object.fromEntries([
    ...own.map(([name, each]) => [name, textOf(each)] as const),
    ...(body === undefined || hasType ? [] : [['Content-Type', 'application/octet-stream'] as const]),
  ]);
}

const MAX_ATTEMPTS = 50;

function retryOf(config: Fields): Record<string, unknown> {
  const secondsIn = (field: string, byDefault: number): number => secondsOf(config.text(field)) ?? byDefault;
  const count = config.number('retryCount') ?? 0;
  const limit = secondsIn('maxRetryDuration', 0);
  const doublings = config.number('maxDoublings') ?? 5;
  const first = secondsIn('minBackoffDuration', 5);
  const longest = secondsIn('maxBackoffDuration', 3_600);
  config.close();
  if (count === 0 && limit === 0) return {};
  if (count > 0 && limit > 0) config.note('maxRetryDuration', 'is not used: the number of retries decides here');
  if (doublings < count)
    config.note('maxDoublings', 'is not used: the time between retries doubles up to its limit here');
  return {
    maxAttempts: count > 0 ? count + 1 : MAX_ATTEMPTS,
    retry: { delaySeconds: first, backoff: 'exponential', maxDelaySeconds: Math.max(first, longest) },
    activeDeadlineSeconds: count > 0 ? undefined : limit,
    // A call may be repeated there, too.
    idempotentStart: true,
  };
}
