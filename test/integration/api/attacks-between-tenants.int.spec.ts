/** What an owner of one tenant may learn of another: through bulks, batches, dependencies, channels, deliveries and lists. */
import { asJobId, asTenantId, type JobId } from '#common/domain/ids.js';
import { MAX_AFTER, MAX_GRAPH_DEPTH } from '#common/domain/limits.js';
import { COLLECTION_NAMES } from '#common/mongo/collections.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { aNotice } from '#testing/builders/notice.js';
import { until } from '#testing/until.js';
import { encodeCursor } from '../../../apps/api/src/http/core/cursor.js';
import type { BulkView } from '../../../apps/api/src/bulk/bulk.routes.js';
import { deliveryIdOf } from '../../../apps/api/src/deliveries/deliveries.js';
import { isMutating, type Route } from '../../../apps/api/src/http/route.js';
import { routes } from '../../../apps/api/src/routes.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

/** An object of the other tenant; a missing object has a name of the same form, so that only the id differs. */
const THEIRS = 'theirs';
const NOBODYS = 'nobody';
let api: ApiUnderTest;
let owner: string;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  const jobs = [
    { id: THEIRS, tenant: 'acme', name: 'Theirs', worker: 'hook', labels: { kind: 'planted' } },
    { id: 'ours', tenant: 'ibm', name: 'Ours', worker: 'hook' },
  ];
  for (const body of jobs) await api.ask('POST', '/jobs', { body });
  await storeRun(api.mongo, THEIRS, { job: asJobId(THEIRS), tenant: asTenantId('acme'), phase: 'Completed' });
  await new NoticesStore(api.mongo).add([
    aNotice({
      id: 'theirs/0/failed/a',
      job: asJobId(THEIRS),
      tenant: asTenantId('acme'),
      webhook: api.secrets.seal('https://x.test/'),
    }),
  ]);
  owner = await api.tokenFor(['ibm', 'owner']);
});
afterAll(async () => api.stop());

const withoutId = (text: string, id: string): string => text.replaceAll(id, '{id}');

describe('S11: a bulk operation', () => {
  const outcomeOf = async (id: string, request: Loose): Promise<unknown> => {
    const begun = await api.ask<{ bulk: { id: string } }>('POST', '/bulk', { token: owner, body: request });
    const { body } = await until('its end', async () => {
      const seen = await api.ask<BulkView>('GET', `/bulk/${begun.body.bulk.id}`, { token: owner });
      return seen.body.state === 'Running' ? null : seen;
    });
    const { refusals, total, done, refused } = body;
    return JSON.parse(withoutId(JSON.stringify({ refusals, total, done, refused }), id)) as unknown;
  };

  test.each([
    ['pause', { action: 'pause' }, 'jobs'],
    ['run', { action: 'run' }, 'jobs'],
    ['relabel', { action: 'relabel', labels: { a: 'b' } }, 'jobs'],
    ['delete', { action: 'delete' }, 'jobs'],
    ['abort', { action: 'abort' }, 'runs'],
    ['rerun', { action: 'rerun' }, 'runs'],
    ['delete of runs', { action: 'delete' }, 'runs'],
  ])('to %s an object of another tenant answers the same as for a missing object', async (_name, request, kind) => {
    const of = async (id: string): Promise<unknown> => outcomeOf(id, { ...request, [kind]: { ids: [id] } });
    const theirs = await of(THEIRS);
    expect(theirs).toEqual(await of(NOBODYS));
    expect((await api.ask<{ labels: Loose }>('GET', `/jobs/${THEIRS}`)).body.labels).toEqual({ kind: 'planted' });
    expect((await api.ask('GET', `/runs/${THEIRS}`)).status).toBe(200);
  });

  test.each([
    { label: ['kind=planted'] },
    { q: 'Theirs' },
    { worker: 'hook', q: THEIRS },
    { ids: [THEIRS], enabled: true },
  ])('by %j finds nothing of another tenant', async (jobs) => {
    const dry = { action: 'delete', jobs, dryRun: true };
    expect((await api.ask('POST', '/bulk', { token: owner, body: dry })).body).toEqual({
      bulk: null,
      total: 0,
      first: [],
    });
  });

  test('names no foreign tenant', async () => {
    const of = async (tenant: string): Promise<unknown> => {
      const { status, text } = await api.ask('POST', '/bulk', {
        token: owner,
        body: { action: 'pause', jobs: { tenant } },
      });
      return { status, text: withoutId(text, tenant) };
    };
    expect(await of('acme')).toEqual(await of('zzzz'));
  });
});

