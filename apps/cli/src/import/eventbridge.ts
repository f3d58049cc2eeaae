/** Schedules of EventBridge Scheduler, and rules of EventBridge with a schedule: of the AWS command line, or of CloudFormation. */
import { maySecret, withSecretOptions } from './plain-values.js';
import { API_DESTINATION, CONNECTION, RULE, SCHEDULE } from './eventbridge-fields.js';
import { timesOf } from './eventbridge-times.js';
import { resourcesOf } from './cloudformation.js';
import { Fields, type FieldTable } from './fields.js';
import {
  Import,
  isObject,
  LEFT_OUT,
  present,
  textOf,
  type Imported,
  type ImportOptions,
  type SourceDocument,
} from './imported.js';

type Kind = 'Schedule' | 'Rule' | 'ApiDestination' | 'Connection';

interface Found {
  readonly kind: Kind;
  readonly value: unknown;
  /** Its logical id, or its ARN. */
  readonly key: string;
  readonly source: string;
}

const TYPES: ReadonlyMap<string, Kind> = new Map([
  ['AWS::Scheduler::Schedule', 'Schedule'],
  ['AWS::Events::Rule', 'Rule'],
  ['AWS::Events::ApiDestination', 'ApiDestination'],
  ['AWS::Events::Connection', 'Connection'],
]);
const TABLES: Readonly<Record<Kind, FieldTable>> = {
  Schedule: SCHEDULE,
  Rule: RULE,
  ApiDestination: API_DESTINATION,
  Connection: CONNECTION,
};

export function fromEventBridge(documents: readonly SourceDocument[], options: ImportOptions): Imported {
  const into = new Import();
  const all = documents.flatMap((document) => foundIn(into, document));
  const account = new Account(into, all);
  for (const each of all)
    if (each.kind === 'Schedule') new TimedCall(into, each, account, options).ofSchedule();
    else if (each.kind === 'Rule') new TimedCall(into, each, account, options).ofRule();
  return into.result;
}

function foundIn(into: Import, { value, source }: SourceDocument): Found[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => foundIn(into, { value: each, source }));
  const resources = resourcesOf(value);
  if (resources)
    return resources.flatMap(({ logicalId, type, properties }) => {
      const kind = TYPES.get(type);
      return kind === undefined
        ? []
        : [{ kind, value: { Name: logicalId, ...(properties as object) }, key: logicalId, source }];
    });
  if (!isObject(value)) return [];
  if (Array.isArray(value['Schedules'])) {
    into.note(
      source,
      'Schedules',
      'is a list without times: give what `aws scheduler get-schedule` prints for each of them',
    );
    return [];
  }
  const kind = kindOf(value);
  if (kind !== null) return [{ kind, value, key: textOf(value[`${kind}Arn`] ?? value['Arn']), source }];
  into.note(source, 'Name', 'is of no schedule, rule, API destination or connection, and no template');
  return [];
}

function kindOf(value: Readonly<Record<string, unknown>>): Kind | null {
  if ('InvocationEndpoint' in value) return 'ApiDestination';
  if ('AuthParameters' in value) return 'Connection';
  if ('Target' in value) return 'Schedule';
  return 'Targets' in value || 'EventPattern' in value ? 'Rule' : null;
}

/** What targets refer to: by ARN, or in a template by `${Name.Arn}`. */
class Account {
  constructor(
    private readonly into: Import,
    private readonly all: readonly Found[],
  ) {}

  /** The fields of the API destination or the connection; null if it is not among the documents. */
  fieldsOf(kind: Kind, reference: string): Fields | null {
    const [, logicalId = reference] = /^\$\{(\w+)(?:\.\w+)?\}$/.exec(reference) ?? [];
    // Behind its name, the ARN of an API destination has an id.
    const isNamed = (key: string): boolean =>
      key === logicalId || key.replace(/\/[^/]*$/, '') === reference.replace(/\/[^/]*$/, '');
    const each = this.all.find((other) => other.kind === kind && isNamed(other.key));
    return each
      ? new Fields(each.value, this.into, `${each.source} ${kind} ${each.key}`, { table: TABLES[kind] })
      : null;
  }
}

