/** Channels: who may have them, which of their fields are hidden, and that rules name only existing ones. */
import { contracts } from '#common/messages/registry.js';
import type { ReplyOf } from '#common/messages/contract.js';
import { ChannelsStore } from '#common/mongo/channels.store.js';
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { EventLogStore } from '#common/mongo/event-log.store.js';
import { seqAt, seqText } from '#common/run/end-event.js';
import type { ChannelView } from '../../../apps/api/src/channels/channel.routes.js';
import { type ApiUnderTest, type Listed, type Loose, type Reply, startWithPeople } from './api-under-test.js';

const URL = 'https://hooks.slack.com/services/T000/B000/planted';
let api: ApiUnderTest;
let owner: string;
let editor: string;

beforeAll(async () => {
  ({ api, owner, editor } = await startWithPeople());
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
});
afterAll(async () => api.stop());

const make = async (id: string, target: Loose, token = owner): Promise<Reply<ChannelView>> =>
  api.ask<ChannelView>('POST', '/channels', { token, body: { id, tenant: 'ibm', target } });
const replace = async (id: string, target: Loose): Promise<Reply<ChannelView & { errors?: { path: string }[] }>> =>
  api.ask('PUT', `/channels/${id}`, { token: owner, body: { target } });
const storedText = async (id: string): Promise<string> =>
  JSON.stringify(await new ChannelsStore(api.mongo).load(asTenantId('ibm'), id));

test('an owner creates a channel; its secrets are encrypted and shown to nobody, and *** does not change them', async () => {
  expect((await make('ops', { type: 'slack', url: URL }, editor)).status).toBe(403);
  const made = await make('ops', { type: 'slack', url: URL });
  expect(made).toMatchObject({ status: 201, body: { id: 'ops', target: { type: 'slack', url: '***' } } });
  expect((await make('ops', { type: 'slack', url: URL })).status).toBe(409);
  expect(await storedText('ops')).not.toContain('planted');
  const before = await new ChannelsStore(api.mongo).load(asTenantId('ibm'), 'ops');
  expect(await replace('ops', { type: 'slack', url: '***' })).toMatchObject({ status: 200 });
  const after = await new ChannelsStore(api.mongo).load(asTenantId('ibm'), 'ops');
  const opened = [before, after].map((each) => api.secrets.open((each?.spec.target as { url: string }).url));
  expect(opened).toEqual([URL, URL]);
  const list = await api.ask<Listed<ChannelView>>('GET', '/channels?tenant=ibm', { token: editor });
  expect(list.text).not.toContain('planted');
  expect(list.body.items.map(({ id }) => id)).toEqual(['ops']);
});

test('a mask without a secret behind it, or whose secret would be sent elsewhere, is refused with the field', async () => {
  expect(await make('empty', { type: 'slack', url: '***' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'target.url' }] },
  });
  await make('page', { type: 'pagerduty', routingKey: 'abc', url: 'https://events.eu.pagerduty.com/v2/enqueue' });
  const moved = { type: 'pagerduty', routingKey: '***', url: 'https://elsewhere.test/' };
  expect(await replace('page', moved)).toMatchObject({ status: 400, body: { errors: [{ path: 'target' }] } });
  expect(await replace('page', { ...moved, routingKey: 'def' })).toMatchObject({ status: 200 });
  expect(await replace('page', { type: 'slack', url: '***' })).toMatchObject({ status: 400 });
});

test.each([
  [{ type: 'pigeon' }, 'target.type'],
  [{ type: 'slack', url: 'ftp://x' }, 'target.url'],
  [{ type: 'ntfy', topic: 'a b' }, 'target.topic'],
  [{ type: 'email', host: 'mail.test', from: 'x', to: [] }, 'target.from'],
  [{ type: 'email', host: 'mail.test', from: 'a@b.test', to: ['c@d.test'], user: 'u' }, 'target.password'],
  [
    { type: 'email', host: 'm.test', from: 'a@b.test', to: ['c@d.test'], user: 'u', password: 'p', security: 'none' },
    'target.security',
  ],
])('%j is refused at %s', async (target, path) => {
  const { status, body } = await make('wrong', target);
  expect(status).toBe(400);
  expect((body as unknown as { errors: { path: string }[] }).errors.map((each) => each.path)).toContain(path);
});