test('S11: a run of a batch for another tenant’s job is refused like one for a missing job', async () => {
  const of = async (job: string): Promise<string> =>
    withoutId((await api.ask('POST', '/runs:batch', { token: owner, body: { runs: [{ job }] } })).text, job);
  expect(await of(THEIRS)).toBe(await of(NOBODYS));
});

test('S11: a delivery of another tenant is refused like a missing one, also on the lists of its job and run', async () => {
  const of = async (key: string): Promise<unknown> => {
    const id = deliveryIdOf(key);
    const { status, text } = await api.ask('POST', `/deliveries/${id}/redeliver`, { token: owner });
    return { status, text: withoutId(text, id) };
  };
  expect(await of('theirs/0/failed/a')).toEqual(await of('nobody/0/failed/a'));
  for (const kind of ['jobs', 'runs']) {
    const [theirs, none] = await Promise.all(
      [THEIRS, NOBODYS].map(async (id) => api.ask('GET', `/${kind}/${id}/deliveries`, { token: owner })),
    );
    expect(withoutId(theirs!.text, THEIRS)).toBe(withoutId(none!.text, NOBODYS));
  }
});

describe('S11: dependencies', () => {
  const schedules = (): SchedulesStore => new SchedulesStore(api.mongo);
  const stored = async (job: string, tenant: string, after: string[]): Promise<void> => {
    const conditions = after.map((each) => ({ job: asJobId(each), on: 'succeeded', match: 'sameSlot' }));
    const rule = after.length === 0 ? {} : { after: { conditions, require: 'all' } };
    const state = aSchedule(null, 0, {
      job: asJobId(job),
      tenant: asTenantId(tenant),
      jobName: `name of ${job}`,
      ...(rule as object),
    });
    expect(await schedules().insert(state)).toBe(true);
  };

  test.each([
    ['PATCH', '/jobs/ours', {}],
    ['POST', '/jobs', { tenant: 'ibm', name: 'new', worker: 'hook' }],
  ])('%s %s after another tenant’s job is refused like after a missing one', async (method, path, body) => {
    const of = async (id: string): Promise<unknown> => {
      const asked = { token: owner, body: { ...body, after: [{ job: id }] } };
      const { status, text } = await api.ask(method, path, asked);
      return { status, text: withoutId(text, id) };
    };
    const theirs = await of(THEIRS);
    expect(theirs).toEqual(await of(NOBODYS));
    expect(theirs).toMatchObject({ status: 400 });
  });

  test('a graph shows a job of another tenant like a missing one: without its name, state and neighbours', async () => {
    await stored('ours', 'ibm', ['theirs-first', 'gone-first']);
    await stored('theirs-first', 'acme', ['theirs-before-that']);
    await stored('theirs-last', 'acme', ['ours']);
    const { text, body } = await api.ask<{ nodes: { job: string }[]; edges: Loose[]; hidden: number }>(
      'GET',
      `/jobs/ours/graph?depth=${MAX_GRAPH_DEPTH}`,
      { token: owner },
    );
    const node = (job: JobId | string): Loose => ({ ...body.nodes.find((each) => each.job === job), job: '' });
    expect(node('theirs-first')).toEqual(node('gone-first'));
    expect(body.nodes.map(({ job }) => job)).toEqual(['ours', 'theirs-first', 'gone-first']);
    expect(text).not.toContain('name of theirs');
    expect(text).not.toMatch(/theirs-last|theirs-before-that|acme/);
    // Their number is visible to the owner of the job after which they run.
    expect(body.hidden).toBe(1);
  });

  test('a cycle through jobs of others names none of them', async () => {
    const made = async (id: string, tenant: string, after: string[]): Promise<void> => {
      const body = {
        id,
        tenant,
        name: id,
        worker: 'hook',
        ...(after.length > 0 && { after: after.map((job) => ({ job })) }),
      };
      expect((await api.ask('POST', '/jobs', { body })).status).toBe(201);
    };
    await api.ask('PATCH', '/tenants/ibm', { body: { dependents: ['acme'] } });
    await api.ask('PATCH', '/tenants/acme', { body: { dependents: ['ibm'] } });
    await made('ibm-first', 'ibm', []);
    await made('acme-inner', 'acme', ['ibm-first']);
    await made('acme-outer', 'acme', ['acme-inner']);
    const asked = { token: owner, body: { after: [{ job: 'acme-outer' }] } };
    const refused = await api.ask<{ errors: { message: string }[] }>('PATCH', '/jobs/ibm-first', asked);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]?.message).toBe(
      'would close a cycle: ibm-first → (a job of another tenant) → acme-outer → ibm-first',
    );
  });

  test.each([
    [
      'more conditions than allowed',
      { after: Array.from({ length: MAX_AFTER + 1 }, (_, i) => ({ job: `j-${i}` })) },
      'after',
    ],
    ['an operator for an id', { after: [{ job: { $gt: '' } }] }, 'after.0.job'],
    ['an invalid path', { after: [{ job: 'x', pass: { a: 'no/pointer' } }] }, 'after.0.pass.a'],
    ['a job after itself', { after: [{ job: 'ours' }] }, 'after.0.job'],
  ])('%s is refused with the name of its field', async (_name, body, field) => {
    const reply = await api.ask<{ errors?: { path: string }[] }>('PATCH', '/jobs/ours', { token: owner, body });
    expect(reply.status).toBe(400);
    expect(reply.body.errors?.some(({ path }) => path.startsWith(field))).toBe(true);
  });

  test.each(['0', '-1', String(MAX_GRAPH_DEPTH + 1), '1e9', 'NaN', '', '2.5'])(
    'a depth of %j is refused',
    async (depth) => {
      expect((await api.ask('GET', `/jobs/ours/graph?depth=${depth}`, { token: owner })).status).toBe(400);
    },
  );
});