interface Call {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly auth?: object;
}

const MAX_ATTEMPTS = 50;
const SECONDS_PER_MINUTE = 60;
/** What EventBridge does without a policy. */
const DEFAULT_RETRIES = 185;
const DEFAULT_AGE_SECONDS = 86_400;
/** Keywords in the input of a schedule, and what stands for them here. */
const KEYWORDS: Readonly<Record<string, string>> = {
  '<aws.scheduler.scheduled-time>': '${run.scheduled_for}',
  '<aws.scheduler.execution-id>': '${run.id}',
  '<aws.scheduler.attempt-number>': '${run.attempt}',
  '<aws.scheduler.schedule-arn>': '${job.id}',
  '<aws.events.rule-name>': '${job.name}',
  '<aws.events.rule-arn>': '${job.id}',
};
const OF_EVENT: Readonly<Record<string, string>> = { '$.time': '${run.scheduled_for}', '$.id': '${run.id}' };

class TimedCall {
  private readonly fields: Fields;
  private readonly called: string;
  private readonly isEnabled: boolean;

  constructor(
    private readonly into: Import,
    private readonly each: Found,
    private readonly account: Account,
    private readonly options: ImportOptions,
  ) {
    const { value, kind, source } = each;
    const name = isObject(value) ? value['Name'] : undefined;
    // Without the name of the stack and the like, which only AWS knows.
    this.called = textOf(name ?? 'unnamed').replaceAll(/\$\{[^}]*\}-?/g, '') || each.key;
    this.fields = new Fields(value, into, `${source} ${kind} ${this.called}`, { table: TABLES[kind] });
    this.fields.take('Name');
    this.isEnabled = (this.fields.text('State') ?? 'ENABLED').startsWith('ENABLED');
    const description = this.fields.text('Description') ?? '';
    if (description !== '') this.fields.note('Description', `has no counterpart: ${description}`);
  }

  ofSchedule(): void {
    const { fields } = this;
    const startDate = fields.text('StartDate');
    const endDate = fields.text('EndDate');
    const times = this.times(fields.text('ScheduleExpressionTimezone') ?? this.options.timezone, startDate);
    const window = fields.below('FlexibleTimeWindow');
    const minutes = window.number('MaximumWindowInMinutes');
    const isFlexible = window.text('Mode') === 'FLEXIBLE';
    window.close();
    const group = fields.text('GroupName') ?? 'default';
    const isDeleted = fields.text('ActionAfterCompletion') === 'DELETE';
    const target = fields.below('Target');
    const bounds = {
      notBefore: startDate,
      notAfter: endDate,
      jitterSeconds: isFlexible && minutes !== undefined ? minutes * SECONDS_PER_MINUTE : undefined,
    };
    const own = times?.['schedule'] as object | undefined;
    // Of a schedule for one time, they say nothing.
    const schedule = { ...own, ...(own && 'at' in own ? {} : present(bounds)) };
    this.define(target, {
      labels: group === 'default' ? undefined : { group },
      ...times,
      schedule,
      archiveWhen: isDeleted ? 'ended' : undefined,
    });
  }

  ofRule(): void {
    const { fields } = this;
    const targets = fields.each('Targets');
    if (!isObject(this.each.value) || this.each.value['ScheduleExpression'] === undefined) {
      this.into.note(
        `${this.each.source} Rule ${this.called}`,
        'ScheduleExpression',
        'is missing: a rule that events start was left out',
      );
      return;
    }
    const times = this.times(undefined, undefined);
    if (targets.length === 0)
      fields.note('Targets', 'are missing: add those that `aws events list-targets-by-rule` prints');
    for (const target of targets) this.define(target, { ...times });
  }

  private times(timezone: string | undefined, startDate: string | undefined): Readonly<Record<string, unknown>> | null {
    const expression = this.fields.text('ScheduleExpression') ?? '';
    const times = timesOf(expression, { timezone, startDate }, (message) => {
      this.fields.note('ScheduleExpression', `${expression} ${message}`);
    });
    if (times === null) this.fields.note('ScheduleExpression', `${expression} ${LEFT_OUT}: give the job a schedule`);
    return times as Readonly<Record<string, unknown>> | null;
  }

  private define(target: Fields, timing: Readonly<Record<string, unknown>>): void {
    const { fields, into, options } = this;
    const { body, options: secrets } = withSecretOptions(this.body(target));
    const call = this.call(target);
    into.define(
      'Job',
      {
        id: into.freeId(options.tenant, this.called),
        tenant: options.tenant,
        name: into.freeName(this.called),
        enabled: this.isEnabled ? undefined : false,
        ...timing,
        url: call.url,
        answer: 'ends',
        http: present({
          method: call.method === (body === undefined ? 'GET' : 'POST') ? undefined : call.method,
          query: call.query,
          body,
          auth: call.auth,
        }),
        options: secrets,
        httpHeaders: call.headers,
        ...retryOf(target.below('RetryPolicy')),
      },
      this.each.source,
    );
    for (const each of [target, fields]) each.close();
  }

  private body(target: Fields): string | undefined {
    const input = target.text('Input');
    const transformer = target.below('InputTransformer');
    const template = transformer.text('InputTemplate');
    const paths = transformer.take('InputPathsMap');
    transformer.close();
    const ofEvent = Object.entries(isObject(paths) ? paths : {}).map(
      ([name, path]) => [`<${name}>`, OF_EVENT[textOf(path)]] as const,
    );
    const values = new Map<string, string | undefined>([...Object.entries(KEYWORDS), ...ofEvent]);
    const text = input ?? template;
    if (text === undefined && this.each.kind === 'Rule')
      target.note('Input', 'is missing: an event is the body there, and no body is sent here');
    return text?.replaceAll(/<[\w.-]+>/g, (keyword) => {
      const value = values.get(keyword);
      if (value === undefined) target.note('Input', `has ${keyword}, for which Carillon has no such value`);
      else if (keyword.includes('execution-id'))
        target.note('Input', `${keyword} is the id of the run here, which its attempts share`);
      return value ?? keyword;
    });
  }

  private call(target: Fields): Call {
    const arn = target.text('Arn') ?? '';
    const parameters = target.below('HttpParameters');
    const values = parameters.list('PathParameterValues').map(textOf);
    const own = {
      headers: textsOf(parameters.take('HeaderParameters')),
      query: textsOf(parameters.take('QueryStringParameters')),
    };
    parameters.close();
    const destination = this.account.fieldsOf('ApiDestination', arn);
    const gateway = gatewayOf(arn);
    if (!destination && !gateway)
      target.note('Arn', `${arn} is not called over HTTP: give the job the \`url\` of a service that does its work`);
    const call = destination ? this.destination(destination) : (gateway ?? {});
    const url = call.url === undefined ? undefined : withPathValues(call.url, values);
    return withQuery({ ...call, url, headers: { ...call.headers, ...own.headers } }, { ...call.query, ...own.query });
  }

  private destination(fields: Fields): Call {
    const reference = fields.text('ConnectionArn') ?? '';
    const connection = this.account.fieldsOf('Connection', reference);
    if (!connection)
      fields.note('ConnectionArn', 'names a connection that is not among the documents: give the headers that it adds');
    const call = { url: fields.text('InvocationEndpoint'), method: fields.text('HttpMethod') };
    fields.close();
    return { ...call, ...(connection && authorizationOf(connection)) };
  }
}

