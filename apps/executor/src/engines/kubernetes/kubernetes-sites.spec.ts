import { createHash } from 'node:crypto';
import { systemClock } from '#common/clock/clock.js';
import { asJobId, asRunId, asTenantId, type RunId } from '#common/domain/ids.js';
import { everyShard, shardOf, shards, someShards } from '#testing/shards.js';
import { ApiClient, type ApiError } from '#common/kubernetes/api-client.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import type { KubeObject } from '#testing/fake-api-server/kube-object.js';
import { refusalOf } from './core/refusal.js';
import type { RunSite } from '../engine.js';
import { siteNames, type Tags } from './core/pod-name.js';
import { KubernetesSites } from './kubernetes-sites.js';
import { SiteApi } from './site-api.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const naming = {
  digest,
  tags: (text: string): readonly [string] => [digest(`a key/${text}`).slice(0, 32)],
};
const keepNothing = { claims: false };

let api: FakeApiServer;
let client: ApiClient;
let sites: KubernetesSites;

/** The state of a new process, which remembers nothing. */
const begin = (tags: Tags = naming.tags): KubernetesSites =>
  new KubernetesSites(new SiteApi(client), {
    instance: 'carillon',
    naming: { digest, tags },
    namespace: () => 'workers',
    inAllNamespaces: async (_kind, read) => [...(await read('workers'))],
  });

beforeEach(async () => {
  api = await FakeApiServer.start();
  const settings = { kubeconfig: null, host: api.url, port: 443, token: 'secret-token', ca: null };
  const rest = { namespace: 'workers', requestsPerSecond: 0, instance: 'carillon', nodeLostMs: 2_000 };
  client = new ApiClient(
    { ...settings, ...rest },
    { clock: systemClock, metrics: new Metrics('executor', '0'), random: () => 0 },
  );
  await client.open();
  sites = begin();
});

afterEach(async () => {
  await client.close();
  await api.close();
});

const run = asRunId('job1-1700000000');
const siteOf = (workers: number, over: Partial<RunSite> = {}): RunSite => ({
  run,
  tenant: asTenantId('ibm'),
  job: asJobId('job1'),
  slug: 'train',
  namespace: null,
  tasks: [{ name: 'worker', indexes: workers }],
  svc: { publishNotReadyAddresses: false, networkPolicy: true, injectHostsEnv: true },
  ssh: { keyFilePath: '/root/.ssh', port: 22 },
  claims: [{ volume: 0, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }],
  gangs: [],
  ...over,
});
const names = siteNames(siteOf(1), naming);
const KINDS = ['services', 'networkpolicies', 'configmaps', 'secrets', 'persistentvolumeclaims'];
const allOf = (resource: string): KubeObject[] => api.store.list({ resource, namespace: 'workers', labelSelector: '' });
const left = (): string[] => KINDS.flatMap((kind) => allOf(kind).map(({ metadata }) => `${kind}/${metadata.name}`));
const dataOf = (resource: string): Record<string, string> => allOf(resource)[0]!['data'] as Record<string, string>;
const hostsOf = (): string[] => dataOf('configmaps')['worker.host']!.trim().split('\n');
const configOf = (): string => Buffer.from(dataOf('secrets')['config']!, 'base64').toString();
const found = async (of: RunId = run): Promise<readonly string[]> =>
  (await sites.existing(everyShard)).find((each) => each.run === of)?.things ?? [];

test('a withdrawn start does not affect other starts that wait for the same objects', async () => {
  client.limiter.pause(100);
  const withdrawn = sites.prepare(siteOf(2), () => false);
  const wanted = sites.prepare(siteOf(2), () => true);
  await Promise.all([withdrawn, wanted]);
  expect(left()).toHaveLength(5);
});

test('nothing is created for a withdrawn start', async () => {
  await expect(sites.prepare(siteOf(2), () => false)).rejects.toMatchObject({ reason: 'Withdrawn' });
  expect(left()).toEqual([]);
});

test('the next process does not create existing keys again', async () => {
  await sites.prepare(siteOf(2));
  api.requests.length = 0;
  await begin().prepare(siteOf(2));
  expect(api.countOf('create secrets')).toBe(0);
  expect(api.countOf('create configmaps')).toBe(1);
});

