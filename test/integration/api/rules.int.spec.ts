/** Rules: who may have them, what they may contain, and what is shown of them and of their incidents. */
import { asTenantId } from '#common/domain/ids.js';
import { contracts } from '#common/messages/registry.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { RuleStatesStore } from '#common/mongo/watch-states.store.js';
import { RulesStore, type StoredRule } from '#common/mongo/rules.store.js';
import { acknowledgedIncident, notedIncident } from '#common/watch/incident.js';
import { advanceRule, firstRuleFacts } from '#common/watch/rule.js';
import type { IncidentView } from '../../../apps/api/src/monitors/incident.routes.js';
import type { RuleView } from '../../../apps/api/src/rules/rule.routes.js';
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

const when = { type: 'failuresInRow', count: 3 } as const;
const make = async (id: string, more: Loose = {}, token = editor): Promise<Reply<RuleView>> =>
  api.ask<RuleView>('POST', '/rules', { token, body: { id, tenant: 'ibm', when, ...more } });
const stored = async (id: string): Promise<StoredRule> => {
  const rule = await new RulesStore(api.mongo).load(asTenantId('ibm'), id);
  if (!rule) throw new Error(`there is no rule ${id}`);
  return rule;
};

/** A check of a job of the rule for which its condition holds, as the executor saves it; gives the incident. */
async function findTrouble(id: string, openedAt?: number): Promise<string> {
  const { uid, tenant, shard, since } = await stored(id);
  const judged = [{ job: 'j1', name: 'Nightly', message: '3 runs have failed one after the other' }];
  const { facts, changes } = advanceRule('failuresInRow', firstRuleFacts(since), { at: since + 1, judged, next: null });
  await new RuleStatesStore(api.mongo).save({ uid, tenant, rule: id, shard, rev: 1, since, facts, pending: [] });
  const [opened] = changes;
  if (opened?.type !== 'opened') throw new Error('nothing was found');
  const jobs = { listed: opened.jobs, count: opened.count, seq: opened.seq };
  await new IncidentsStore(api.mongo).insert({
    id: `${uid}-1`,
    source: 'rule',
    tenant,
    shard,
    rev: 1,
    monitor: id,
    uid,
    monitorName: id,
    reason: 'failuresInRow',
    message: `${id}: Nightly`,
    jobs,
    openedAt: openedAt ?? since,
    acknowledged: null,
    resolved: null,
    steps: {},
    notified: [],
    pending: [],
    wakeAt: null,
  });
  return `${uid}-1`;
}

test('an editor creates a rule; a viewer sees it, a stranger nothing', async () => {
  expect((await make('fails', {}, operator)).status).toBe(403);
  const more = { match: { labels: { team: 'billing' } }, channels: ['ops'], name: 'Billing fails' };
  const made = await make('fails', more);
  expect(made).toMatchObject({
    status: 201,
    body: { ...more, id: 'fails', when, state: 'new', watched: null, affected: 0 },
  });
  for (const token of [viewer, operator]) {
    expect((await api.ask('GET', '/rules/fails', { token })).body).toEqual(made.body);
    expect((await api.ask<Listed<RuleView>>('GET', '/rules', { token })).body.items).toEqual([made.body]);
  }
  for (const [method, status] of [
    ['GET', 404],
    ['PUT', 404],
    ['DELETE', 404],
  ] as const) {
    const sent = method === 'PUT' ? { body: { when } } : {};
    expect((await api.ask(method, '/rules/fails?tenant=ibm', { token: stranger, ...sent })).status).toBe(status);
  }
  expect((await api.ask('GET', '/rules?tenant=ibm', { token: stranger })).status).toBe(403);
  expect((await make('fails')).status).toBe(409);
});

test.each<[string, Loose, string]>([
  ['no condition', { when: { type: 'nonsense' } }, 'when.type'],
  ['a row of a single failure', { when: { type: 'failuresInRow', count: 1 } }, 'when.count'],
  ['two limits of a duration', { when: { type: 'tooLong', afterSeconds: 5, factor: 2 } }, 'when.factor'],
  ['a field of another condition', { when: { type: 'failed', count: 3 } }, 'when'],
  ['a job and labels', { match: { job: 'a', labels: { a: 'b' } } }, 'match'],
  ['neither of them', { match: {} }, 'match'],
  ['a missing channel', { channels: ['ops', 'nobody'] }, 'channels.1'],
  [
    'an invalid time zone',
    { quietHours: { timezone: 'Mars/Base', from: '22:00', to: '07:00' } },
    'quietHours.timezone',
  ],
])('%s is refused, and the error names the field', async (_what, more, path) => {
  const refused = await make('bad', more);
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(JSON.stringify((refused.body as unknown as { errors: unknown }).errors)).toContain(`"path":"${path}`);
});