test('rules of jobs name channels of their tenant, shown unchanged, and such a channel is not removed', async () => {
  const notify = (channel: string): Loose[] => [{ on: ['failed'], webhook: `channel:${channel}` }];
  const body = (channel: string): Loose => ({ tenant: 'ibm', name: 'named', worker: 'hook', notify: notify(channel) });
  expect(await api.ask('POST', '/jobs', { token: editor, body: body('nowhere') })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'notify.0.webhook', message: 'the tenant has no channel nowhere' }] },
  });
  const made = await api.ask<{ id: string; notify: Loose[] }>('POST', '/jobs', { token: editor, body: body('ops') });
  expect(made).toMatchObject({ status: 201, body: { notify: notify('ops') } });
  const { id } = made.body;
  // Written back as it was shown, by a user who may not see secrets.
  const patched = await api.ask('PATCH', `/jobs/${id}`, {
    token: editor,
    body: { notify: notify('ops'), maxAttempts: 2 },
  });
  expect(patched).toMatchObject({ status: 200, body: { notify: notify('ops'), maxAttempts: 2 } });
  const refused = await api.ask('DELETE', '/channels/ops', { token: owner });
  expect(refused).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
  await api.ask('DELETE', `/jobs/${id}`, { token: editor });
  expect((await api.ask('DELETE', '/channels/ops', { token: owner })).status).toBe(204);
  expect((await api.ask('GET', '/channels/ops', { token: owner })).status).toBe(404);
});

test('no job begins to use a channel that is about to be removed, and jobs that use it keep it', async () => {
  const channels = new ChannelsStore(api.mongo);
  const notify = [{ on: ['failed'], webhook: 'channel:going' }];
  await make('going', { type: 'ntfy', topic: 'going' });
  const body = { id: 'ibm-has-it', tenant: 'ibm', name: 'has it', worker: 'hook', notify };
  expect((await api.ask('POST', '/jobs', { token: editor, body })).status).toBe(201);
  await channels.beginRemoval(asTenantId('ibm'), 'going');
  const late = await api.ask('POST', '/jobs', { token: editor, body: { ...body, id: 'ibm-late', name: 'late' } });
  expect(late).toMatchObject({ status: 400, body: { errors: [{ path: 'notify.0.webhook' }] } });
  const kept = await api.ask('PATCH', '/jobs/ibm-has-it', { token: editor, body: { maxAttempts: 3 } });
  expect(kept).toMatchObject({ status: 200, body: { notify } });
  // The job is found, so the channel stays and may be used again.
  expect(await api.ask('DELETE', '/channels/going', { token: owner })).toMatchObject({ status: 409 });
  const body2 = { ...body, id: 'ibm-later', name: 'later' };
  expect((await api.ask('POST', '/jobs', { token: editor, body: body2 })).status).toBe(201);
});

test('a job that begins to use a channel during its removal is refused, or keeps the channel', async () => {
  for (let round = 0; round < 8; round++) {
    const channel = `race-${round}`;
    const id = `ibm-race-${round}`;
    await make(channel, { type: 'ntfy', topic: channel });
    const notify = [{ on: ['failed'], webhook: `channel:${channel}` }];
    const body = { id, tenant: 'ibm', name: id, worker: 'hook', notify };
    const [job, removal] = await Promise.all([
      api.ask('POST', '/jobs', { token: editor, body }),
      api.ask('DELETE', `/channels/${channel}`, { token: owner }),
    ]);
    const isThere = (await api.ask('GET', `/channels/${channel}`, { token: owner })).status === 200;
    expect([201, 400]).toContain(job.status);
    expect([204, 409]).toContain(removal.status);
    expect({ round, isThere }).toEqual({ round, isThere: removal.status === 409 });
    // No job was saved with the channel and then lost it.
    expect({ round, lost: job.status === 201 && !isThere }).toEqual({ round, lost: false });
  }
});

test('a test message is sent by the executor, which reports its result', async () => {
  await make('tried', { type: 'ntfy', topic: 'tried' });
  const asked: unknown[] = [];
  const stop = api.standIn(contracts.testChannel, (payload): ReplyOf<typeof contracts.testChannel> => {
    asked.push(payload);
    return { ok: true, delivered: false, status: 404, reason: 'the webhook answered 404', tookMs: 5 };
  });
  const { status, body } = await api.ask('POST', '/channels/tried/test', { token: editor });
  stop();
  expect({ status, body }).toEqual({
    status: 200,
    body: { delivered: false, status: 404, reason: 'the webhook answered 404', tookMs: 5 },
  });
  expect(asked).toMatchObject([{ tenant: 'ibm', channel: 'tried' }]);
});

