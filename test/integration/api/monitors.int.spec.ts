/** Monitors: who may have them, who learns their address, and what a ping is. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { contracts } from '#common/messages/registry.js';
import { asTenantId } from '#common/domain/ids.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { MonitorsStore } from '#common/mongo/monitors.store.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { PingsStore, type StoredPing } from '#common/mongo/pings.store.js';
import { acknowledgedIncident } from '#common/watch/incident.js';
import { aNotice } from '#testing/builders/notice.js';
import { until } from '#testing/until.js';
import { deliveryIdOf } from '../../../apps/api/src/deliveries/deliveries.js';
import type { IncidentView } from '../../../apps/api/src/monitors/incident.routes.js';
import type { MonitorView } from '../../../apps/api/src/monitors/monitor.routes.js';
import { storeIncident } from './stored-incidents.js';
import { type ApiUnderTest, type Listed, type Loose, type Reply, startWithPeople } from './api-under-test.js';

let api: ApiUnderTest;
let owner: string;
let editor: string;
let viewer: string;
let operator: string;
let stranger: string;

beforeAll(async () => {
  ({ api, owner, editor } = await startWithPeople());
  viewer = await api.tokenFor(['ibm', 'viewer']);
  operator = await api.tokenFor(['ibm', 'operator']);
  stranger = await api.tokenFor(['acme', 'owner']);
  const target = { type: 'ntfy', topic: 'nights' };
  for (const id of ['ops', 'boss'])
    await api.ask('POST', '/channels', { token: owner, body: { id, tenant: 'ibm', target } });
});
afterAll(async () => api.stop());

const schedule = { cron: '0 3 * * *', timezone: 'Europe/Prague' };
const make = async (id: string, more: Loose = {}, token = editor): Promise<Reply<MonitorView>> =>
  api.ask<MonitorView>('POST', '/monitors', { token, body: { id, tenant: 'ibm', schedule, ...more } });
const pathOf = ({ pingUrl }: MonitorView): string => new URL(pingUrl).pathname;
const stored = async (id: string): Promise<StoredPing[]> => {
  const monitor = await new MonitorsStore(api.mongo).load(asTenantId('ibm'), id);
  return [...(await new PingsStore(api.mongo).list(monitor!.uid, null, 100)).items];
};

test('an editor creates a monitor and gets its address; a viewer sees the rest, a stranger nothing', async () => {
  expect((await make('backup', {}, operator)).status).toBe(403);
  const made = await make('backup', { channels: ['ops'], graceSeconds: 600 });
  expect(made).toMatchObject({ status: 201, body: { id: 'backup', state: 'new', dueAt: null, lastPingAt: null } });
  expect(made.body.pingUrl).toMatch(/^http:\/\/carillon\.test\/ping\/[\w-]{32}$/);
  const secret = pathOf(made.body).split('/').at(-1)!;
  for (const token of [viewer, operator]) {
    const seen = await api.ask<MonitorView>('GET', '/monitors/backup', { token });
    expect(seen.body).toMatchObject({ pingUrl: '***', schedule, channels: ['ops'] });
    const list = await api.ask<Listed<MonitorView>>('GET', '/monitors', { token });
    expect([list.body.items.length, list.text.includes(secret)]).toEqual([1, false]);
  }
  expect((await api.ask('GET', '/monitors/backup?tenant=ibm', { token: stranger })).status).toBe(404);
  expect((await api.ask('GET', '/monitors?tenant=ibm', { token: stranger })).status).toBe(403);
  const document = JSON.stringify(await new MonitorsStore(api.mongo).load(asTenantId('ibm'), 'backup'));
  expect(document).not.toContain(secret);
  expect((await make('backup')).status).toBe(409);
});

test('a repeat of the request that created it gets the same address', async () => {
  const request = {
    token: editor,
    body: { id: 'same', tenant: 'ibm', schedule },
    headers: { 'idempotency-key': 'k1' },
  };
  const first = await api.ask<MonitorView>('POST', '/monitors', request);
  const again = await api.ask<MonitorView>('POST', '/monitors', request);
  expect([first.status, again.body.pingUrl]).toEqual([201, first.body.pingUrl]);
});

test.each<[request: string, text: string, kind: string, exitCode: number | null]>([
  ['GET ', '', 'success', null],
  ['HEAD ', '', 'success', null],
  ['POST /start', 'begin', 'start', null],
  ['POST /success', 'done', 'success', null],
  ['POST /fail', 'no space', 'fail', null],
  ['POST /0', '', 'success', 0],
  ['POST /3', '', 'fail', 3],
])('%s with the text "%s" is %s with exit code %p', async (request, text, kind, exitCode) => {
  const [method = '', behind = ''] = request.split(' ');
  const id = `p-${method}${behind.slice(1)}`;
  const { body } = await make(id);
  const answer = await api.askAt(method, pathOf(body) + behind, {
    token: null,
    ...(text !== '' && { body: text, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });
  expect([answer.status, answer.text]).toEqual([200, method === 'HEAD' ? '' : 'OK\n']);
  expect(await stored(id)).toMatchObject([{ kind, exitCode, text }]);
  const shown = await api.ask<Listed<Loose>>('GET', `/monitors/${id}/pings`, { token: viewer });
  expect(shown.body.items).toMatchObject([{ kind, exitCode, text }]);
});

test('an invalid address of a monitor is not found, whatever its form', async () => {
  const { body } = await make('known');
  const known = pathOf(body);
  const unknown = ['/ping/abc', `/ping/${'x'.repeat(32)}`, `${known}/256`, `${known}/stop`, `${known}x`];
  const answers = await Promise.all(unknown.map(async (path) => api.askAt('POST', path, { token: null })));
  expect(answers.map(({ status }) => status)).toEqual(unknown.map(() => 404));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await stored('known')).toEqual([]);
});

test('of a long text the beginning is stored, and its own address is hidden', async () => {
  const { body } = await make('wordy');
  const path = pathOf(body);
  const secret = path.split('/').at(-1)!;
  await api.askAt('POST', path, {
    token: null,
    body: `curl ${secret} ${'ž'.repeat(5_000)}`,
    headers: { 'content-type': 'text/x' },
  });
  const [ping] = await stored('wordy');
  expect(ping!.text).toMatch(/^curl \*\*\* ž+$/);
  expect(Buffer.byteLength(ping!.text)).toBeLessThanOrEqual(4_096);
});

test.each<[string, string | Buffer, Record<string, string>]>([
  ['plain', `first line\n${'x'.repeat(3_000_000)}`, {}],
  ['compressed', gzipSync(`first line\n${'x'.repeat(3_000_000)}`), { 'content-encoding': 'gzip' }],
])('a log of any length reports its event: %s', async (form, log, headers) => {
  const { body: monitor } = await make(`long-${form}`);
  const answer = await fetch(`${api.url}${pathOf(monitor)}/fail`, { method: 'POST', body: log, headers });
  expect(answer.status).toBe(200);
  const text = `first line\n${'x'.repeat(4_085)}`;
  expect(await stored(`long-${form}`)).toMatchObject([{ kind: 'fail', text }]);
});

test('a connection on which a long log came is used again', async () => {
  const { body: monitor } = await make('kept-open');
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  let answers = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answers += text));
  const ping = (body: string): string =>
    `POST ${pathOf(monitor)} HTTP/1.1\r\nHost: ping.test\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  try {
    for (const [count, body] of ['x'.repeat(3_000_000), 'the next'].entries()) {
      socket.write(ping(body));
      await until(`answer ${count + 1}`, () => answers.split('HTTP/1.1 200').length === count + 2);
    }
  } finally {
    socket.destroy();
  }
  expect((await stored('kept-open')).map(({ text }) => text.slice(-8)).sort()).toEqual(['the next', 'xxxxxxxx']);
});

test('a monitor accepts only the allowed number of pings', async () => {
  const { body } = await make('often');
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => api.askAt('GET', pathOf(body), { token: null })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(10);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
});

test('a new address makes the former one invalid', async () => {
  const { body } = await make('moved');
  expect((await api.ask('POST', '/monitors/moved/rotate', { token: viewer })).status).toBe(403);
  const rotated = await api.ask<MonitorView>('POST', '/monitors/moved/rotate', { token: editor });
  expect(rotated.body.pingUrl).not.toBe(body.pingUrl);
  expect((await api.askAt('GET', pathOf(body), { token: null })).status).toBe(404);
  expect((await api.askAt('GET', pathOf(rotated.body), { token: null })).status).toBe(200);
});

test('a monitor is replaced under its ETag, keeps its address, and is removed', async () => {
  const made = await make('edited');
  const etag = made.headers.get('etag')!;
  const body = { schedule: { every: 60 }, enabled: false };
  const put = async (ifMatch: string): Promise<Reply<MonitorView>> =>
    api.ask<MonitorView>('PUT', '/monitors/edited', { token: editor, body, headers: { 'if-match': ifMatch } });
  expect(await put(etag)).toMatchObject({ status: 200, body: { state: 'paused', pingUrl: made.body.pingUrl } });
  expect((await put(etag)).status).toBe(412);
  expect((await api.ask('DELETE', '/monitors/edited', { token: editor })).status).toBe(204);
  expect((await api.askAt('GET', pathOf(made.body), { token: null })).status).toBe(404);
});

test.each<[Loose, string]>([
  [{ schedule: {} }, 'schedule'],
  [{ schedule: { every: 60, cron: '0 3 * * *' } }, 'schedule'],
  [{ schedule: { every: 1 } }, 'schedule.every'],
  [{ schedule: { cron: '61 * * * *' } }, 'schedule.cron'],
  [{ schedule: { cron: '0 3 * * *', timezone: 'Prague' } }, 'schedule.timezone'],
  [{ channels: ['ops', 'nowhere'] }, 'channels.1'],
  [{ escalation: { afterSeconds: 60, channels: ['nowhere'] } }, 'escalation.channels.0'],
  [{ quietHours: { from: '22:00', to: '22:00' } }, 'quietHours.to'],
  [{ quietHours: { timezone: 'Prague', from: '22:00', to: '07:00' } }, 'quietHours.timezone'],
  [{ graceSeconds: 0 }, 'graceSeconds'],
])('%j is refused at %s', async (more, path) => {
  const { status, body } = await make('wrong', more);
  expect(status).toBe(400);
  expect((body as unknown as { errors: { path: string }[] }).errors.map((each) => each.path)).toContain(path);
});

test('a channel that a monitor names is not removed', async () => {
  await make('escalating', { escalation: { afterSeconds: 60, channels: ['boss'] } });
  const refused = await api.ask('DELETE', '/channels/boss', { token: owner });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('escalating')]);
});

test('incidents are read by viewers, acknowledged by operators through the executor, and removed with their monitor', async () => {
  await make('down');
  const id = await storeIncident(api, 'down');
  const incidents = new IncidentsStore(api.mongo);
  const asked: Loose[] = [];
  const stop = api.standIn(contracts.changeIncident, async (request) => {
    asked.push(request);
    const saved = acknowledgedIncident((await incidents.load(request.incident))!, 1_795_000_001_000, request.actor);
    if (saved === null) return { ok: false as const, code: 'CONFLICT', detail: 'the incident is over' };
    await incidents.save(saved);
    return { ok: true as const };
  });
  const path = `/incidents/${id}`;
  const listed = async (query: string, token: string): Promise<Reply<Listed<IncidentView>>> =>
    api.ask<Listed<IncidentView>>('GET', `/incidents?${query}`, { token });
  expect((await listed('state=open&monitor=down', viewer)).body.items).toMatchObject([{ id: id, state: 'open' }]);
  expect((await listed('state=resolved', viewer)).body.items).toEqual([]);
  expect((await listed('', stranger)).body.items).toEqual([]);
  expect((await api.ask('GET', path, { token: stranger })).status).toBe(404);
  expect((await api.ask('POST', `${path}/acknowledge`, { token: viewer })).status).toBe(403);
  expect((await api.ask('POST', `${path}/acknowledge`, { token: stranger })).status).toBe(404);
  expect(asked).toEqual([]);
  const acknowledged = await api.ask<IncidentView>('POST', `${path}/acknowledge`, { token: operator });
  expect(acknowledged).toMatchObject({ status: 200, body: { state: 'acknowledged', acknowledgedBy: 'test' } });
  expect((await api.ask('POST', `${path}/acknowledge`, { token: operator })).status).toBe(409);
  stop();
  const audit = await api.ask<Listed<Loose>>('GET', '/audit?tenant=ibm&limit=10', { token: owner });
  expect(audit.text).toContain(`incident/${id}`);
  await api.ask('DELETE', '/monitors/down', { token: editor });
  expect((await api.ask('GET', path, { token: viewer })).status).toBe(404);
});

test('notices of an incident are listed to viewers and sent again by operators, and are not visible to strangers', async () => {
  await make('notified');
  const incident = await storeIncident(api, 'notified');
  const notice = aNotice({
    id: `incident/${incident}/opened/x`,
    job: null,
    incident,
    on: 'opened',
    webhook: api.secrets.seal('channel:ops'),
  });
  await new NoticesStore(api.mongo).add([notice]);
  const path = `/incidents/${incident}/deliveries`;
  const listed = await api.ask<Listed<Loose>>('GET', path, { token: viewer });
  expect(listed.body.items).toMatchObject([{ incident, job: '', run: null, on: 'opened', to: 'channel:ops' }]);
  expect((await api.ask('GET', path, { token: stranger })).status).toBe(404);
  const asked: string[] = [];
  const stop = api.standIn(contracts.redeliver, ({ notice: id }) => {
    asked.push(id);
    return { ok: true as const };
  });
  const again = `/deliveries/${deliveryIdOf(notice.id)}/redeliver`;
  expect((await api.ask('POST', again, { token: viewer })).status).toBe(403);
  const theirs = await api.ask('POST', again, { token: stranger });
  const nobodys = await api.ask('POST', `/deliveries/${deliveryIdOf('incident/x')}/redeliver`, { token: stranger });
  expect([theirs.status, nobodys.status]).toEqual([404, 404]);
  expect(asked).toEqual([]);
  expect((await api.ask('POST', again, { token: operator })).status).toBe(202);
  expect(asked).toEqual([notice.id]);
  stop();
});

test('a removed tenant takes its monitors and their incidents along, and its addresses are unknown', async () => {
  await api.ask('POST', '/tenants', { body: { id: 'leaving', name: 'Leaving' } });
  const body = { id: 'last', tenant: 'leaving', schedule };
  const made = await api.ask<MonitorView>('POST', '/monitors', { body });
  const tenant = asTenantId('leaving');
  const incident = await storeIncident(api, 'last', 'leaving');
  expect((await api.ask('DELETE', '/tenants/leaving')).status).toBe(204);
  expect(await new MonitorsStore(api.mongo).load(tenant, 'last')).toBeNull();
  expect(await new IncidentsStore(api.mongo).load(incident)).toBeNull();
  expect((await api.askAt('GET', pathOf(made.body), { token: null })).status).toBe(404);
});
