import { importingBy, type ImportResult } from '#testing/importing.js';
import { CLOUDFORMATION_YAML } from './cloudformation.js';
import { fromEventBridge } from './eventbridge.js';
import { timesOf } from './eventbridge-times.js';

const imported = (text: string): ImportResult => importingBy(fromEventBridge, CLOUDFORMATION_YAML, text);
const template = (resources: string, parameters = ''): string =>
  `AWSTemplateFormatVersion: 2010-09-09\n${parameters}\nResources:\n${resources}`;

test.each<[expression: string, timezone: string | undefined, times: object | null]>([
  [
    'cron(0 18 * * ? *)',
    'Africa/Johannesburg',
    { cron: '0 18 * * ?', schedule: { timezone: 'Africa/Johannesburg', dst: { gap: 'skip' } } },
  ],
  ['cron(0 3 * * ? *)', 'UTC', { cron: '0 3 * * ?', schedule: {} }],
  ['cron(0 23 L * ? *)', undefined, { cron: '0 23 L * ?', schedule: {} }],
  ['cron(0 23 ? * SUN *)', undefined, { cron: '0 23 ? * SUN', schedule: {} }],
  ['cron(0 9 ? * 2-6 *)', undefined, { cron: '0 9 ? * 1-5', schedule: {} }],
  ['cron(0 9 ? * 1,7 *)', undefined, { cron: '0 9 ? * 0,6', schedule: {} }],
  ['cron(0 9 ? * 2#1 *)', undefined, { cron: '0 9 ? * 1#1', schedule: {} }],
  ['cron(0 9 ? * MON#2 2027)', undefined, { cron: '0 0 9 ? * MON#2 2027', schedule: {} }],
  ['cron(0 9 ? * 6L *)', undefined, { cron: '0 9 ? * 5L', schedule: {} }],
  ['cron(0 9 ? * L *)', undefined, { cron: '0 9 ? * 6', schedule: {} }],
  ['cron(15 10 15W * ? 2026-2028)', undefined, { cron: '0 15 10 15W * ? 2026-2028', schedule: {} }],
  ['cron(0/15 8-18 ? * 2-6/2 *)', undefined, { cron: '0/15 8-18 ? * 1-5/2', schedule: {} }],
  ['rate(5 minutes)', undefined, { schedule: { every: 300 } }],
  ['rate(1 hour)', undefined, { schedule: { every: 3_600 } }],
  ['rate(2 days)', undefined, { schedule: { every: 172_800 } }],
  ['at(2026-11-20T13:00:00)', undefined, { schedule: { at: '2026-11-20T13:00:00.000Z' } }],
  ['at(2026-11-20T13:00:00)', 'America/New_York', { schedule: { at: '2026-11-20T18:00:00.000Z' } }],
  ['at(2026-07-20T13:00:00)', 'Asia/Kolkata', { schedule: { at: '2026-07-20T07:30:00.000Z' } }],
  // The hour that comes twice, and the one that does not come.
  ['at(2026-10-25T02:30:00)', 'Europe/Prague', { schedule: { at: '2026-10-25T00:30:00.000Z' } }],
  ['at(2026-03-29T02:30:00)', 'Europe/Prague', { schedule: { at: '2026-03-29T01:30:00.000Z' } }],
  ['at(2026-11-20T13:00:00)', 'Mars/Base', null],
  ['at(tomorrow)', undefined, null],
  ['cron(0 18 * * *)', undefined, null],
  ['rate(5 fortnights)', undefined, null],
])('%s in the zone %s', (expression, timezone, times) => {
  expect(timesOf(expression, { timezone, startDate: undefined }, () => undefined)).toEqual(times);
});

const LAMBDA = 'Arn: !GetAtt Monthly.Arn\n        RoleArn: arn:aws:iam::1:role/S';

