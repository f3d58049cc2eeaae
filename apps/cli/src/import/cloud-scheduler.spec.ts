import { importingBy, type ImportResult } from '#testing/importing.js';
import { KUBERNETES_YAML } from '../definitions/yaml-documents.js';
import { fromCloudScheduler } from './cloud-scheduler.js';

const imported = (text: string): ImportResult => importingBy(fromCloudScheduler, KUBERNETES_YAML, text);
/** The differences of one job, without that of every job. */
const reportedOf = ({ notes }: ImportResult): string[] =>
  notes
    .filter((each) => !each.includes('httpTarget.headers X-CloudScheduler'))
    .map((each) => each.replace(/^\S+ \S+: /, ''));

const RETRY =
  'retryConfig: { maxBackoffDuration: 3600s, maxDoublings: 5, maxRetryDuration: 0s, minBackoffDuration: 5s }';

/* Jobs as guides, scripts and bug reports show them: small models of what gcloud prints. */
test.each<[what: string, text: string, job: object, reported: readonly string[]]>([
  [
    'a call of Cloud Run with a token and a body',
    `attemptDeadline: 180s
description: Daily analysis
httpTarget:
  body: eyJkYXlzIjogN30=
  headers: { Content-Type: application/json, User-Agent: Google-Cloud-Scheduler }
  httpMethod: POST
  oidcToken: { audience: https://run.example.test/backtest, serviceAccountEmail: 1-compute@developer.test }
  uri: https://run.example.test/backtest
name: projects/p/locations/us-central1/jobs/daily-backtest
${RETRY}
schedule: 0 9 * * 1-5
scheduleTime: '2026-07-30T13:00:00Z'
state: PAUSED
status: { code: 5 }
timeZone: America/New_York
userUpdateTime: '2026-07-01T00:00:00Z'
`,
    {
      id: 'acme-daily-backtest',
      enabled: false,
      cron: '0 9 * * 1-5',
      schedule: { timezone: 'America/New_York' },
      concurrency: { policy: 'Enqueue', maxQueued: 1 },
      url: 'https://run.example.test/backtest',
      answer: 'ends',
      http: { body: '{"days": 7}' },
      httpHeaders: { 'Content-Type': 'application/json' },
      identity: { audience: ['https://run.example.test/backtest'] },
    },
    [
      expect.stringMatching(
        /oidcToken becomes a token of Carillon for https:.* not Google and 1-compute@developer\.test;/,
      ),
      'description has no counterpart: Daily analysis',
    ],
  ],
  [
    'a token for the address itself, with a header in its place',
    `httpTarget: { headers: { authorization: Basic Og==, X-A: b }, httpMethod: GET, oidcToken: {}, uri: 'https://a.example.test/b?key=of-mine' }
name: projects/p/locations/l/jobs/a
schedule: 0 9 * * 1
`,
    { identity: { audience: ['https://a.example.test/b'] }, httpHeaders: { 'X-A': 'b' } },
    [
      expect.stringContaining('names no audience: it is the address without its query here'),
      expect.stringContaining('becomes a token of Carillon for https://a.example.test/b: the receiver'),
      'httpTarget.headers Authorization is not sent: the token takes its place',
    ],
  ],
  [
    'a call of an API of Google',
    `attemptDeadline: 180s
httpTarget:
  headers: { User-Agent: Google-Cloud-Scheduler }
  httpMethod: POST
  oauthToken: { scope: https://www.googleapis.com/auth/cloud-platform, serviceAccountEmail: s@p.iam.test }
  uri: https://run.googleapis.test/v1/jobs/update:run
lastAttemptTime: '2023-06-15T05:10:00.644764Z'
name: projects/p/locations/us-west1/jobs/update
${RETRY}
schedule: '*/5 * * * *'
state: ENABLED
status: {}
timeZone: Etc/UTC
`,
    { cron: '*/5 * * * *', http: { method: 'POST' } },
    [expect.stringContaining('httpTarget.oauthToken is not used')],
  ],
  [
    'a header with a secret, and Sunday as 7',
    `httpTarget: { headers: { Authorization: Bearer 27 }, httpMethod: GET, uri: 'https://vial.example.test/api/export?a=1' }
name: projects/p/locations/l/jobs/weekly
schedule: 0 20 * * 7
timeZone: America/Toronto
`,
    { cron: '0 20 * * 7', httpHeaders: { Authorization: 'Bearer 27' } },
    [],
  ],
  [
    'retries and a deadline, from the REST API',
    JSON.stringify({
      jobs: [
        {
          name: 'projects/p/locations/l/jobs/ping',
          schedule: '30 13 20 1,4,7,10 *',
          timeZone: 'Europe/London',
          httpTarget: {
            uri: 'http://127.0.0.1:9/ping',
            httpMethod: 'PUT',
            headers: { 'X-Kind': 'seed' },
            body: 'aGVsbG8=',
          },
          retryConfig: { retryCount: 3, minBackoffDuration: '10s', maxBackoffDuration: '60s', maxDoublings: 2 },
          attemptDeadline: '1800s',
        },
      ],
    }),
    {
      maxAttempts: 4,
      retry: { delaySeconds: 10, backoff: 'exponential', maxDelaySeconds: 60 },
      idempotentStart: true,
      http: { method: 'PUT', body: 'hello', timeoutSeconds: 1_800 },
      httpHeaders: { 'X-Kind': 'seed', 'Content-Type': 'application/octet-stream' },
    },
    [expect.stringContaining('retryConfig.maxDoublings is not used')],
  ],
  [
    'retries for a time',
    `httpTarget: { uri: https://x.example.test/ }
name: a
schedule: every 5 mins
retryConfig: { maxRetryDuration: 600s }
`,
    { schedule: { every: 300 }, maxAttempts: 50, activeDeadlineSeconds: 600 },
    ['schedule every 5 mins counts from the creation of the job here'],
  ],
])('%s', (_, text, job, reported) => {
  const result = imported(text);
  expect(result.jobs).toHaveLength(1);
  expect(result.jobs[0]).toMatchObject(job);
  expect(reportedOf(result)).toEqual(reported);
  expect(result.refused).toEqual([]);
});