/** The stage, method and path of an API of API Gateway, which targets name in its ARN. */
function gatewayOf(arn: string): Call | null {
  const [, region, api, stage, method, path = ''] =
    /^arn:[\w-]+:execute-api:([\w-]+):\d*:(\w+)\/([^/]+)\/([A-Z]+|\*)(?:\/(.*))?$/.exec(arn) ?? [];
  if (region === undefined || api === undefined) return null;
  return {
    url: `https://${api}.execute-api.${region}.amazonaws.com/${stage ?? ''}/${path}`,
    method: method === '*' ? 'POST' : method,
  };
}

const withPathValues = (url: string, values: readonly string[]): string => {
  const left = [...values];
  return url.replaceAll('*', (star) => left.shift() ?? star);
};

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([name, each]) => [name, textOf(each)]));

/** A parameter that may be a secret belongs to the address, which files do not show with it. */
function withQuery(call: Call, query: Readonly<Record<string, string>>): Call {
  const pairs = Object.entries(query);
  const secrets = pairs.filter(([name, value]) => maySecret(name, value));
  const plain = Object.fromEntries(pairs.filter(([name, value]) => !maySecret(name, value)));
  const added = new URLSearchParams(secrets).toString();
  const url =
    call.url === undefined || added === '' ? call.url : `${call.url}${call.url.includes('?') ? '&' : '?'}${added}`;
  return { ...call, url, query: plain };
}