/* Schedules as templates, scripts and bug reports have them, in small models. None of their targets is called over HTTP. */
test.each<[what: string, text: string, job: object, reported: readonly unknown[]]>([
  [
    'the last day of each month, in a template',
    template(`  MonthlySchedule:
    Type: AWS::Scheduler::Schedule
    Properties:
      FlexibleTimeWindow: { Mode: "OFF" }
      GroupName: default
      Name: monthly-schedule
      ScheduleExpression: cron(0 23 L * ? *)
      ScheduleExpressionTimezone: "America/Los_Angeles"
      Target:
        ${LAMBDA}
`),
    { id: 'acme-monthly-schedule', cron: '0 23 L * ?', schedule: { timezone: 'America/Los_Angeles' } },
    ['Target.RoleArn', 'Target.Arn', 'Target.RetryPolicy.MaximumRetryAttempts'],
  ],
  [
    'a window, a group, retries, a queue and an input with attributes',
    JSON.stringify({
      Name: 'nightly',
      GroupName: 'reports',
      Description: 'Reports',
      Arn: 'arn:aws:scheduler:eu-west-1:1:schedule/reports/nightly',
      CreationDate: '2026-01-01T00:00:00Z',
      StartDate: '2026-02-01T00:00:00Z',
      EndDate: '2027-02-01T00:00:00Z',
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 60 },
      ScheduleExpression: 'rate(1 hour)',
      State: 'DISABLED',
      Target: {
        Arn: 'arn:aws:lambda:eu-west-1:1:function:report',
        RoleArn: 'arn:aws:iam::1:role/s',
        Input: '{"at":"<aws.scheduler.scheduled-time>","attempt":"<aws.scheduler.attempt-number>","x":"<other>"}',
        RetryPolicy: { MaximumEventAgeInSeconds: 3_600, MaximumRetryAttempts: 2 },
        DeadLetterConfig: { Arn: 'arn:aws:sqs:eu-west-1:1:dlq' },
      },
    }),
    {
      enabled: false,
      labels: { group: 'reports' },
      schedule: {
        every: 3_600,
        anchor: '2026-02-01T00:00:00Z',
        notBefore: '2026-02-01T00:00:00Z',
        notAfter: '2027-02-01T00:00:00Z',
        jitterSeconds: 3_600,
      },
      http: { body: '{"at":"${run.scheduled_for}","attempt":"${run.attempt}","x":"<other>"}' },
      maxAttempts: 3,
      activeDeadlineSeconds: 3_600,
      idempotentStart: true,
    },
    ['Description', 'Target.RoleArn', 'Target.DeadLetterConfig', 'Target.Input', 'Target.Arn'],
  ],
  [
    'once, and then never again',
    JSON.stringify({
      Name: 'evt-reminder-24h',
      ScheduleExpression: 'at(2026-03-14T18:00:00)',
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      EndDate: '2026-04-01T00:00:00Z',
      Target: {
        Arn: 'arn:aws:sqs:us-east-1:1:q.fifo',
        RoleArn: 'r',
        SqsParameters: { MessageGroupId: 'o' },
        RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
      },
      ActionAfterCompletion: 'DELETE',
    }),
    { schedule: { at: '2026-03-14T18:00:00.000Z' }, archiveWhen: 'ended' },
    ['Target.RoleArn', 'Target.SqsParameters', 'Target.Arn'],
  ],
  [
    'parameters of a template, and a call of an API of AWS',
    template(
      `  Refresh:
    Type: AWS::Scheduler::Schedule
    Properties:
      Name: !Sub "\${AWS::StackName}-refresh"
      ScheduleExpression: !Ref Rate
      State: !Ref ScheduleState
      FlexibleTimeWindow: { Mode: "OFF" }
      Target: { Arn: 'arn:aws:scheduler:::aws-sdk:ssm:sendCommand', RoleArn: !GetAtt Role.Arn, RetryPolicy: { MaximumRetryAttempts: 0 } }
`,
      'Parameters: { Rate: { Type: String, Default: rate(5 minutes) }, ScheduleState: { Type: String, Default: DISABLED } }',
    ),
    { id: 'acme-refresh', enabled: false, schedule: { every: 300 } },
    ['ScheduleExpression', 'Target.RoleArn', 'Target.Arn'],
  ],
  [
    'what a toolkit writes as JSON',
    JSON.stringify({
      Resources: {
        Daily: {
          Type: 'AWS::Scheduler::Schedule',
          Properties: {
            FlexibleTimeWindow: { Mode: 'OFF' },
            ScheduleExpression: 'cron(0 3 * * ? *)',
            State: 'ENABLED',
            Target: {
              Arn: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':scheduler:::aws-sdk:sqs:sendMessage']] },
              RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] },
              RetryPolicy: {},
            },
          },
        },
      },
    }),
    { id: 'acme-daily', cron: '0 3 * * ?' },
    ['Target.RoleArn', 'Target.Arn', 'Target.RetryPolicy.MaximumRetryAttempts'],
  ],
])('%s', (_, text, job, reported) => {
  const { jobs, notes, refused } = imported(text);
  expect(jobs).toHaveLength(1);
  expect(jobs[0]).toMatchObject({ ...job, answer: 'ends' });
  expect(notes.map((note) => /: (\S+)/.exec(note)?.[1])).toEqual(reported);
  expect(refused).toEqual([expect.stringContaining('url is required')]);
});