test('a template is shown with the channel and in a preview without secrets; an unknown value is refused with its field', async () => {
  const target = { type: 'slack', url: URL };
  const template = { title: '${job.name} ${on}', text: 'see <https://wiki.test/${job.id}>' };
  const make_ = (id: string, given: Loose): Promise<Reply<Loose>> =>
    api.ask('POST', '/channels', { token: owner, body: { id, tenant: 'ibm', target, template: given } });
  expect(await make_('wrong', { title: '${job.nmae}' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'template.title', message: expect.stringContaining('has ${job.nmae}') as unknown }] },
  });
  expect(await make_('wrong', { title: 'two\nlines' })).toMatchObject({ status: 400 });
  expect(await make_('told', template)).toMatchObject({ status: 201, body: { template } });
  const preview = (body: Loose, token = editor): Promise<Reply<Record<string, string>>> =>
    api.ask('POST', '/channels/told/preview', { token, body });
  const own = await preview({ on: 'succeeded' });
  expect(own).toMatchObject({
    status: 200,
    body: { title: 'Nightly billing succeeded', text: 'see <https://wiki.test/test>' },
  });
  expect(own.text).not.toContain('planted');
  expect(own.body['message']).toContain('see <https://wiki.test/test>');
  expect((await preview({ template: { text: '${run.reason}' } })).body).toMatchObject({
    title: 'Nightly billing: failed: exit code 3',
    text: 'IndexFailed',
  });
  expect((await preview({ template: { text: '${run.secret}' } })).status).toBe(400);
});

test('a viewer reads the log of events of a tenant by places and times; an owner sends it to a channel again', async () => {
  const tenant = asTenantId('ibm');
  const log = new EventLogStore(api.mongo);
  const now = Date.now();
  const events = [1, 2, 3].map((i) => ({
    id: `ibm-run-${i}/4`,
    tenant,
    job: asJobId('ibm-j'),
    jobName: 'j',
    run: asRunId(`ibm-run-${i}`),
    at: now,
    phase: 'Failed' as const,
    reason: 'IndexFailed',
    trigger: 'manual' as const,
    scheduledFor: null,
    createdAt: now,
    started: null,
    exitCode: 3,
    seq: seqAt(now) + i,
  }));
  await log.add(events, now);
  interface Page {
    items: { id: string; type: string; sequence: string }[];
    after: string;
    hasMore: boolean;
  }
  const read = (query: string, token = editor): Promise<Reply<Page>> =>
    api.ask('GET', `/events/log?tenant=ibm${query}`, { token });
  const first = await read('&limit=2');
  expect(first.body).toMatchObject({ hasMore: true, after: seqText(seqAt(now) + 2) });
  expect(first.body.items).toMatchObject([{ id: 'ibm-run-1/4', type: 'carillon.run.failed' }, { id: 'ibm-run-2/4' }]);
  expect((await read(`&after=${first.body.after}`)).body.items.map(({ id }) => id)).toEqual(['ibm-run-3/4']);
  const byTime = await read(`&after=${new Date(now - 1_000).toISOString()}`);
  expect(byTime.body.items).toHaveLength(3);
  const old = await read(`&after=2020-01-01T00:00:00Z`);
  expect(old.body.items.map(({ type }) => type)).toEqual([
    'carillon.events.gap',
    ...Array<string>(3).fill('carillon.run.failed'),
  ]);
  expect((await read('&after=yesterday')).status).toBe(400);
  const other = await api.ask('GET', '/events/log?tenant=acme', { token: editor });
  expect(other.status).toBe(403);

  expect(await make('feed', { type: 'cloudevents', url: URL })).toMatchObject({
    status: 201,
    body: { target: { type: 'cloudevents', url: '***' }, events: null },
  });
  await log.saveCursor({
    tenant,
    channel: 'feed',
    rev: 1,
    seq: 7,
    failures: 2,
    nextTryAt: now,
    problem: 'the receiver answered 500',
    channelRev: 1,
  });
  const shown = await api.ask<ChannelView>('GET', '/channels/feed', { token: editor });
  expect(shown.body.events).toMatchObject({ isLate: true, failures: 2, problem: 'the receiver answered 500' });
  const replay = (id: string, token = owner): Promise<Reply<ChannelView>> =>
    api.ask('POST', `/channels/${id}/replay`, { token, body: { after: first.body.after } });
  expect((await replay('feed', editor)).status).toBe(403);
  expect((await replay('told')).status).toBe(400);
  expect((await replay('feed')).status).toBe(200);
  const stored = await new ChannelsStore(api.mongo).load(tenant, 'feed');
  expect(stored).toMatchObject({ rev: 2, replay: { after: Number(first.body.after), rev: 2 }, events: true });
  const audit = await api.ask<Listed<{ action: string; object: string }>>('GET', '/audit?tenant=ibm', { token: owner });
  expect(audit.body.items).toContainEqual(expect.objectContaining({ action: 'replayChannel', object: 'channel/feed' }));
});