function authorizationOf(connection: Fields): Call {
  const parameters = connection.below('AuthParameters');
  const key = parameters.below('ApiKeyAuthParameters');
  const basic = parameters.below('BasicAuthParameters');
  const oauth = parameters.below('OAuthParameters');
  const invocation = parameters.below('InvocationHttpParameters');
  const name = key.text('ApiKeyName');
  const value = key.text('ApiKeyValue');
  const user = basic.text('Username');
  const pair = Buffer.from(`${user ?? ''}:${basic.text('Password') ?? ''}`).toString('base64');
  if (invocation.each('BodyParameters').length > 0)
    invocation.note('BodyParameters', 'are not added to the body: write them into `http.body`');
  const headers = {
    ...(name !== undefined && { [name]: value ?? '' }),
    ...(user !== undefined && { Authorization: `Basic ${pair}` }),
    ...pairsOf(invocation, 'HeaderParameters'),
  };
  const call = { headers, query: pairsOf(invocation, 'QueryStringParameters'), ...oauthOf(oauth) };
  for (const each of [key, basic, oauth, invocation, parameters, connection]) each.close();
  return call;
}

const pairsOf = (fields: Fields, list: string): Record<string, string> =>
  Object.fromEntries(
    fields.each(list).map((each) => {
      each.take('IsValueSecret');
      return [each.text('Key') ?? '', each.text('Value') ?? ''];
    }),
  );

const CLIENT_SECRET = 'CLIENT_SECRET';

function oauthOf(oauth: Fields): Pick<Call, 'auth'> {
  if (!isObject(oauth.value)) return {};
  const client = oauth.below('ClientParameters');
  const more = oauth.below('OAuthHttpParameters');
  const body = pairsOf(more, 'BodyParameters');
  if (client.take('ClientSecret') !== undefined)
    client.note('ClientSecret', `is not written: give the job \`secretsFrom\` with as: ${CLIENT_SECRET}`);
  const auth = present({
    tokenUrl: oauth.text('AuthorizationEndpoint'),
    clientId: client.text('ClientID'),
    clientSecret: CLIENT_SECRET,
    scope: body['scope'],
    audience: body['audience'],
  });
  for (const each of [client, more]) each.close();
  return { auth: { oauth: auth } };
}

function retryOf(policy: Fields): Record<string, unknown> {
  const retries = policy.number('MaximumRetryAttempts');
  const age = policy.number('MaximumEventAgeInSeconds');
  policy.close();
  if (retries === undefined || (retries === DEFAULT_RETRIES && (age ?? DEFAULT_AGE_SECONDS) === DEFAULT_AGE_SECONDS)) {
    policy.note(
      'MaximumRetryAttempts',
      'is the default of 185 retries within 24 hours: here a call is made once, unless the job has `maxAttempts`',
    );
    return {};
  }
  if (retries === 0) return {};
  if (retries >= MAX_ATTEMPTS)
    policy.note('MaximumRetryAttempts', `is more than the ${MAX_ATTEMPTS} attempts that a run may have here`);
  return {
    maxAttempts: Math.min(MAX_ATTEMPTS, retries + 1),
    retry: { delaySeconds: 1, backoff: 'exponential', maxDelaySeconds: 3_600 },
    activeDeadlineSeconds: age,
    // A call may be repeated there, too.
    idempotentStart: true,
  };
}
