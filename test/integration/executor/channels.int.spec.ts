/** Each kind of channel against a server that accepts only what its vendor documents; mail against a real mail server. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { z } from 'zod';
import { systemClock } from '#common/clock/clock.js';
import { asTenantId } from '#common/domain/ids.js';
import type { ChannelTarget } from '#common/spec/channel.js';
import type { NoticeTemplate } from '#common/spec/notice-template.js';
import type { RecipientAnswer } from '#common/run/notice.js';
import { noticeBody, type NoticeBody } from '#common/spec/notify.js';
import { AddressGuard } from '../../../apps/executor/src/engines/webservice/address-guard.js';
import { HttpCaller } from '../../../apps/executor/src/engines/webservice/http-caller.js';
import type { TryResult } from '../../../apps/executor/src/notify/core/after-try.js';
import { Deliverer } from '../../../apps/executor/src/notify/deliverer.js';
import { mailFor, type MailTarget } from '#common/notices/channel-request.js';
import { Mailer } from '../../../apps/executor/src/notify/mailer.js';

const BODY: NoticeBody = {
  id: 'r1/0/failed/w',
  on: 'failed',
  at: '2026-12-01T10:00:22.000Z',
  tenant: 'ibm',
  job: 'j1',
  jobName: 'Nightly <report> & co',
  message: 'Nightly <report> & co: failed: exit code 3',
  run: {
    id: 'r1',
    state: 'FAILED',
    phase: 'Failed',
    reason: 'IndexFailed',
    message: '',
    exitCode: 3,
    scheduledFor: null,
    createdAt: '2026-12-01T10:00:00.000Z',
    started: null,
    finished: null,
    url: 'https://carillon.test/#/runs/r1',
    errorUrl: 'https://carillon.test/#/runs/r1?at=error',
  },
  missed: null,
};
const RECOVERED: NoticeBody = { ...BODY, id: 'r2/0/recovered/w', on: 'recovered' };
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: unknown;
}

let server: Server;
let base: string;
let received: Received[] = [];
/** The status of the next answers, and their `Retry-After`; 200 after that. */
let answers: (number | [number, string])[] = [];
let answerText = 'ok';
let caller: HttpCaller;
const guard = new AddressGuard(['127.0.0.0/8']);

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      received.push({ path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) });
      const [status, retryAfter] = [answers.shift() ?? 200].flat();
      response
        .writeHead(Number(status), retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
        .end(answerText);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  caller = new HttpCaller(guard);
});
beforeEach(() => {
  [received, answers] = [[], []];
});
afterAll(async () => {
  await caller.close();
  server.close();
  await once(server, 'close');
});

interface Circumstances {
  readonly authorities?: string;
  readonly hosts?: string[];
  readonly template?: NoticeTemplate;
  readonly recipients?: readonly RecipientAnswer[];
}

async function deliver(target: ChannelTarget, body = BODY, under: Circumstances = {}): Promise<TryResult> {
  const { authorities, hosts, recipients = [], template } = under;
  const deliverer = new Deliverer({
    tenants: { load: async () => Promise.resolve(hosts ? ({ webserviceHosts: hosts } as never) : null) },
    targets: { find: async () => Promise.resolve({ target, template }) },
    mailer: new Mailer(guard, authorities === undefined ? undefined : createSecureContext({ ca: authorities })),
    userAgent: 'carillon/test',
    uiBase: 'https://carillon.test',
    clock: systemClock,
    caller,
  });
  return deliverer.deliver({ tenant: asTenantId('ibm'), key: body.id, address: 'channel:ops', body, recipients });
}

const only = (): Received => {
  expect(received).toHaveLength(1);
  return received[0]!;
};
const text = (most: number): z.ZodString => z.string().min(1).max(most);