test('every job of a list is imported, and those of other targets are refused by name', () => {
  const { jobs, notes } = imported(`
- name: projects/p/locations/a/jobs/publish
  pubsubTarget: { topicName: projects/p/topics/ticks, data: AAEC }
  schedule: 0 * * * *
- name: projects/p/locations/a/jobs/app
  appEngineHttpTarget: { relativeUri: /cron }
  schedule: every 24 hours
- name: projects/p/locations/a/jobs/same
  httpTarget: { uri: https://a.example.test/ }
  schedule: 0 * * * *
- name: projects/p/locations/b/jobs/same
  httpTarget: { uri: https://b.example.test/ }
  schedule: 0 * * * *
- name: projects/p/locations/b/jobs/binary
  httpTarget: { uri: https://b.example.test/, body: /w== }
  schedule: 0 * * * *
- name: projects/p/locations/b/jobs/none
  schedule: 0 * * * *
`);
  expect(jobs.map(({ id }) => id)).toEqual(['acme-same', 'acme-same-2']);
  for (const note of [
    'publish: pubsubTarget publishes',
    'app: appEngineHttpTarget calls',
    'binary: httpTarget.body is no text',
    'none: httpTarget has no uri',
  ])
    expect(notes).toEqual(expect.arrayContaining([expect.stringContaining(note)]));
});

test.each([
  ['schedule: every monday 09:00', 'cron has a date or a time of day'],
  ['schedule: 0 0 * * 8', 'cron day of week: 8 is not between 0 and 7'],
  ['{ schedule: 0 0 * * *, attemptDeadline: 3600s }', 'http.timeoutSeconds'],
  ['{ schedule: 0 0 * * * }', 'identity.audience.0', 'oidcToken: { audience: of two }'],
])('%s is what a server refuses', (fields, problem, token = '') => {
  const own = fields.replace(/^\{|\}$/g, '');
  const { refused } = imported(`{ name: a, httpTarget: { uri: https://x.example.test/, ${token} }, ${own} }`);
  expect(refused).toEqual([expect.stringContaining(problem)]);
});

test('a field that is not in the table is reported', () => {
  const { notes } = imported(
    '{ name: a, httpTarget: { uri: https://x.example.test/, tls: 1 }, schedule: 0 0 * * *, more: 1 }',
  );
  expect(notes).toEqual(
    expect.arrayContaining([
      expect.stringContaining('more is not a field of this format'),
      expect.stringContaining('httpTarget.tls is not a field of this format'),
    ]),
  );
});