const DESTINATION = `  Connection:
    Type: AWS::Events::Connection
    Properties:
      AuthorizationType: API_KEY
      AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: X-Api-Key, ApiKeyValue: !Ref ApiKey } }
  Destination:
    Type: AWS::Events::ApiDestination
    Properties:
      ConnectionArn: !GetAtt Connection.Arn
      HttpMethod: POST
      InvocationEndpoint: https://api.example.test/v1/*/orders
      InvocationRateLimitPerSecond: 50
`;
const rule = (target: string): string => `  Hourly:
    Type: AWS::Events::Rule
    Properties:
      ScheduleExpression: cron(0 * * * ? *)
      State: ENABLED
      Targets:
        - Id: one
          Arn: !GetAtt Destination.Arn
          RoleArn: !GetAtt Role.Arn
          ${target}
`;

test('a rule with an API destination becomes a call of it', () => {
  const target = `HttpParameters: { PathParameterValues: [eu], HeaderParameters: { X-A: '1' }, QueryStringParameters: { day: '1', token: abc } }
          RetryPolicy: { MaximumRetryAttempts: 4 }
          InputTransformer: { InputPathsMap: { at: $.time, who: $.detail.who }, InputTemplate: '{"at": "<at>", "who": <who>}' }`;
  const { jobs, notes, refused } = imported(template(`${DESTINATION}${rule(target)}`));
  expect(jobs).toEqual([
    {
      id: 'acme-hourly',
      tenant: 'acme',
      name: 'Hourly',
      cron: '0 * * * ?',
      url: 'https://api.example.test/v1/eu/orders?token=abc',
      answer: 'ends',
      http: { query: { day: '1' }, body: '{"at": "${run.scheduled_for}", "who": <who>}' },
      httpHeaders: { 'X-Api-Key': '${ApiKey}', 'X-A': '1' },
      maxAttempts: 5,
      retry: { delaySeconds: 1, backoff: 'exponential', maxDelaySeconds: 3_600 },
      idempotentStart: true,
    },
  ]);
  expect(notes.map((note) => /: (\S+)/.exec(note)?.[1])).toEqual([
    'Targets[0].RoleArn',
    'Targets[0].Input',
    'InvocationRateLimitPerSecond',
  ]);
  expect(refused).toEqual([]);
});