test('every object is created once, however many attempts need it', async () => {
  await Promise.all([1, 2, 3].map(() => sites.prepare(siteOf(2))));
  await sites.prepare(siteOf(2));
  expect(left()).toHaveLength(5);
  expect(api.requests.filter(({ verb }) => verb === 'create')).toHaveLength(5);
  expect(hostsOf()).toEqual([`train-worker-0.${names.subdomain}`, `train-worker-1.${names.subdomain}`]);
  expect(Object.keys(dataOf('secrets')).sort()).toEqual(['authorized_keys', 'config', 'id_rsa', 'id_rsa.pub']);
});

test('V20, V21: the lists follow the number of hosts; keys, claims and the service are not changed', async () => {
  await sites.prepare(siteOf(2));
  const before = dataOf('secrets')['id_rsa'];
  for (const workers of [4, 1, 0]) {
    await sites.prepare(siteOf(workers));
    expect(dataOf('configmaps')['VC_WORKER_NUM']).toBe(String(workers));
    expect(hostsOf().filter(Boolean)).toHaveLength(workers);
    expect(configOf().match(/^Host /gm) ?? []).toHaveLength(workers);
  }
  expect(dataOf('secrets')['id_rsa']).toBe(before);
  expect(api.countOf('delete secrets')).toBe(0);
});

test('the next process finds the objects of the former one and updates only outdated ones', async () => {
  await sites.prepare(siteOf(2));
  const key = dataOf('secrets')['id_rsa'];
  sites = begin();
  await sites.prepare(siteOf(2));
  expect(api.requests.filter(({ verb }) => verb === 'patch')).toEqual([]);
  sites = begin();
  await sites.prepare(siteOf(3));
  expect(hostsOf()).toHaveLength(3);
  expect(dataOf('secrets')['id_rsa']).toBe(key);
  expect(left()).toHaveLength(5);
});

test('objects that a process has not created before it dies are created by the next one', async () => {
  // The secrets come first, since the creation of existing keys is not tried.
  for (const kind of ['secrets', ...KINDS.filter((each) => each !== 'secrets')]) {
    api.faults.add({ verb: 'create', resource: kind }, { type: 'answer', status: 403, reason: 'Forbidden' });
    await expect(sites.prepare(siteOf(2))).rejects.toMatchObject({ status: 403 });
    sites = begin();
  }
  await sites.prepare(siteOf(2));
  expect(left()).toHaveLength(5);
});

test('a lost answer does not lead to a second object', async () => {
  for (const resource of KINDS) api.faults.add({ verb: 'create', resource }, { type: 'cutAfter' });
  await sites.prepare(siteOf(2));
  expect(left()).toHaveLength(5);
});

test('an object of someone else with the same name is not changed, and the attempt reports the conflict', async () => {
  const metadata = { name: names.hosts, labels: {}, annotations: { 'carillon.dev/run-id': 'other' } };
  await new SiteApi(client).create(
    { kind: 'configmaps', namespace: 'workers' },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } },
    () => true,
  );
  await expect(sites.prepare(siteOf(2))).rejects.toMatchObject({ status: 409, reason: 'NamesTaken' });
  expect(dataOf('configmaps')).toEqual({ a: 'b' });
});

test('nothing is created if the caller does not need the objects any more', async () => {
  await expect(sites.prepare(siteOf(2), () => false)).rejects.toMatchObject({ reason: 'Withdrawn' });
  expect(left()).toEqual([]);
});

test('all objects of the run are removed, and none of any other run', async () => {
  const other = siteOf(1, { run: asRunId('job1-1700000060') });
  await sites.prepare(siteOf(2));
  await sites.prepare(other);
  await sites.remove(siteOf(2), keepNothing);
  await sites.remove(siteOf(2), keepNothing);
  expect(left()).toHaveLength(5);
  await sites.discard((await sites.existing(everyShard))[0]!, keepNothing);
  expect(left()).toEqual([]);
});

test('claims are kept if the run may be resumed', async () => {
  await sites.prepare(siteOf(2));
  await sites.remove(siteOf(2), { claims: true });
  expect(left()).toEqual([`persistentvolumeclaims/${names.claim(0)}`]);
  await sites.prepare(siteOf(2));
  expect(left()).toHaveLength(5);
});

