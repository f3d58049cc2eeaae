/**
 * 44 secret values, and identity tokens, are given to workers, which output all of them wherever output of a worker is accepted. None may
 * appear in clear text: not to a viewer, not to a webhook, and not in the database; tokens also in no service's log and no message but the
 * callbacks of the worker itself. @promise S3
 */
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { freePort } from '#embedded-servers';
import { connectionOptions } from '#testing/servers.js';
import { storedTexts } from '#testing/stored-texts.js';
import { until } from '#testing/until.js';
import { World } from '../../integration/executor/support/world.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';
import { FORMS, foundIn, saying, type Planted } from './support/planted.js';

jest.setTimeout(300_000);
const LIMIT_MS = 90_000;
const ADMIN = 'bootstrap-token-of-the-test';

interface Invocation {
  readonly runId: string;
  readonly callback: {
    readonly log: string;
    readonly status: string;
    readonly jobStorage: string;
    readonly token: string;
    readonly identity?: string;
  };
}

/** Where the output of a web service goes. */
const CHANNELS = ['answer', 'refusal', 'message', 'progress', 'end', 'log', 'storage', 'outputs'] as const;
type Channel = (typeof CHANNELS)[number];

/** Five of each channel, in every place in which a job keeps a secret. */
const secretsOf = (channel: string): readonly Planted[] => [
  { name: `${channel}: secure parameter`, value: `${channel}-pass/word "one"` },
  { name: `${channel}: secure parameter of the run`, value: `${channel}-of-the-run-two` },
  { name: `${channel}: secret option`, value: `${channel}-pässphrase-three` },
  { name: `${channel}: header`, value: `${channel}-header-key-four` },
  { name: `${channel}: credentials`, value: `${channel}.bearer+token/five` },
];
const OF_PROCESSES: readonly Planted[] = [
  { name: 'file of a secret', value: 'value-of-the-mapped-file' },
  { name: 'VCAP_SERVICES', value: 'password-of-the-service' },
];
/** The tenant's own channel, to which one of the jobs reports its failure. */
const OF_CHANNEL: readonly Planted[] = [
  { name: 'address of a channel', value: 'channel-address/key six' },
  {
    name: 'signing secret of a channel',
    value: `whsec_${Buffer.from('signing-secret-of-the-channel').toString('base64')}`,
  },
];
const ALL: readonly Planted[] = [...CHANNELS.flatMap(secretsOf), ...OF_PROCESSES, ...OF_CHANNEL];

let world: World;
let api: string;
let listener: Server;
let base: string;
const services: ServiceProcess[] = [];
const invoked = new Map<Channel, Invocation>();
const notices: string[] = [];
/** Identity tokens, as workers were given them. */
const bearers = { calls: [] as string[], accepted: [] as string[] };
/** The part of its outputs that the dependent job gets. */
const passed: string[] = [];
let viewer: string;
let env: Record<string, string>;

async function ask(method: string, path: string, options: { token?: string; body?: unknown } = {}): Promise<string> {
  const { token = ADMIN, body } = options;
  const response = await fetch(`${api}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text;
}
const json = async <T>(...asked: Parameters<typeof ask>): Promise<T> => JSON.parse(await ask(...asked)) as T;

/** The worker that answers each channel in its way, and where notices go. */
async function answer(request: IncomingMessage): Promise<{ status: number; text: string }> {
  let text = '';
  for await (const part of request) text += String(part);
  const [, kind, channel] = (request.url ?? '').split('/') as [string, string, Channel];
  if (kind === 'hook') {
    notices.push(text);
    return { status: 204, text: '' };
  }
  if (kind === 'follow') {
    passed.push(text);
    return { status: 201, text: '' };
  }
  const { authorization: bearer = '' } = request.headers;
  if (kind === 'call') {
    bearers.calls.push(bearer.replace('Bearer ', ''));
    return {
      status: bearers.calls.length === 1 ? 503 : 200,
      text: JSON.stringify({ said: `said by call: ${bearer}` }),
    };
  }
  if (kind === 'accepted') bearers.accepted.push(bearer.replace('Bearer ', ''));
  invoked.set(channel, JSON.parse(text) as Invocation);
  if (channel === 'answer') return { status: 401, text: wordsOf(channel) };
  return channel === 'refusal' ? { status: 503, text: wordsOf(channel) } : { status: 201, text: '' };
}

const tokenOf = (channel: Channel): string => invoked.get(channel)?.callback.token ?? '';

beforeAll(async () => {
  world = await World.create();
  listener = createServer((request, response) => {
    void answer(request).then(({ status, text }) => response.writeHead(status).end(text));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const folder = join(world.spool, 'secrets');
  await mkdir(join(folder, 'mapped'), { recursive: true });
  await writeFile(join(folder, 'mapped', 'key'), OF_PROCESSES[0]!.value);
  api = `http://127.0.0.1:${await freePort()}`;
  env = {
    ...world.env,
    PUBLIC_URL: api,
    PROCESS_SECRETS_DIR: folder,
    WORKERS_VCAP_SERVICES: JSON.stringify({ db: [{ credentials: { password: OF_PROCESSES[1]!.value } }] }),
  };
  const apiEnv = { ...env, PORT: new URL(api).port, BOOTSTRAP_TOKEN: ADMIN };
  services.push(
    await startService('api', apiEnv),
    ...(await Promise.all(
      (['scheduler', 'executor', 'log-collector'] as const).map((name) => startService(name, env)),
    )),
  );
  const body = { name: 'viewer', roles: [{ tenant: 'ibm', role: 'viewer' }] };
  await ask('POST', '/tenants', { body: { id: 'ibm', name: 'IBM' } });
  const [address, signingSecret] = OF_CHANNEL.map(({ value }) => value);
  const target = { type: 'webhook', url: `${base}/hook/own?key=${encodeURIComponent(address!)}`, signingSecret };
  await ask('POST', '/channels', { body: { id: 'own', tenant: 'ibm', target } });
  viewer = (await json<{ token: string }>('POST', '/tokens', { body })).token;
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  listener.closeAllConnections();
  listener.close();
  await world.close();
});

