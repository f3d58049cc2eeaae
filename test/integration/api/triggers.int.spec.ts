/** Triggers: who may have them, what starts a run and what does not, and that each message starts one. @promise S13 */
import { createHmac, randomBytes } from 'node:crypto';
import { asTenantId } from '#common/domain/ids.js';
import { contracts } from '#common/messages/registry.js';
import { TriggersStore } from '#common/mongo/triggers.store.js';
import { until } from '#testing/until.js';
import type { TriggerDeliveryView, TriggerView } from '../../../apps/api/src/triggers/trigger.routes.js';
import {
  type ApiUnderTest,
  type Listed,
  type Loose,
  obligingScheduler,
  type Reply,
  startApi,
} from './api-under-test.js';

let api: ApiUnderTest;
let admitted: ReturnType<typeof obligingScheduler>['admitted'];
let editor: string;
let viewer: string;

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const NEXT = `whsec_${randomBytes(32).toString('base64')}`;
const GITHUB = 'what-only-github-knows';

beforeAll(async () => {
  api = await startApi();
  ({ admitted } = obligingScheduler(api));
  editor = await api.tokenFor(['ibm', 'editor']);
  viewer = await api.tokenFor(['ibm', 'viewer']);
  const worker = { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' };
  await api.ask('POST', '/workers', { body: worker });
  const options = [{ name: 'version', type: 'string', required: true }];
  for (const tenant of ['ibm', 'acme'])
    await api.ask('POST', '/jobs', {
      body: { id: `${tenant}-release`, tenant, name: 'Release', worker: 'hook', options },
    });
});
afterAll(async () => api.stop());

const written = {
  job: 'ibm-release',
  webhook: { signature: 'standard', secrets: { now: SECRET } },
  when: [{ body: '/action', equals: 'published' }],
  options: { version: { body: '/release/tag' } },
  parameters: { sender: { header: 'user-agent', default: 'nobody' } },
} as const;
const make = async (id: string, more: Loose = {}, token = editor): Promise<Reply<TriggerView>> =>
  api.ask<TriggerView>('POST', '/triggers', { token, body: { id, tenant: 'ibm', ...written, ...more } });
const pathOf = ({ url }: TriggerView): string => new URL(url ?? '').pathname;
const deliveries = async (id: string): Promise<readonly TriggerDeliveryView[]> =>
  (await api.ask<Listed<TriggerDeliveryView>>('GET', `/triggers/${id}/deliveries`, { token: viewer })).body.items;

const release = (tag: unknown = 'v1', more: Loose = {}): string =>
  JSON.stringify({ action: 'published', release: { tag }, ...more });
const now = (): number => Math.floor(Date.now() / 1_000);
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const signed = (id: string, body: string, secret = SECRET, at = now()): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': `v1,${hmac(Buffer.from(secret.slice(6), 'base64'), `${id}.${at}.${body}`).toString('base64')}`,
});
const send = async <T = { run: string | null }>(
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<Reply<T>> => api.askAt<T>('POST', path, { token: null, headers, body });

test('an editor creates a trigger; nobody sees its secrets, and a mask keeps them', async () => {
  const made = await make('shown');
  expect(made).toMatchObject({ status: 201, body: { ...written, webhook: { secrets: { now: '***' } } } });
  expect(made.body.url).toMatch(/^http:\/\/carillon\.test\/hooks\/[0-9a-f]{24}$/);
  expect((await api.ask('GET', '/triggers/shown', { token: viewer })).body).toEqual(made.body);
  const secrets = { now: '***', next: NEXT };
  const body = { ...written, webhook: { signature: 'standard', secrets } };
  const replaced = await api.ask<TriggerView>('PUT', '/triggers/shown', { token: editor, body });
  expect(replaced.text).not.toContain('whsec_');
  const sent = release();
  for (const [id, secret] of [['1', SECRET] as const, ['2', NEXT] as const])
    expect((await send(pathOf(made.body), signed(id, sent, secret), sent)).status).toBe(202);
  const without = { ...body, webhook: { signature: 'standard', secrets: { next: '***' } } };
  await api.ask('PUT', '/triggers/shown', { token: editor, body: without });
  expect((await send(pathOf(made.body), signed('3', sent), sent)).status).toBe(401);
  const masked = { signature: 'standard', secrets: { other: '***' } };
  const refused = await make('masked', { webhook: masked });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'webhook.secrets.other' }] } });
  const stored = await new TriggersStore(api.mongo).load(asTenantId('ibm'), 'shown');
  expect(JSON.stringify(stored)).not.toContain('whsec_');
});