test('existing objects are listed by run, for the given shards, without listing a Secret', async () => {
  await sites.prepare(siteOf(2));
  sites = begin();
  expect(await found()).toEqual(left().filter((name) => !name.startsWith('secrets/')));
  expect(api.countOf('list secrets')).toBe(0);
  expect(await sites.existing(someShards((shardOf(run) + 1) % shards.count))).toEqual([]);
  expect(await sites.existing(someShards())).toEqual([]);
});

test('missing and outdated objects are repaired, and current ones are not changed', async () => {
  await sites.prepare(siteOf(2));
  const [whole] = await sites.existing(everyShard);
  api.requests.length = 0;
  await sites.repair(siteOf(2), whole!);
  expect(api.requests.map(({ verb, resource }) => `${verb} ${resource}`)).toEqual(['get secrets']);
  api.store.remove('services', allOf('services')[0]!);
  await sites.repair(siteOf(3), (await sites.existing(everyShard))[0]!);
  expect(left()).toHaveLength(5);
  expect(hostsOf()).toHaveLength(3);
});

test('V27: the pod group for a gang scheduler is updated and removed with the run', async () => {
  const gang = { wave: 0, tasks: ['worker'], queue: 'default', priorityClassName: null };
  const of = (members: number): RunSite =>
    siteOf(members, { svc: null, ssh: null, claims: [], gangs: [{ ...gang, members }] });
  await sites.prepare(of(3));
  await sites.prepare(of(5));
  expect(allOf('podgroups')).toMatchObject([{ metadata: { name: names.gang(0) }, spec: { minMember: 5 } }]);
  await sites.remove(of(5), keepNothing);
  expect(allOf('podgroups')).toEqual([]);
});

test('a cluster without pod groups does not prevent the listing of other objects', async () => {
  const fault = { type: 'answer', status: 404, reason: 'NotFound' } as const;
  api.faults.add({ verb: 'list', resource: 'podgroups' }, fault);
  await sites.prepare(siteOf(2));
  expect(await found()).toHaveLength(4);
});

test.each(['404 page not found', 'the server could not find the requested resource'])(
  'a kind of object that the cluster lacks is named in the refusal: %s',
  async (message) => {
    api.faults.add({ verb: 'create', resource: 'podgroups' }, { type: 'answer', status: 404, message });
    const gang = { wave: 0, members: 2, tasks: ['worker'], queue: 'default', priorityClassName: null };
    const refused = await sites.prepare(siteOf(2, { gangs: [gang] })).catch((error: unknown) => error);
    expect(refusalOf(refused as ApiError)).toEqual({
      type: 'refused',
      retryable: false,
      reason: 'KindMissing',
      message:
        'the cluster has no podgroups.scheduling.volcano.sh (v1beta1): its CustomResourceDefinition is not installed; install Volcano, or remove schedulerName volcano from the job',
    });
  },
);

test('the process that created the objects of a run reports that all of them are missing', async () => {
  await sites.prepare(siteOf(2));
  for (const kind of KINDS) for (const object of allOf(kind)) api.store.remove(kind, object);
  expect(await sites.existing(everyShard)).toMatchObject([{ run, things: [] }]);
  await sites.repair(siteOf(2), (await sites.existing(everyShard))[0]!);
  expect(left()).toHaveLength(5);
});

test('keys are kept when their Secret gets a new name by a new key of ours, and are removed with the run under every name', async () => {
  await sites.prepare(siteOf(2));
  const [before] = allOf('secrets');
  const tag = (key: string, text: string): string => digest(`${key}/${text}`).slice(0, 32);
  sites = begin((text) => [tag('a new key', text), tag('a key', text)]);
  await sites.prepare(siteOf(2));
  const after = allOf('secrets').find(({ metadata }) => metadata.name !== before!.metadata.name);
  expect(after).toMatchObject({ data: { id_rsa: (before!['data'] as Record<string, string>)['id_rsa'] } });
  await sites.remove(siteOf(2), keepNothing);
  expect(left()).toEqual([]);
});

test('keys whose creation was not finished are removed with the other objects of the run', async () => {
  await sites.prepare(siteOf(2));
  sites = begin();
  await sites.discard((await sites.existing(everyShard))[0]!, keepNothing);
  expect(left()).toEqual([]);
});