describe('S8: channels', () => {
  const of = (type: string): string => `planted-of-${type}-4d1f`;
  const hook = (type: string): Loose => ({ type, url: `https://hooks.test/${of(type)}?key=${of(type)}` });
  const TARGETS: readonly Loose[] = [
    { ...hook('webhook'), signingSecret: `whsec_${Buffer.from(of('webhook').padEnd(24, '-')).toString('base64')}` },
    ...['slack', 'teams', 'discord'].map(hook),
    { type: 'email', host: 'mail.test', from: 'a@b.test', to: ['c@d.test'], user: 'u', password: of('email') },
    { type: 'pagerduty', routingKey: of('pagerduty') },
    { type: 'opsgenie', apiKey: of('opsgenie') },
    { type: 'ntfy', topic: of('ntfy'), token: of('ntfy') },
  ];
  const PLANTED = [...TARGETS.map(({ type }) => of(String(type))), String(TARGETS[0]?.['signingSecret'])];
  const found = (text: string): string[] => PLANTED.filter((each) => text.includes(each));

  test('are shown to nobody: on no route, to no role, in the audit, in an error or in the database', async () => {
    const said: string[] = [];
    const by = { headers: { 'Idempotency-Key': 'channels-1' } };
    for (const target of TARGETS) {
      const id = `c-${String(target['type'])}`;
      const key = { headers: { 'Idempotency-Key': id } };
      const body = { id, tenant: 'ibm', target };
      const made = await api.ask('POST', '/channels', { token: owner, body, ...key });
      expect([id, made.status]).toEqual([id, 201]);
      // A repeat is answered from the stored answer.
      said.push(made.text, (await api.ask('POST', '/channels', { token: owner, body, ...key })).text);
      const wrong = { target: { ...target, nonsense: 1 } };
      said.push((await api.ask('PUT', `/channels/${id}`, { token: owner, body: wrong, ...by })).text);
      const dry = { token: owner, body: { target }, headers: { 'Carillon-Dry-Run': 'true' } };
      said.push((await api.ask('PUT', `/channels/${id}`, dry)).text);
    }
    const notify = TARGETS.map(({ type }) => ({ on: ['failed'], webhook: `channel:c-${String(type)}` }));
    await api.ask('PATCH', '/jobs/ours', { token: owner, body: { notify } });
    const callers = [owner, undefined];
    for (const role of ['viewer', 'operator', 'editor'] as const) callers.push(await api.tokenFor(['ibm', role]));
    const reads = [
      '/channels',
      ...TARGETS.map(({ type }) => `/channels/c-${String(type)}?tenant=ibm`),
      '/jobs/ours',
      '/jobs',
    ];
    const paths = [
      ...reads,
      '/jobs/ours/versions',
      '/audit?limit=500',
      '/audit/export?tenant=ibm',
      '/jobs/ours/deliveries',
    ];
    for (const token of callers)
      for (const path of paths) said.push((await api.ask('GET', path, token === undefined ? {} : { token })).text);
    expect(said.join('\n')).toContain('c-webhook');
    expect(found(said.join('\n'))).toEqual([]);
    const all = await Promise.all(
      COLLECTION_NAMES.map(async (name) =>
        api.mongo
          .collection(name)
          .find({ _id: { $gt: '' } }, { sort: { _id: 1 } })
          .toArray(),
      ),
    );
    expect(found(JSON.stringify(all))).toEqual([]);
  });

  test.each([
    ['pagerduty', 'https://user:pass@events.test/'],
    ['opsgenie', 'https://api.test/?key=1'],
    ['ntfy', 'https://ntfy.test/?auth=QmVhcmVy'],
    ['ntfy', 'https://ntfy.test/#token'],
  ])('an address of %s that is shown may hold no secret: %s', async (type, url) => {
    const target = { type, url, routingKey: 'k', apiKey: 'k', topic: 't' } as Loose;
    const kept = {
      pagerduty: ['type', 'url', 'routingKey'],
      opsgenie: ['type', 'url', 'apiKey'],
      ntfy: ['type', 'url', 'topic'],
    };
    const names: readonly string[] = kept[type as keyof typeof kept];
    const body = { id: 'shown', tenant: 'ibm', target: Object.fromEntries(names.map((name) => [name, target[name]])) };
    const refused = await api.ask('POST', '/channels', { token: owner, body });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'target.url' }] } });
  });

  test('of another tenant are refused like missing ones, and no job may name them', async () => {
    const body = { id: THEIRS, tenant: 'acme', target: { type: 'ntfy', topic: 't' } };
    expect((await api.ask('POST', '/channels', { body })).status).toBe(201);
    const naming = async (id: string): Promise<unknown> => {
      const notify = [{ on: ['failed'], webhook: `channel:${id}` }];
      const { status, text } = await api.ask('PATCH', '/jobs/ours', { token: owner, body: { notify } });
      return { status, text: withoutId(text, id) };
    };
    expect(await naming(THEIRS)).toEqual(await naming(NOBODYS));
    const reading = async (id: string, tenant: string): Promise<unknown> => {
      const { status, text } = await api.ask('GET', `/channels/${id}?tenant=${tenant}`, { token: owner });
      return { status, text: withoutId(withoutId(text, id), tenant) };
    };
    expect(await reading(THEIRS, 'acme')).toEqual(await reading(NOBODYS, 'zzzz'));
  });
});