test('everything that a trigger names has to exist; jobs of other tenants are answered like missing ones', async () => {
  const theirs = await make('wrong', { job: 'acme-release' });
  const nobodys = await make('wrong', { job: 'none-release' });
  expect(theirs).toMatchObject({ status: 400, body: { errors: [{ path: 'job' }] } });
  expect(theirs.text.replaceAll('acme-release', 'none-release')).toBe(nobodys.text);
  const options = { color: { body: '/color' } };
  expect(await make('wrong', { options })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'options.color' }] },
  });
  for (const [field, value] of [
    ['when.0', [{ equals: 1 }]],
    ['when.0', [{ body: '/a' }]],
    ['when.0.body', [{ body: 'a', exists: true }]],
  ] as const)
    expect(await make('wrong', { when: value })).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
  const heard = { webhook: undefined, nats: { subject: 'orders' } };
  expect(await make('wrong', heard)).toMatchObject({ status: 400, body: { errors: [{ path: 'nats' }] } });
  expect((await make('wrong', {}, viewer)).status).toBe(403);
});

test('a message starts one run with its content, however often and on whatever replica it arrives', async () => {
  const { body: trigger } = await make('once');
  const body = release('v7');
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => send(pathOf(trigger), { ...signed('m1', body), 'user-agent': 'gh' }, body)),
  );
  const [first] = answers;
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(202));
  expect(new Set(answers.map(({ body: { run } }) => run))).toEqual(new Set([first!.body.run]));
  const again = await send(pathOf(trigger), signed('m1', body, SECRET, now() - 200), body);
  expect(again.body).toEqual(first!.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const [request] = admitted.filter(({ run }) => run === first!.body.run);
  expect(request).toMatchObject({
    job: 'ibm-release',
    trigger: 'webhook',
    requestedBy: 'trigger once',
    options: { version: 'v7' },
    parameters: { sender: 'gh' },
  });
  const other = await send(pathOf(trigger), signed('m2', body), body);
  expect(other.body.run).not.toBe(first!.body.run);
  const changed = release('v8');
  expect((await send(pathOf(trigger), signed('m1', changed), changed)).status).toBe(422);
  expect(await deliveries('once')).toMatchObject([
    { message: 'm2', outcome: 'started', run: other.body.run, count: 1 },
    { message: 'm1', outcome: 'started', run: first!.body.run, count: 6 },
  ]);
  const audit = await api.ask<Listed<Loose>>('GET', '/audit?tenant=ibm&limit=500', {});
  const entry = audit.body.items.find(({ detail }) => String(detail).includes(first!.body.run!));
  expect(entry).toMatchObject({ action: 'fireTrigger', actor: 'trigger once', object: 'job/ibm-release' });
});

test('a repeat continues if the process died before the run was admitted, or before that was stored', async () => {
  const { body: trigger } = await make('killed');
  const body = release();
  const rows = api.mongo.collection('triggerDeliveries');
  const first = await send(pathOf(trigger), signed('m1', body), body);
  const undone = { outcome: 'unfinished', run: null };
  await rows.updateOne({ uid: pathOf(trigger).slice('/hooks/'.length) }, { $set: undone });
  expect(await deliveries('killed')).toMatchObject([undone]);
  const afterAdmission = await send(pathOf(trigger), signed('m1', body), body);
  expect(afterAdmission).toMatchObject({ status: 202, body: first.body });
  // Its record is missing, too: the key of the run is still derived from the message.
  await rows.deleteMany({ uid: pathOf(trigger).slice('/hooks/'.length) });
  expect((await send(pathOf(trigger), signed('m1', body), body)).body).toEqual(first.body);
});