const slackText = z.strictObject({ type: z.literal('mrkdwn'), text: text(3_000) });
const slackMessage = z.strictObject({
  text: text(40_000),
  blocks: z
    .array(
      z.strictObject({
        type: z.literal('section'),
        text: slackText,
        fields: z
          .array(slackText.extend({ text: text(2_000) }))
          .max(10)
          .optional(),
      }),
    )
    .max(50),
});
const teamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
        type: z.literal('AdaptiveCard'),
        version: z.string().regex(/^1\.[0-5]$/),
        body: z.tuple([
          z.looseObject({ type: z.literal('TextBlock'), text: text(28_000) }),
          z.union([
            z.looseObject({ type: z.literal('TextBlock'), text: text(28_000) }),
            z.strictObject({
              type: z.literal('FactSet'),
              facts: z.array(z.strictObject({ title: z.string(), value: z.string() })),
            }),
          ]),
        ]),
        actions: z.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() })),
      }),
    }),
  ]),
});
const discordMessage = z.strictObject({
  embeds: z
    .array(
      z.strictObject({
        title: text(256),
        url: z.url().optional(),
        description: text(4_096).optional(),
        color: z.int().min(0).max(0xffffff),
        timestamp: z.iso.datetime(),
        fields: z
          .array(z.strictObject({ name: text(256), value: text(1_024), inline: z.boolean() }))
          .max(25)
          .optional(),
      }),
    )
    .max(10),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
});
const pagerdutyEvent = z.strictObject({
  routing_key: z.literal('0123456789abcdef0123456789abcdef'),
  event_action: z.enum(['trigger', 'acknowledge', 'resolve']),
  dedup_key: text(255),
  payload: z.strictObject({
    summary: text(1_024),
    source: text(255),
    severity: z.enum(['critical', 'error', 'warning', 'info']),
    timestamp: z.iso.datetime(),
    component: z.string(),
    class: z.string(),
    custom_details: z.record(z.string(), z.string()),
  }),
  client: z.string(),
  client_url: z.url().optional(),
  links: z.array(z.strictObject({ href: z.url(), text: z.string() })).optional(),
});
const opsgenieAlert = z.strictObject({
  message: text(130),
  alias: text(512),
  description: text(15_000),
  details: z.record(z.string(), z.string()),
  entity: text(512),
  source: text(100),
  tags: z.array(text(50)).max(20),
  priority: z.enum(['P1', 'P2', 'P3', 'P4', 'P5']),
});
const ntfyMessage = z.strictObject({
  topic: z.literal('night'),
  title: text(250),
  message: text(4_096),
  priority: z.int().min(1).max(5),
  tags: z.array(z.string()),
  click: z.url().optional(),
  actions: z
    .array(z.strictObject({ action: z.literal('view'), label: text(100), url: z.url() }))
    .max(3)
    .optional(),
});

const key = '0123456789abcdef0123456789abcdef';
const CASES: readonly [ChannelTarget['type'], (url: string) => ChannelTarget, path: string, form: z.ZodType][] = [
  ['webhook', (url) => ({ type: 'webhook', url: `${url}/hook` }), '/hook', noticeBody],
  [
    'cloudevents',
    (url) => ({ type: 'cloudevents', url: `${url}/events` }),
    '/events',
    z.strictObject({
      specversion: z.literal('1.0'),
      id: text(1_000),
      source: z.literal('https://carillon.test/tenants/ibm'),
      type: text(100).startsWith('carillon.notice.'),
      subject: text(1_000).optional(),
      time: z.iso.datetime(),
      datacontenttype: z.literal('application/json'),
      data: noticeBody,
    }),
  ],
  ['slack', (url) => ({ type: 'slack', url: `${url}/services/T/B/X` }), '/services/T/B/X', slackMessage],
  ['teams', (url) => ({ type: 'teams', url: `${url}/workflows/x?sig=y` }), '/workflows/x?sig=y', teamsMessage],
  ['discord', (url) => ({ type: 'discord', url: `${url}/api/webhooks/1/t` }), '/api/webhooks/1/t', discordMessage],
  [
    'pagerduty',
    (url) => ({ type: 'pagerduty', routingKey: key, url: `${url}/v2/enqueue` }),
    '/v2/enqueue',
    pagerdutyEvent,
  ],
  ['opsgenie', (url) => ({ type: 'opsgenie', apiKey: 'genie', url }), '/v2/alerts', opsgenieAlert],
  ['ntfy', (url) => ({ type: 'ntfy', topic: 'night', token: 'tk_1', url }), '/', ntfyMessage],
];