describe('S11: lists', () => {
  const isList = ({ query }: Route): boolean => 'cursor' in ((query as { shape?: object }).shape ?? {});
  const lists = routes
    .filter((route) => !isMutating(route) && isList(route))
    .map(({ id, path }) => ({ id, path: path.replace('{id}', 'ours').replace('{attempt}', 'a~0~main~0~1') }));
  const CURSORS = [
    ...[
      'x',
      '%00',
      '..',
      'e30',
      'W10',
      btoa('[null]'),
      btoa('[{"$gt":""}]'),
      btoa('["a","b","c","d","e"]'),
      'A'.repeat(3_000),
    ],
    encodeCursor(['__proto__']),
    encodeCursor([1e308, 'x']),
    encodeCursor([-1, '\u0000']),
    encodeCursor(['acme', '']),
    encodeCursor(['', '']),
    encodeCursor(['\uffff', '\uffff']),
  ];
  const QUERIES = [
    ...[
      'tenant[$ne]=x',
      'tenant=ibm&tenant=acme',
      'tenant=%00',
      'limit=0',
      'limit=-1',
      'limit=1e9',
      'limit=NaN',
      'limit=1&limit=500',
    ],
    ...[
      '__proto__=1',
      'constructor=1',
      'cursor=',
      'cursor[]=x',
      'from=0',
      'to=9999-99-99T99:99:99Z',
      `q=${'('.repeat(500)}`,
    ],
  ];
  /** Texts that would show the other tenant; the ids themselves are in no audit of others. */
  const isForeign = (text: string): boolean => /"tenant":"acme"|"job":"theirs"|"id":"theirs"/.test(text);

  test.each(lists)(
    '$id accepts no hostile cursor or filter, and shows no data of others because of one',
    async ({ path }) => {
      for (const query of [...CURSORS.map((cursor) => `cursor=${encodeURIComponent(cursor)}`), ...QUERIES]) {
        const { status, text, body } = await api.ask<Partial<Listed<Loose>>>('GET', `${path}?${query}`, {
          token: owner,
        });
        expect([query, [200, 400, 403, 404].includes(status)]).toEqual([query, true]);
        expect([query, isForeign(text)]).toEqual([query, false]);
        expect(body.items?.length ?? 0).toBeLessThanOrEqual(500);
      }
    },
  );
});