test.each<[auth: string, call: object, refusals: number]>([
  ['BasicAuthParameters: { Username: me, Password: p }', { httpHeaders: { Authorization: 'Basic bWU6cA==' } }, 0],
  [
    `OAuthParameters:
          AuthorizationEndpoint: https://login.example.test/token
          HttpMethod: POST
          ClientParameters: { ClientID: c, ClientSecret: s }
          OAuthHttpParameters: { BodyParameters: [{ Key: grant_type, Value: client_credentials }, { Key: scope, Value: orders }] }`,
    {
      http: {
        auth: {
          oauth: {
            tokenUrl: 'https://login.example.test/token',
            clientId: 'c',
            clientSecret: 'CLIENT_SECRET',
            scope: 'orders',
          },
        },
      },
    },
    // The reference to the client's secret is for the user to give.
    1,
  ],
  [
    'InvocationHttpParameters: { HeaderParameters: [{ Key: X-B, Value: b, IsValueSecret: true }], QueryStringParameters: [{ Key: page, Value: "1" }] }',
    { httpHeaders: { 'X-B': 'b' }, http: { query: { page: '1' } } },
    0,
  ],
])('a connection with %s', (auth, call, refusals) => {
  const text = template(
    `${DESTINATION.replace(/AuthParameters: .*/, `AuthParameters:\n        ${auth}`)}${rule('Input: "{}"')}`,
  );
  const { jobs, refused } = imported(text);
  expect(jobs).toMatchObject([call]);
  expect(refused.filter((each) => each.includes('http.auth.oauth.clientSecret'))).toHaveLength(refusals);
  expect(refused).toHaveLength(refusals);
});

test('an API of API Gateway has its address in the ARN', () => {
  const target = {
    Id: 'a',
    Arn: 'arn:aws:execute-api:eu-west-1:123:abc123/prod/POST/pets/*',
    Input: '{}',
    HttpParameters: { PathParameterValues: ['7'] },
  };
  const { jobs } = imported(JSON.stringify({ Name: 'r', ScheduleExpression: 'rate(1 day)', Targets: [target] }));
  expect(jobs).toMatchObject([
    { url: 'https://abc123.execute-api.eu-west-1.amazonaws.com/prod/pets/7', http: { body: '{}' } },
  ]);
});

test('each target of a rule is a job, and none of a disabled rule is enabled', () => {
  const target = (id: string): object => ({
    Id: id,
    Arn: `arn:aws:execute-api:eu-west-1:1:${id}/prod/POST/a`,
    Input: '{}',
  });
  const { jobs } = imported(
    JSON.stringify({
      Name: 'r',
      ScheduleExpression: 'rate(1 day)',
      State: 'DISABLED',
      Targets: [target('a'), target('b')],
    }),
  );
  expect(jobs.map(({ id, enabled }) => [id, enabled])).toEqual([
    ['acme-r', false],
    ['acme-r-2', false],
  ]);
});

test('what the command line of AWS prints is put together by its ARNs', () => {
  const text = [
    {
      Name: 'r',
      ScheduleExpression: 'rate(1 day)',
      Targets: [{ Id: 'a', Arn: 'arn:aws:events:eu-west-1:1:api-destination/d/11', Input: '{}' }],
    },
    {
      ApiDestinationArn: 'arn:aws:events:eu-west-1:1:api-destination/d/11',
      Name: 'd',
      ConnectionArn: 'arn:aws:events:eu-west-1:1:connection/c/22',
      InvocationEndpoint: 'https://x.example.test/',
      HttpMethod: 'PUT',
    },
  ];
  const { jobs, notes } = imported(JSON.stringify(text));
  expect(jobs).toMatchObject([{ url: 'https://x.example.test/', http: { method: 'PUT', body: '{}' } }]);
  expect(notes).toEqual(
    expect.arrayContaining([expect.stringContaining('ConnectionArn names a connection that is not among')]),
  );
});

test.each([
  ['{ "Schedules": [{ "Name": "a" }] }', 'Schedules is a list without times'],
  ['{ "Name": "r", "EventPattern": "{}", "Targets": [] }', 'ScheduleExpression is missing: a rule that events start'],
  ['{ "Foo": 1 }', 'is of no schedule, rule'],
])('%s is named in the report', (text, note) => {
  const { jobs, notes } = imported(text);
  expect(jobs).toEqual([]);
  expect(notes).toEqual(expect.arrayContaining([expect.stringContaining(note)]));
});