async function begin(channel: Channel): Promise<string> {
  const [secure, ofRun, option, header, credentials] = secretsOf(channel).map(({ value }) => value);
  await ask('POST', '/workers', {
    body: { id: channel, name: channel, engine: 'webservice', url: `${base}/work/${channel}` },
  });
  const body = {
    id: channel,
    tenant: 'ibm',
    name: `Job ${channel}`,
    worker: channel,
    // A start whose answer the killed executor has not saved waits for its callback as long as this test takes.
    startDeadlineSeconds: channel === 'answer' || channel === 'refusal' ? 5 : 900,
    secureParameters: { one: { deep: [secure] } },
    options: [{ name: 'three', type: 'secret', default: option }],
    httpHeaders: { 'X-Key': header, Authorization: `Bearer ${credentials}` },
    notify: [{ on: ['failed'], webhook: channel === 'end' ? 'channel:own' : `${base}/hook/${channel}` }],
  };
  await ask('POST', '/jobs', { body });
  // A run knows from its beginning whether others depend on it.
  if (channel === 'outputs') await makeFollower();
  const asked = { body: { secureParameters: { two: ofRun } } };
  return (await json<{ run: { id: string } }>('POST', `/jobs/${channel}/run`, asked)).run.id;
}

async function callBack(channel: Channel, kind: keyof Invocation['callback'], body: unknown): Promise<void> {
  const { callback } = await until(`${channel} to be invoked`, () => invoked.get(channel) ?? null, LIMIT_MS);
  const response = await fetch(callback[kind] ?? '', {
    method: 'POST',
    headers: { authorization: `Bearer ${callback.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([kind, response.status, await response.text()]).toEqual([kind, 204, '']);
}

const wordsOf = (channel: Channel): string =>
  `said by ${channel}: ${saying(secretsOf(channel), CHANNELS.indexOf(channel))} ${tokenOf(channel)}`;

async function ended(run: string): Promise<void> {
  await until(
    `${run} to end`,
    async () => ['FINISHED', 'FAILED'].includes((await json<{ state: string }>('GET', `/runs/${run}`)).state),
    LIMIT_MS,
  );
}

/** Everything that a viewer sees of a run. */
async function shown(run: string, job: string): Promise<string> {
  const ofRun = ['', '/attempts', '/events', '/logs', '/deliveries'].map((part) => `/runs/${run}${part}`);
  const paths = [
    ...ofRun,
    `/jobs/${job}`,
    `/jobs/${job}/deliveries`,
    `/jobs/${job}/graph`,
    '/channels',
    '/runs?tenant=ibm',
  ];
  const texts = await Promise.all(paths.map(async (path) => ask('GET', path, { token: viewer })));
  return texts.join('\n');
}

const inboxed = async (): Promise<number> =>
  (
    await world.mongo
      .collection('inbox')
      .find({ _id: { $gt: '' } }, { sort: { _id: 1 } })
      .toArray()
  ).length;

const tokens = (): Planted[] =>
  [...invoked].map(([channel, { callback }]) => ({ name: `${channel}: callback token`, value: callback.token }));
const leaks = (text: string): string[] => foundIn(text, [...ALL, ...tokens()]);

/** Receives what a viewer sees of all runs. */
async function listen(): Promise<{ text: () => string; close: () => Promise<void> }> {
  const closing = new AbortController();
  const response = await fetch(`${api}/api/v1/events?tenant=ibm`, {
    headers: { authorization: `Bearer ${viewer}`, accept: 'text/event-stream' },
    signal: closing.signal,
  });
  let text = '';
  const reading = (async (): Promise<void> => {
    for await (const part of response.body!) text += Buffer.from(part as Uint8Array).toString();
  })().catch(() => undefined);
  const close = (): Promise<void> => {
    closing.abort();
    return reading;
  };
  return { text: () => text, close };
}

/** A process that prints its input. */
async function beginProcess(): Promise<string> {
  const print = [
    'echo "said by process: $MAPPED $VCAP_SERVICES"; printf "user:%s" "$MAPPED" | base64',
    'printf "[saveOutputs] {\\"words\\":\\"%s\\"}\\n" "$MAPPED"; exit 3',
  ].join('\n');
  const envFrom = [{ secret: 'mapped', key: 'key', as: 'MAPPED' }];
  const command = ['sh', '-c', print];
  await ask('POST', '/workers', { body: { id: 'process', name: 'process', engine: 'process', command, envFrom } });
  await ask('POST', '/jobs', { body: { id: 'process', tenant: 'ibm', name: 'Process', worker: 'process' } });
  return (await json<{ run: { id: string } }>('POST', '/jobs/process/run', { body: {} })).run.id;
}

const saidBy = (channel: string): string => `said by ${channel}`;

/** A job that gets the output of another as a parameter. */
async function makeFollower(): Promise<void> {
  await ask('POST', '/workers', {
    body: { id: 'follower', name: 'follower', engine: 'webservice', url: `${base}/follow/on` },
  });
  const after = [{ job: 'outputs', pass: { words: '/words' } }];
  await ask('POST', '/jobs', { body: { id: 'follower', tenant: 'ibm', name: 'Follower', worker: 'follower', after } });
}

/** Outputs everything wherever output of a worker is accepted; the last output comes while the executor is away. */
async function sayAll(): Promise<void> {
  await callBack('message', 'status', { state: 'RUNNING', message: wordsOf('message') });
  await callBack('progress', 'status', { state: 'RUNNING', progress: { words: wordsOf('progress') } });
  for (const form of FORMS) {
    const lines = secretsOf('log').map(({ value }) => `said by log: ${form(value)}`);
    await callBack('log', 'log', { lines: [...lines, tokenOf('log')] });
  }
  await callBack('storage', 'jobStorage', { words: wordsOf('storage') });
  await until('the others to be called', () => invoked.size === CHANNELS.length, LIMIT_MS);
  await services[2]!.kill();
  await callBack('end', 'status', { state: 'FAILED', message: wordsOf('end') });
}

test('44 planted values are found nowhere in clear text, wherever a worker outputs them', async () => {
  expect(ALL).toHaveLength(44);
  const events = await listen();
  const runs = new Map<string, string>([['process', await beginProcess()]]);
  for (const channel of CHANNELS) runs.set(channel, await begin(channel));
  await sayAll();
  expect(await inboxed()).toBeGreaterThan(0);
  expect(leaks(await storedTexts(world.mongo))).toEqual([]);
  services[2] = await startService('executor', env);
  for (const channel of ['message', 'progress', 'log', 'storage'] as const) {
    const text = await shown(runs.get(channel)!, channel);
    expect([channel, channel === 'storage' || text.includes(saidBy(channel)), leaks(text)]).toEqual([
      channel,
      true,
      [],
    ]);
    await callBack(channel, 'status', { state: 'FINISHED', message: wordsOf(channel) });
  }
  await callBack('outputs', 'status', { state: 'FINISHED', outputs: { words: wordsOf('outputs') } });
  for (const [channel, run] of runs) {
    await ended(run);
    const text = await shown(run, channel);
    expect([channel, channel === 'storage' || text.includes(saidBy(channel)), leaks(text)]).toEqual([
      channel,
      true,
      [],
    ]);
  }

  await until('the outputs to be passed on', () => passed.length > 0, LIMIT_MS);
  expect(passed.join()).toContain(saidBy('outputs'));
  expect(leaks(passed.join())).toEqual([]);
  const ofProcess = await json<{ outputs: unknown }>('GET', `/runs/${runs.get('process')!}`);
  expect(ofProcess.outputs).toEqual({ words: '***' });
  const { items } = await json<{ items: { id: string }[] }>('GET', '/runs?job=follower');
  const follower = await shown(items[0]!.id, 'follower');
  expect([follower.includes(saidBy('outputs')), leaks(follower)]).toEqual([true, []]);

  expect(await ask('GET', '/jobs/storage/storage', { token: viewer })).toBe('***');
  expect(JSON.parse(await ask('GET', '/jobs/storage/storage'))).toEqual({ words: wordsOf('storage') });
  const failed = ['answer', 'refusal', 'end'] as const;
  await until('the failures to be told', () => notices.length === failed.length, LIMIT_MS);
  await until(
    'the failures to be streamed',
    () => failed.every((each) => events.text().includes(saidBy(each))),
    LIMIT_MS,
  );
  await events.close();
  expect(leaks(events.text())).toEqual([]);
  expect(leaks(notices.join())).toEqual([]);
  expect(notices.join()).not.toContain('said by');
  expect(leaks(await storedTexts(world.mongo))).toEqual([]);
});

/** Texts of all messages from now on. */
async function listenToNats(): Promise<{ texts: string[]; close: () => Promise<void> }> {
  const nats = await connect(connectionOptions(world.env['NATS_URL'] ?? ''));
  const texts: string[] = [];
  nats.subscribe('>', {
    callback: (_, { subject, data }) => void texts.push(`${subject} ${new TextDecoder().decode(data)}`),
  });
  await nats.flush();
  return { texts, close: () => nats.close() };
}

test('identity tokens, given and renewed, are found nowhere either, also in no message of ours and no log of a service', async () => {
  const messages = await listenToNats();
  await ask('PATCH', '/tenants/ibm', { body: { identityAudiences: ['vault'] } });
  const print = 'cat "$CARILLON_IDENTITY_TOKEN_FILE" > "$0"; echo "said by bearer $(cat "$0")"; base64 "$0"; exit 3';
  const folder = await mkdtemp(join(tmpdir(), 'carillon-bearer-'));
  await chmod(folder, 0o777);
  const file = join(folder, 'token');
  const process = { engine: 'process', command: ['sh', '-c', print, file], jobFields: ['identity'] };
  const service = { engine: 'webservice', url: `${base}/accepted/identity` };
  const call = { engine: 'webservice', url: `${base}/call/`, answer: 'ends', http: { outputs: { said: '/said' } } };
  const retry = { maxAttempts: 2, retry: { rules: [{ httpStatuses: [503] }] } };
  const notify = [{ on: ['failed'], webhook: `${base}/hook/identity` }];
  const runs = new Map<string, string>();
  for (const [id, worker] of Object.entries({ bearer: process, identity: service, call })) {
    await ask('POST', '/workers', { body: { id, name: id, ...worker } });
    const job = { id, tenant: 'ibm', name: `Job ${id}`, worker: id, identity: { audience: ['vault'] }, notify };
    await ask('POST', '/jobs', { body: { ...job, ...(id === 'call' && retry) } });
    runs.set(id, (await json<{ run: { id: string } }>('POST', `/jobs/${id}/run`, { body: {} })).run.id);
  }
  const { callback } = await until('the service to be called', () => invoked.get('identity' as Channel), LIMIT_MS);
  const headers = { authorization: `Bearer ${callback.token}` };
  const renewed = ((await (await fetch(callback.identity!, { headers })).json()) as { token: string }).token;
  const words = `said by identity: ${renewed} ${bearers.accepted.join()} ${Buffer.from(renewed).toString('base64')}`;
  await callBack('identity' as Channel, 'log', { lines: [words] });
  await callBack('identity' as Channel, 'jobStorage', { words });
  await callBack('identity' as Channel, 'status', { state: 'FAILED', message: `said by identity: ${renewed}` });
  for (const run of runs.values()) await ended(run);
  const ofFile = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  const given = {
    ofFile,
    renewed,
    accepted: bearers.accepted.join(),
    first: bearers.calls[0]!,
    second: bearers.calls[1]!,
  };
  const planted = Object.entries(given).flatMap(([name, token]) => {
    // A token without its signature is worth nothing, but the signature must be hidden, too.
    const [, , signature = ''] = token.split('.');
    return [
      { name, value: token },
      { name: `${name}: signature`, value: signature },
    ];
  });
  expect(planted.filter(({ value }) => value.length < 80)).toEqual([]);
  expect(new Set(planted.map(({ value }) => value)).size).toBe(10);
  for (const [id, run] of runs) {
    const text = await shown(run, id);
    expect([id, text.includes(saidBy(id)), foundIn(text, planted)]).toEqual([id, true, []]);
  }
  await messages.close();
  expect(messages.texts.join()).toContain(runs.get('call'));
  const logs = services.map((each) => each.output()).join('\n');
  expect(logs).toContain('"msg":"ready"');
  const places = { logs, notices: notices.join(), stored: await storedTexts(world.mongo) };
  for (const [place, text] of Object.entries(places)) expect([place, foundIn(text, planted)]).toEqual([place, []]);
  // What a worker itself sends by a callback passes on as it came, in requests, which no stream keeps.
  const others = messages.texts.filter(
    (text) => !/^(?:collector\.v1\.(?:log|storage)|executor\.v1\.status)\./.test(text),
  );
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter((text) => foundIn(text, planted).length > 0)).toEqual([]);
});