test.each(CASES)('%s gets requests as its vendor documents them', async (_type, targetAt, path, form) => {
  expect(await deliver(targetAt(base))).toEqual({ type: 'delivered', status: 200 });
  const request = only();
  expect(request.path).toBe(path);
  expect(request.headers).toMatchObject({ 'idempotency-key': BODY.id });
  expect(request.headers['content-type']).toMatch(/^application\/(?:cloudevents\+)?json/);
  expect(form.safeParse(request.body).error?.issues ?? []).toEqual([]);
  expect(request.text).toContain('failed: exit code 3');
  expect(request.text).toContain(BODY.run!.url);
  expect(request.text).toContain(BODY.run!.errorUrl);
});

test.each(CASES)(
  '%s gets no more than its vendor accepts, however long the name of the job is',
  async (_type, targetAt, _path, form) => {
    const long = '🔔'.repeat(5_000);
    await deliver(targetAt(base), { ...BODY, jobName: long, message: `${long}: failed` });
    expect(form.safeParse(only().body).error?.issues ?? []).toEqual([]);
  },
);

const pagerdutyChange = z.strictObject({
  routing_key: z.literal(key),
  payload: pagerdutyEvent.shape.payload.pick({ summary: true, source: true, timestamp: true, custom_details: true }),
  links: z.array(z.strictObject({ href: z.url(), text: z.string() })),
});

test.each(['started', 'succeeded'] as const)('a run that has %s alerts nobody at PagerDuty', async (on) => {
  await deliver({ type: 'pagerduty', routingKey: key, url: `${base}/v2/enqueue` }, { ...BODY, on });
  expect(only().path).toBe('/v2/change/enqueue');
  expect(pagerdutyChange.safeParse(only().body).error?.issues ?? []).toEqual([]);
});

test('a signed webhook has a signature in the form of Standard Webhooks', async () => {
  await deliver({ type: 'webhook', url: `${base}/hook`, signingSecret: SIGNING_SECRET });
  const { headers, text: sent } = only();
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${sent}`;
  const expected = createHmac('sha256', Buffer.alloc(32, 5)).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${expected}`);
});