test('an edit of what a rule watches resets its state, an edit of its channels does not', async () => {
  await make('edited', { channels: ['ops'] });
  await findTrouble('edited');
  const edit = async (body: Loose): Promise<RuleView> =>
    (await api.ask<RuleView>('PUT', '/rules/edited', { token: editor, body })).body;
  const { since } = await stored('edited');
  expect(await edit({ when, channels: ['boss'] })).toMatchObject({ state: 'alert', affected: 1, watched: 1 });
  expect((await stored('edited')).since).toBe(since);
  expect(await edit({ when: { ...when, count: 4 } })).toMatchObject({ state: 'new', affected: 0, watched: null });
  expect((await stored('edited')).since).toBeGreaterThan(since);
  expect(await edit({ when: { ...when, count: 4 }, enabled: false })).toMatchObject({ state: 'paused' });
});

test('an incident says what was changed before it: of its tenant and of the workers of its jobs, to those who may see it', async () => {
  await make('before');
  const id = await findTrouble('before', Date.now() + 1_000);
  const changes = async (token: string): Promise<Reply<{ items: { object: string; action: string; by: string }[] }>> =>
    api.ask('GET', `/incidents/${id}/changes`, { token });
  const seen = await changes(viewer);
  expect(seen.body.items).toContainEqual(expect.objectContaining({ action: 'createRule', object: 'rule/before' }));
  expect(Object.keys(seen.body.items[0]!).toSorted()).toEqual(['action', 'at', 'by', 'detail', 'object']);
  expect(seen.text).not.toContain('createToken');
  expect((await changes(stranger)).status).toBe(404);
});

test('notes of an incident are added by operators through the executor, also after its end, and counted lists say how many are open', async () => {
  await make('noted');
  const id = await findTrouble('noted');
  const store = new IncidentsStore(api.mongo);
  const stop = api.standIn(contracts.changeIncident, async ({ incident, action, actor: by, text = '' }) => {
    expect(action).toBe('note');
    const noted = notedIncident((await store.load(incident))!, { at: 1_795_000_000_000, by, text });
    await store.save(noted!);
    return { ok: true as const };
  });
  const add = (token: string, text: string): Promise<Reply<IncidentView>> =>
    api.ask<IncidentView>('POST', `/incidents/${id}/notes`, { token, body: { text } });
  expect((await add(viewer, 'x')).status).toBe(403);
  expect((await add(operator, '   ')).status).toBe(400);
  const added = await add(operator, ' the disk was full ');
  expect(added.body.notes).toEqual([{ at: '2026-11-18T11:06:40.000Z', by: 'test', text: 'the disk was full' }]);
  stop();
  const counted = await api.ask<Listed<IncidentView> & { total: object }>(
    'GET',
    '/incidents?rule=noted&state=open&limit=1&total=true',
    { token: viewer },
  );
  expect(counted.body.total).toEqual({ count: 1, exact: true });
});

test('the incidents of a rule are listed with their jobs, acknowledged by operators, and removed with it', async () => {
  await make('seen', { channels: ['ops'] });
  const id = await findTrouble('seen');
  const list = await api.ask<Listed<IncidentView>>('GET', '/incidents?rule=seen', { token: viewer });
  expect(list.body.items).toEqual([
    expect.objectContaining({ id, source: 'rule', monitor: 'seen', reason: 'failuresInRow', jobCount: 1 }),
  ]);
  expect(list.body.items[0]?.jobs).toEqual([expect.objectContaining({ id: 'j1', name: 'Nightly' })]);
  expect((await api.ask('GET', '/incidents?rule=seen&monitor=seen', { token: viewer })).status).toBe(400);
  expect((await api.ask('GET', '/incidents?monitor=seen', { token: viewer })).status).toBe(404);
  expect((await api.ask('GET', `/incidents/${id}`, { token: stranger })).status).toBe(404);
  expect((await api.ask('GET', '/incidents?rule=seen', { token: stranger })).status).toBe(404);
  expect((await api.ask('GET', '/incidents?rule=seen&tenant=ibm', { token: stranger })).status).toBe(403);

  api.standIn(contracts.changeIncident, async ({ incident, actor }) => {
    const store = new IncidentsStore(api.mongo);
    const next = acknowledgedIncident((await store.load(incident))!, 1_795_000_000_000, actor);
    await store.save(next!);
    return { ok: true as const };
  });
  expect((await api.ask('POST', `/incidents/${id}/acknowledge`, { token: viewer })).status).toBe(403);
  const taken = await api.ask<IncidentView>('POST', `/incidents/${id}/acknowledge`, { token: operator });
  expect(taken).toMatchObject({ status: 200, body: { state: 'acknowledged' } });

  expect((await api.ask('DELETE', '/rules/seen', { token: editor })).status).toBe(204);
  expect((await api.ask('GET', `/incidents/${id}`, { token: viewer })).status).toBe(404);
});

test('a channel that a rule names is not removed while the rule uses it', async () => {
  await make('names', { escalation: { afterSeconds: 60, channels: ['boss'] } });
  const refused = await api.ask('DELETE', '/channels/boss?tenant=ibm', { token: owner });
  expect(refused).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
  expect(refused.text).toContain('the rules names');
});