test('a condition that does not hold starts nothing; an error names the mapping, and the message may be repeated', async () => {
  const { body: trigger } = await make('judged');
  const before = admitted.length;
  const draft = release('v1', { action: 'created' });
  const skipped = await send(pathOf(trigger), signed('m1', draft), draft);
  const detail = 'when.0 does not hold: /action of the body must be "published"';
  expect(skipped).toMatchObject({ status: 200, body: { run: null, detail } });
  for (const [id, body, status, path] of [
    ['m2', '{"action":"published"}', 400, 'options.version'],
    ['m3', release(7), 400, 'options.version'],
    ['m4', release('v1').slice(1), 400, undefined],
    ['m5', `{"action":"published","release":{"tag":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, 400, 'body'],
  ] as const) {
    const refused = await send<Loose>(pathOf(trigger), signed(id, body), body);
    expect(refused).toMatchObject({ status, ...(path && { body: { errors: [{ path }] } }) });
  }
  expect(admitted.length).toBe(before);
  const log = await deliveries('judged');
  expect(log.map(({ message, outcome, code }) => [message, outcome, code])).toEqual([
    ['m5', 'refused', 'VALIDATION_FAILED'],
    ['m4', 'refused', 'MALFORMED_BODY'],
    ['m3', 'refused', 'VALIDATION_FAILED'],
    ['m2', 'refused', 'VALIDATION_FAILED'],
    ['m1', 'skipped', null],
  ]);
  expect(log[3]!.detail).toContain('/release/tag');
  const options = { version: { body: '/release/tag', default: 'none' } };
  await api.ask('PUT', '/triggers/judged', { token: editor, body: { ...written, options } });
  expect((await send(pathOf(trigger), signed('m2', '{"action":"published"}'), '{"action":"published"}')).status).toBe(
    202,
  );
});

test('parameters that do not match the schema of the job are refused, the error names the parameter, and nothing starts', async () => {
  const parametersSchema = { type: 'object', properties: { rows: { type: 'integer' } } };
  await api.ask('POST', '/jobs', {
    body: { id: 'ibm-typed', tenant: 'ibm', name: 'Typed', worker: 'hook', parametersSchema },
  });
  const parameters = { rows: { body: '/rows' } };
  const { body: trigger } = await make('typed', { job: 'ibm-typed', options: {}, parameters });
  const before = admitted.length;
  const text = release('v1', { rows: 'many' });
  const number = release('v1', { rows: 7 });
  expect(await send<Loose>(pathOf(trigger), signed('m1', text), text)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'parameters.rows', message: 'must be integer' }] },
  });
  expect(admitted.length).toBe(before);
  expect((await send(pathOf(trigger), signed('m2', number), number)).status).toBe(202);
});

test('S13: an unknown address, a missing and a wrong signature have the same answer, and start nothing', async () => {
  const { body: trigger } = await make('guarded');
  const { body: other } = await make('other', { webhook: { signature: 'standard', secrets: { now: NEXT } } });
  const before = admitted.length;
  const body = release();
  const attacks = [
    [`/hooks/${'0'.repeat(24)}`, signed('m1', body)],
    ['/hooks/guarded', signed('m1', body)],
    [pathOf(trigger), {}],
    [pathOf(trigger), signed('m1', body, NEXT)],
    [pathOf(trigger), signed('m1', `${body} `)],
    [pathOf(trigger), signed('m1', body, SECRET, now() - 400)],
    [pathOf(trigger), { authorization: `Bearer ${editor}` }],
    // By the secret of another trigger of the tenant.
    [pathOf(other), signed('m1', body)],
  ] as const;
  const answers = await Promise.all(attacks.map(async ([path, headers]) => send<Loose>(path, { ...headers }, body)));
  for (const { status, text, headers } of answers) {
    expect(status).toBe(401);
    expect(text).toBe(answers[0]!.text);
    expect([...headers.keys()].sort()).toEqual([...answers[0]!.headers.keys()].sort());
  }
  const huge = 'x'.repeat(1_100_000);
  const tooLarge = [await send(pathOf(trigger), {}, huge), await send(`/hooks/${'0'.repeat(24)}`, {}, huge)];
  expect(tooLarge.map(({ status }) => status)).toEqual([413, 413]);
  expect(tooLarge[0]).toMatchObject({ body: { code: 'BODY_TOO_LARGE', type: 'urn:carillon:problem:body-too-large' } });
  expect(tooLarge[0]!.text).toBe(tooLarge[1]!.text);
  expect(admitted.length).toBe(before);
  await until('the count of unsigned messages', async () => (await deliveries('guarded')).length > 0);
  expect(await deliveries('guarded')).toMatchObject([{ outcome: 'unsigned', message: null, run: null }]);
});

test('the form of GitHub has its own signature, and a replay under another id starts nothing', async () => {
  const { body: trigger } = await make('github', { webhook: { signature: 'github', secrets: { now: GITHUB } } });
  const body = release('v3');
  const headers = { 'x-hub-signature-256': `sha256=${hmac(GITHUB, body).toString('hex')}` };
  const first = await send(pathOf(trigger), { ...headers, 'x-github-delivery': 'g1' }, body);
  const replay = await send(pathOf(trigger), { ...headers, 'x-github-delivery': 'g2' }, body);
  expect([first.status, replay.status]).toEqual([202, 202]);
  expect(replay.body).toEqual(first.body);
  expect((await send(pathOf(trigger), { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }, body)).status).toBe(401);
  // Bitbucket signs in the same way, under the name of GitHub's older signature.
  const changed = release('v3.1');
  const bitbucket = { 'x-hub-signature': `sha256=${hmac(GITHUB, changed).toString('hex')}`, 'x-request-uuid': 'b1' };
  expect((await send(pathOf(trigger), bitbucket, changed)).status).toBe(202);
  const older = { 'x-hub-signature': `sha1=${'0'.repeat(40)}` };
  expect((await send(pathOf(trigger), older, changed)).status).toBe(401);
  expect((await send(pathOf(trigger), { ...older, ...headers }, body)).status).toBe(202);
});

test('GitHub may send its message as a form, as it does by default', async () => {
  const { body: trigger } = await make('form', { webhook: { signature: 'github', secrets: { now: GITHUB } } });
  const sent = async (body: string): Promise<Reply<Loose>> =>
    send(
      pathOf(trigger),
      {
        'content-type': 'application/x-www-form-urlencoded',
        'x-hub-signature-256': `sha256=${hmac(GITHUB, body).toString('hex')}`,
      },
      body,
    );
  const before = admitted.length;
  expect((await sent(String(new URLSearchParams({ payload: release('v4 + ř 😊') })))).status).toBe(202);
  expect((await sent(String(new URLSearchParams({ payload: `\ufeff${release('v5')}` })))).status).toBe(202);
  expect(admitted.slice(before)).toMatchObject([{ options: { version: 'v4 + ř 😊' } }, { options: { version: 'v5' } }]);
  expect(await sent('a=b')).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
});

test('S13: a trigger ends with the token that has saved it, and with its job', async () => {
  const made = await api.ask<{ id: string; token: string }>('POST', '/tokens', {
    body: { name: 'ci', roles: [{ tenant: 'ibm', role: 'editor' }] },
  });
  const { body: trigger } = await make('owned', {}, made.body.token);
  const body = release();
  expect((await send(pathOf(trigger), signed('m1', body), body)).status).toBe(202);
  await api.ask('DELETE', `/tokens/${made.body.id}`);
  const refused = await send<Loose>(pathOf(trigger), signed('m2', body), body);
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  await api.ask('PUT', '/triggers/owned', { token: editor, body: written });
  expect((await send(pathOf(trigger), signed('m2', body), body)).status).toBe(202);
  await api.ask('PUT', '/triggers/owned', { token: editor, body: { ...written, enabled: false } });
  expect((await send<Loose>(pathOf(trigger), signed('m3', body), body)).status).toBe(409);
  const job = { tenant: 'ibm', name: 'Short', worker: 'hook', id: 'ibm-short' };
  await api.ask('POST', '/jobs', { body: job });
  const { body: short } = await make('short', { job: 'ibm-short', options: {} });
  await api.ask('DELETE', '/jobs/ibm-short');
  const gone = await send<Loose>(pathOf(short), signed('m1', body), body);
  expect(gone).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await deliveries('short')).toMatchObject([{ outcome: 'refused', code: 'CONFLICT' }]);
  await api.ask('DELETE', '/triggers/owned', { token: editor });
  expect((await send(pathOf(trigger), signed('m4', body), body)).status).toBe(401);
});

test('a run that the job’s limits refuse is reported to the sender, who may repeat it', async () => {
  const { body: trigger } = await make('refused');
  const body = release();
  const own = await startApi();
  try {
    // The scheduler of another api refuses; the stores are the same kind, so the trigger is created there again.
    own.standIn(contracts.applyJob, () => ({ ok: true as const, jobRev: Number.MAX_SAFE_INTEGER, nextSlot: null }));
    const code = 'CONCURRENCY_FORBIDDEN';
    own.standIn(contracts.admitRun, () => ({ ok: false as const, code, detail: 'another run holds the permit' }));
    await own.ask('POST', '/workers', { body: { id: 'hook', name: 'H', engine: 'webservice', url: 'http://h.test' } });
    await own.ask('POST', '/jobs', { body: { id: 'ibm-release', tenant: 'ibm', name: 'R', worker: 'hook' } });
    const mine = { ...written, options: {} };
    const made = await own.ask<TriggerView>('POST', '/triggers', { body: { id: 't', tenant: 'ibm', ...mine } });
    const answer = await own.askAt('POST', pathOf(made.body), { token: null, headers: signed('m', body), body });
    expect(answer).toMatchObject({ status: 409, body: { code } });
  } finally {
    await own.stop();
  }
  expect((await send(pathOf(trigger), signed('m', body), body)).status).toBe(202);
});