/** What must not come from a name: line ends, mentions, links and formats of the receiver. */
const MARKUP: Readonly<Partial<Record<ChannelTarget['type'], RegExp>>> = {
  slack: /\\r|<!/,
  teams: /\\r|(?<!\\)[[*]b/,
  discord: /\\r|(?<!\\)[[*]b/,
  pagerduty: /\\r/,
  opsgenie: /\\r/,
  ntfy: /\\r/,
};
test.each(CASES.filter(([type]) => type !== 'webhook' && type !== 'cloudevents'))(
  '%s gets no markup and no more than it accepts from names of jobs and rules',
  async (...[type, targetAt, , form]) => {
    const name = '<!channel> [bank](https://x.test) *b*\r\nBcc: a@x.test';
    const job = (more: string, message: string): { id: string; name: string; message: string } => ({
      id: `j${more.length}`,
      name: `${name}${more}`,
      message,
    });
    const jobs = [job('', ''), ...['a', 'b', 'c', 'd'].map((each) => job(each.repeat(3_000), each.repeat(9_000)))];
    await deliver(targetAt(base), {
      ...BODY,
      on: 'opened',
      run: null,
      jobName: name,
      message: `${name}: failed`,
      incident: {
        id: 'u',
        source: 'rule',
        monitor: 'm',
        reason: 'x',
        openedAt: BODY.at,
        acknowledgedBy: null,
        resolvedAt: null,
        jobs,
      },
    });
    const { text: sent, body } = only();
    expect(form.safeParse(body).error?.issues ?? []).toEqual([]);
    expect(sent.length).toBeLessThan(28_000);
    expect(MARKUP[type]?.exec(sent) ?? null).toBeNull();
  },
);

const TEMPLATE: NoticeTemplate = {
  title: '*${job.name}* ${on}',
  text: '<!here> ${run.reason} ${run.message}${missed.count}\nsee https://wiki.test/${job.id}',
};
/** What the title of the template is for a job `a <b> *c*`: the template may use formats, a value may not. */
const TITLES: Readonly<Record<Exclude<ChannelTarget['type'], 'email'>, string>> = {
  webhook: '*a <b> *c** failed',
  cloudevents: '*a <b> *c** failed',
  slack: '*`a &lt;b&gt; *c*`* failed',
  teams: String.raw`*a \<b\> \*c\** failed`,
  discord: String.raw`*a \<b\> \*c\** failed`,
  pagerduty: '*a <b> *c** failed',
  opsgenie: '*a <b> *c** failed',
  ntfy: '*a <b> *c** failed',
};
test.each(CASES)('%s: a template gives title and text; only values are escaped', async (type, targetAt, _, form) => {
  await deliver(targetAt(base), { ...BODY, jobName: 'a <b> *c*' }, { template: TEMPLATE });
  const { body, text: sent } = only();
  expect(form.safeParse(body).error?.issues ?? []).toEqual([]);
  expect(sent).toContain(JSON.stringify(TITLES[type as keyof typeof TITLES]).slice(1, -1));
  expect(sent).toContain(String.raw`<!here> IndexFailed \nsee https://wiki.test/j1`);
  expect(sent).not.toContain('Exit code');
});

test.each(CASES)(
  '%s: a template with long values stays within what its vendor accepts',
  async (_type, targetAt, _, form) => {
    const jobName = '🔔<'.repeat(5_000);
    const text = '${job.name}'.repeat(100);
    await deliver(targetAt(base), { ...BODY, jobName }, { template: { title: text.slice(0, 300), text } });
    expect(form.safeParse(only().body).error?.issues ?? []).toEqual([]);
  },
);

test('a receiver that asks for time gets it, in seconds or by a date', async () => {
  answers = [
    [429, '30'],
    [503, 'Wed, 01 Jan 2098 00:00:00 GMT'],
    [429, 'soon'],
  ];
  const before = Date.now();
  const results: TryResult[] = [];
  for (let i = 0; i < 3; i++) results.push(await deliver({ type: 'slack', url: base }));
  expect(results).toMatchObject([{ status: 429 }, { status: 503, retryAt: Date.UTC(2098, 0, 1) }, { status: 429 }]);
  const [first] = results.flatMap((each) => (each.type === 'failed' ? [each.retryAt ?? 0] : []));
  expect(first).toBeGreaterThanOrEqual(before + 30_000);
  expect(results[2]).not.toHaveProperty('retryAt');
});

test('a message that a receiver refuses with a status of success is not delivered', async () => {
  answerText =
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x';
  const refused = await deliver({ type: 'teams', url: base });
  const delivered = await deliver({ type: 'webhook', url: base });
  answerText = 'ok';
  expect(refused).toEqual({ type: 'failed', status: 200, message: 'Teams has not delivered the message: 429' });
  expect(delivered).toEqual({ type: 'delivered', status: 200 });
});

test('names cannot contain markup of Slack', async () => {
  await deliver({ type: 'slack', url: base });
  expect(only().text).toContain('Nightly &lt;report&gt; &amp; co');
  expect(only().text).not.toContain('<report>');
});

test.each<[string, (url: string) => ChannelTarget, string]>([
  ['pagerduty', (url) => ({ type: 'pagerduty', routingKey: key, url }), 'dedup_key'],
  ['opsgenie', (url) => ({ type: 'opsgenie', apiKey: 'genie', url }), 'alias'],
])('%s: the steps of an incident belong to one alert, which the last one closes', async (_type, targetAt, field) => {
  const incident = { id: 'u-1', monitor: 'backup', reason: 'missed', openedAt: BODY.at, acknowledgedBy: null };
  const about = { ...BODY, run: null, job: 'backup', jobName: 'Backup' };
  for (const [on, resolvedAt] of [
    ['opened', null] as const,
    ['escalated', null] as const,
    ['resolved', BODY.at] as const,
  ])
    await deliver(targetAt(base), { ...about, on, incident: { ...incident, resolvedAt } });
  const [opened, escalated, resolved] = received.map(({ path, body }) => ({
    path,
    body: body as Record<string, unknown>,
  }));
  expect(opened?.body[field]).toBe('carillon/ibm/incident/u-1');
  expect(escalated?.body[field]).toBe('carillon/ibm/incident/u-1');
  expect(JSON.stringify(opened)).toContain('"Monitor":"Backup"');
  const closed = [resolved?.body['event_action'] === 'resolve', resolved?.path.includes('/close?')];
  expect(closed).toContain(true);
  expect(`${resolved?.path} ${JSON.stringify(resolved?.body)}`).toMatch(
    /carillon(\/|%2F)ibm(\/|%2F)incident(\/|%2F)u-1/,
  );
});

test('a recovery ends the alert that the failure began', async () => {
  const pagerduty: ChannelTarget = { type: 'pagerduty', routingKey: key, url: base };
  for (const body of [BODY, RECOVERED]) await deliver(pagerduty, body);
  const events = received.map(({ body }) => pagerdutyEvent.parse(body));
  expect(events.map(({ event_action }) => event_action)).toEqual(['trigger', 'resolve']);
  expect(events[0]?.dedup_key).toBe(events[1]?.dedup_key);
  received = [];
  for (const body of [BODY, RECOVERED]) await deliver({ type: 'opsgenie', apiKey: 'genie', url: base }, body);
  const { alias } = opsgenieAlert.parse(received[0]?.body);
  expect(received[1]?.path).toBe(`/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`);
  expect(received.map(({ headers }) => headers['authorization'])).toEqual(['GenieKey genie', 'GenieKey genie']);
});

test('a refusal is reported by its status only, and a forbidden address is not called', async () => {
  answers = [403];
  expect(await deliver({ type: 'slack', url: base })).toEqual({
    type: 'failed',
    status: 403,
    message: 'the webhook answered 403',
  });
  expect(await deliver({ type: 'slack', url: base }, BODY, { hosts: ['hooks.slack.com'] })).toMatchObject({
    type: 'forbidden',
  });
  expect(await deliver({ type: 'webhook', url: base.replace('//', '//me:hush%zz@') })).toEqual({
    type: 'failed',
    message: 'the address has a user or a password that is not percent-encoded correctly (% itself is written %25)',
  });
  expect(await deliver({ type: 'slack', url: 'http://10.1.2.3/' })).toMatchObject({ type: 'forbidden' });
  expect(received).toHaveLength(1);
});

describe('mail', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-mail-'));
  const file = (name: string): string => join(folder, name);
  const mails: { from: string; to: string[]; text: string; user: string | null; greeting: string }[] = [];
  const servers: SMTPServer[] = [];

  beforeAll(() => {
    const subject = [
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ];
    const output = ['-keyout', file('key.pem'), '-out', file('cert.pem')];
    execFileSync('openssl', ['req', '-x509', '-days', '1', ...subject, ...output], { stdio: 'ignore' });
  });
  beforeEach(() => {
    mails.length = 0;
  });
  afterAll(async () => {
    await Promise.all(
      servers.map(
        async (each) =>
          new Promise<void>((resolve) => {
            each.close(resolve);
          }),
      ),
    );
    rmSync(folder, { recursive: true });
  });

  async function mailServer(options: SMTPServerOptions): Promise<number> {
    const mailbox = new SMTPServer({
      ...options,
      onAuth: ({ username, password }, _session, done) => {
        if (password === 'right') done(null, { user: username ?? '' });
        else done(new Error('the secret words of the server'));
      },
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(parts).toString(),
            user: String(session.user),
            greeting: session.hostNameAppearsAs,
          });
          done();
        });
      },
    });
    // A client that does not trust the certificate ends the connection.
    mailbox.on('error', () => undefined);
    servers.push(mailbox);
    const listening = mailbox.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    return (listening.address() as AddressInfo).port;
  }

  const plain = { disabledCommands: ['STARTTLS', 'AUTH'] };
  const target = (port: number, more: object = {}): ChannelTarget => ({
    type: 'email',
    host: '127.0.0.1',
    port,
    from: 'carillon@example.com',
    to: ['a@example.com', 'b@example.com'],
    ...more,
  });

  test('reaches all its recipients, with the same id in every try', async () => {
    const port = await mailServer(plain);
    for (let send = 0; send < 2; send++)
      expect(await deliver(target(port, { security: 'none' }))).toEqual({ type: 'delivered', status: 250 });
    expect(mails).toHaveLength(2);
    const [mail] = mails;
    expect(mail).toMatchObject({ from: 'carillon@example.com', to: ['a@example.com', 'b@example.com'] });
    // Relays refuse the name of a pod, and an address such as [127.0.0.1].
    expect(mail?.greeting).toBe('example.com');
    expect(mail?.text).toContain('Subject: Nightly <report> & co: failed: exit code 3');
    expect(mail?.text).toContain('https://carillon.test/#/runs/r1');
    const ids = mails.map(({ text: sent }) => /^Message-ID: (.+)\r$/im.exec(sent)?.[1]);
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@example\.com>$/);
    expect(ids[1]).toBe(ids[0]);
  });

  test('is sent again only to the recipients that were refused for now, and names those refused for good', async () => {
    const refusals = new Map([
      ['gone@example.com', 550],
      ['busy@example.com', 451],
    ]);
    const port = await mailServer({
      ...plain,
      onRcptTo: ({ address }, _session, done) => {
        const responseCode = refusals.get(address);
        done(responseCode === undefined ? null : Object.assign(new Error('secret words'), { responseCode }));
      },
    });
    const to = ['a@example.com', 'gone@Example.com', 'busy@example.com'];
    const mailbox = target(port, { security: 'none', to });
    const first = await deliver(mailbox);
    const gone = 'the mail server refused gone@example.com (550)';
    expect(first).toMatchObject({
      type: 'failed',
      status: 451,
      message: `${gone}; the mail server refused busy@example.com (451) for now`,
    });
    refusals.delete('busy@example.com');
    expect(await deliver(mailbox, BODY, { recipients: first.recipients ?? [] })).toMatchObject({
      type: 'delivered',
      message: gone,
    });
    expect(mails.map((mail) => mail.to)).toEqual([['a@example.com'], ['busy@example.com']]);
    expect(mails[1]?.text).toMatch(/^To: a@example\.com, gone@example\.com,\s+busy@example\.com\r$/im);
    expect(await deliver(target(port, { security: 'none', to: ['gone@example.com'] }))).toMatchObject({
      type: 'forbidden',
      status: 550,
      message: gone,
    });
  });

  test('is not sent in plain text unless the channel allows it', async () => {
    const port = await mailServer(plain);
    expect(await deliver(target(port))).toMatchObject({ type: 'failed' });
    expect(mails).toEqual([]);
  });

  test('is sent after a sign-in over TLS, if the certificate is trusted; a refusal is reported by its number only', async () => {
    const keyText = readFileSync(file('key.pem'), 'utf8');
    const cert = readFileSync(file('cert.pem'), 'utf8');
    const port = await mailServer({ key: keyText, cert, authOptional: false });
    const signedIn = target(port, { host: 'localhost', user: 'carillon', password: 'right' });
    expect(await deliver(signedIn)).toMatchObject({ type: 'failed' });
    expect(mails).toEqual([]);
    expect(await deliver(signedIn, BODY, { authorities: cert })).toEqual({ type: 'delivered', status: 250 });
    expect(mails).toMatchObject([{ user: 'carillon' }]);
    const refused = await deliver(target(port, { host: 'localhost', user: 'carillon', password: 'wrong' }), BODY, {
      authorities: cert,
    });
    expect(refused).toMatchObject({ type: 'failed', status: 535 });
    expect(JSON.stringify(refused)).not.toMatch(/secret words|wrong/);
  });

  const twoAddresses = new AddressGuard(['127.0.0.0/8', '::1/128'], undefined, ((...[, , done]: unknown[]) => {
    (done as (error: null, addresses: object[]) => void)(null, [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
  }) as never);

  test.each(['none', 'tls'] as const)(
    'is sent to the address of its server that answers (security: %s)',
    async (security) => {
      const key = readFileSync(file('key.pem'), 'utf8');
      const cert = readFileSync(file('cert.pem'), 'utf8');
      const port = await mailServer(security === 'tls' ? { secure: true, key, cert, authOptional: true } : plain);
      const send = async (at: number): Promise<TryResult> => {
        const mailbox = target(at, { host: 'localhost', security }) as MailTarget;
        return new Mailer(twoAddresses, createSecureContext({ ca: cert })).send(mailbox, mailFor(mailbox, BODY));
      };
      expect(await send(port)).toEqual({ type: 'delivered', status: 250 });
      expect(mails).toHaveLength(1);
      expect(await send(1)).toEqual({
        type: 'failed',
        message: 'connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1',
      });
    },
  );

  test('is sent to no server outside the allowed addresses', async () => {
    expect(await deliver(target(25, { host: '10.1.2.3' }))).toMatchObject({ type: 'forbidden' });
  });
});
