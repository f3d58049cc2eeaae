import { pino } from 'pino';
import { clientOf } from '#testing/fake-api-server/client-of.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import type { KubeObject } from '#testing/fake-api-server/kube-object.js';
import { until } from '#testing/until.js';
import type { ApiClient } from './api-client.js';
import { ResourceWatch } from './resource-watch.js';

let api: FakeApiServer;
let client: ApiClient;
let watch: ResourceWatch;
/** Names that each list returned. */
let lists: string[][];
/** `<type> <name> <state>` of each change. */
let changes: string[];

const nameOf = (object: unknown): string => (object as KubeObject).metadata.name;
const stateOf = (object: unknown): string => String((object as KubeObject).metadata.annotations?.['state']);

beforeEach(async () => {
  api = await FakeApiServer.start();
  client = await clientOf(api);
  [lists, changes] = [[], []];
  const target = { path: '/api/v1/namespaces/workers/pods', labelSelector: 'shard in (1,2)' };
  const listener = {
    listing: () => undefined,
    listed: (objects: readonly unknown[]) => lists.push(objects.map(nameOf)),
    changed: (type: string, object: unknown) => changes.push(`${type} ${nameOf(object)} ${stateOf(object)}`),
  };
  watch = new ResourceWatch(client, target, listener, pino({ level: 'silent' }));
});

afterEach(async () => {
  await watch.stop();
  await client.close();
  await api.close();
});

const put = (name: string, shard = '1', state = 'new'): KubeObject => {
  const metadata = { name, labels: { shard }, annotations: { state } };
  return api.store.create('pods', 'workers', { metadata } as unknown as KubeObject);
};
const become = (object: KubeObject, state: string): KubeObject =>
  api.store.update('pods', { ...object, metadata: { ...object.metadata, annotations: { state } } });
const follows = async (): Promise<void> => {
  await watch.start();
  await until('the watch', () => api.watchCount === 1);
};
const heard = (...wanted: readonly string[]): Promise<unknown> =>
  until(wanted.join(), () => changes.length >= wanted.length);
/** Milliseconds between the requests of one kind. */
const gaps = (verb: string): number[] => {
  const times = api.requests.filter((request) => request.verb === verb).map(({ at }) => at);
  return times.slice(1).map((at, i) => at - (times[i] ?? 0));
};

test('existing objects are listed, and each later change of the watched shards is reported', async () => {
  const pod = put('a');
  put('elsewhere', '3');
  await follows();
  api.store.remove('pods', become(pod, 'changed'));
  put('b', '2');
  become(put('far', '3'), 'changed');
  put('last');
  await heard('MODIFIED a changed', 'DELETED a changed', 'ADDED b new', 'ADDED last new');
  expect(lists).toEqual([['a']]);
  expect(changes).toEqual(['MODIFIED a changed', 'DELETED a changed', 'ADDED b new', 'ADDED last new']);
});

test('after a cut connection the watch continues after the last change that it received: nothing is missed, nothing is reported twice', async () => {
  const pod = put('a');
  await follows();
  const heardOf = become(pod, 'heard');
  await heard('MODIFIED a heard');
  api.dropStreams();
  become(heardOf, 'meanwhile');
  await heard('MODIFIED a heard', 'MODIFIED a meanwhile');
  put('last');
  await heard('MODIFIED a heard', 'MODIFIED a meanwhile', 'ADDED last new');
  expect(changes).toEqual(['MODIFIED a heard', 'MODIFIED a meanwhile', 'ADDED last new']);
  expect(lists).toHaveLength(1);
});

test('a change that is cut in its middle is reported whole by the next connection', async () => {
  const pod = put('a');
  await follows();
  api.cutsNextEvent = true;
  become(pod, 'cut');
  await heard('MODIFIED a cut');
  expect(changes).toEqual(['MODIFIED a cut']);
  expect(lists).toHaveLength(1);
});

test('bookmarks keep the version of a quiet watch valid: it continues without a list', async () => {
  api.bookmarkMs = 20;
  await follows();
  put('elsewhere', '3');
  const sent = api.bookmarks;
  await until('some bookmarks', () => api.bookmarks >= sent + 5);
  api.store.forget();
  api.dropStreams();
  put('a');
  await heard('ADDED a new');
  expect(lists).toHaveLength(1);
  expect(api.requests.filter(({ verb, code }) => verb === 'watch' && code !== 200)).toEqual([]);
});

test.each([
  [
    'in the answer',
    (): void => {
      api.faults.add({ verb: 'watch' }, { type: 'answer', status: 410, reason: 'Expired' });
    },
  ],
  [
    'in the stream',
    (): void => {
      api.store.forget();
    },
  ],
])('after 410 Gone %s everything is listed again', async (_where, forget) => {
  const [gone] = [put('gone'), put('stays')];
  await follows();
  api.dropStreams();
  api.store.remove('pods', gone);
  forget();
  await until('the second list', () => lists.length === 2);
  expect(lists).toEqual([['gone', 'stays'], ['stays']]);
  await until('the watch', () => api.watchCount === 1);
  put('last');
  await until('the last', () => changes.at(-1) === 'ADDED last new');
});

test.each([
  ['list', 429],
  ['list', 503],
  ['watch', 429],
  ['watch', 503],
])('a server that refuses to %s with %d is not asked again before the time that it names', async (verb, status) => {
  api.faults.add({ verb }, { type: 'answer', status, retryAfter: 0.6 });
  await follows();
  expect(gaps(verb)).toEqual([expect.any(Number)]);
  expect(gaps(verb)[0]).toBeGreaterThanOrEqual(590);
});

test('a failing server is asked after growing pauses', async () => {
  api.faults.add({ verb: 'watch' }, { type: 'answer', status: 500 }, 4);
  await follows();
  const least = [90, 190, 390, 790];
  expect(gaps('watch').map((gap, i) => gap >= (least[i] ?? 0))).toEqual([true, true, true, true]);
});

test('a list in several pages is read to its end, and begins again if its continuation has expired', async () => {
  for (let i = 0; i < 501; i++) put(`pod-${i}`);
  api.faults.add({ verb: 'list' }, { type: 'late', ms: 1 });
  api.faults.add({ verb: 'list' }, { type: 'answer', status: 410, reason: 'Expired' });
  await follows();
  expect(lists.map((list) => list.length)).toEqual([501]);
  expect(api.countOf('list pods')).toBe(4);
});

test('after a stop no change is reported', async () => {
  const pod = put('a');
  await follows();
  await watch.stop();
  become(pod, 'changed');
  await until('the end of the watch', () => api.watchCount === 0);
  expect(changes).toEqual([]);
});
