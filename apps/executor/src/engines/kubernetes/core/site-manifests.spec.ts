import { shardLabel } from '#common/run/pod-contract.js';
import { createHash } from 'node:crypto';
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { MAX_LISTED_HOSTS } from '#common/domain/limits.js';
import type { RunSite } from '../../engine.js';
import { siteNames } from './pod-name.js';
import { siteObjects, withKeys, type SiteKind, type SiteObject } from './site-manifests.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const naming = {
  digest,
  tags: (text: string): readonly [string] => [digest(`a key/${text}`).slice(0, 32)],
};
const svc = { publishNotReadyAddresses: false, networkPolicy: true, injectHostsEnv: true };
const site: RunSite = {
  run: asRunId('job1-1700000000'),
  tenant: asTenantId('ibm'),
  job: asJobId('job1'),
  slug: 'train',
  namespace: null,
  tasks: [
    { name: 'ps', indexes: 1 },
    { name: 'big-worker', indexes: 2 },
  ],
  svc,
  ssh: null,
  claims: [],
  gangs: [],
};
const names = siteNames(site, naming);
const objects = (over: Partial<RunSite> = {}): readonly SiteObject[] =>
  siteObjects({ ...site, ...over }, names, 'carillon');
const kindsOf = (over: Partial<RunSite>): SiteKind[] => objects(over).map(({ kind }) => kind);
const theOne = (kind: SiteKind, over: Partial<RunSite> = {}): SiteObject =>
  objects(over).find((object) => object.kind === kind)!;
/** The values of a ConfigMap or Secret, without the key pair. */
const MAX_OBJECT_BYTES = 1024 * 1024 - 16 * 1024;
const textOf = (base64: unknown): string => Buffer.from(String(base64), 'base64').toString();

test('the names follow from the run alone and differ from those of any other run', () => {
  expect(names.subdomain).toMatch(/^train-[0-9a-z]{8}$/);
  expect(siteNames({ ...site }, naming).subdomain).toBe(names.subdomain);
  for (const other of [{ run: asRunId('job1-1700000060') }, { tenant: asTenantId('acme') }, { job: asJobId('job2') }])
    expect(siteNames({ ...site, ...other }, naming).subdomain).not.toBe(names.subdomain);
});

test('every object has labels that identify its owner', () => {
  const ssh = { keyFilePath: '/root/.ssh', port: 22 };
  const claims = [
    { volume: 0, spec: { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } } },
  ];
  const all = objects({ ssh, claims });
  expect(all.map(({ kind, name }) => `${kind}/${name}`)).toEqual([
    `services/${names.subdomain}`,
    `networkpolicies/${names.subdomain}`,
    `configmaps/${names.subdomain}-svc`,
    `secrets/${names.keys}`,
    `persistentvolumeclaims/${names.subdomain}-volume-0`,
  ]);
  for (const { manifest, name } of all) {
    expect(manifest['metadata']).toMatchObject({
      name,
      labels: {
        'app.kubernetes.io/managed-by': 'carillon',
        'carillon.dev/instance': 'carillon',
        'carillon.dev/scope': 'run',
        'carillon.dev/run': 'job1-1700000000',
        'carillon.dev/shard': shardLabel(site.run),
      },
      annotations: { 'carillon.dev/run-id': 'job1-1700000000' },
    });
    expect(manifest['metadata']).not.toHaveProperty(['annotations', 'carillon.dev/attempt-id']);
  }
});

test('V20: the lists contain every pod of every task, as files and as the source of variables', () => {
  const { manifest } = theOne('configmaps');
  const [ps, first, second] = ['train-ps-0', 'train-big-worker-0', 'train-big-worker-1'].map(
    (host) => `${host}.${names.subdomain}`,
  );
  expect(manifest['data']).toEqual({
    'ps.host': `${ps}\n`,
    'big_worker.host': `${first}\n${second}\n`,
    VC_PS_HOSTS: ps,
    VC_PS_NUM: '1',
    VC_BIG_WORKER_HOSTS: `${first},${second}`,
    VC_BIG_WORKER_NUM: '2',
  });
});

test('the service selects the pods of the run by a label that is never cut, and has no address of its own', () => {
  const spec = {
    clusterIP: 'None',
    selector: { 'carillon.dev/subdomain': names.subdomain },
    publishNotReadyAddresses: false,
  };
  expect(theOne('services').manifest).toMatchObject({ kind: 'Service', spec });
  const early = theOne('services', { svc: { ...svc, publishNotReadyAddresses: true } });
  expect(early.manifest).toMatchObject({ spec: { ...spec, publishNotReadyAddresses: true } });
});

test('V34: the network policy admits only pods of the same run, and can be disabled; the lists exist without variables', () => {
  const podSelector = { matchLabels: { 'carillon.dev/subdomain': names.subdomain } };
  expect(theOne('networkpolicies').manifest).toMatchObject({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    spec: { podSelector, policyTypes: ['Ingress'], ingress: [{ from: [{ podSelector }] }] },
  });
  expect(kindsOf({ svc: { ...svc, networkPolicy: false } })).toEqual(['services', 'configmaps']);
  expect(kindsOf({ svc: { ...svc, injectHostsEnv: false } })).toContain('configmaps');
});

test('V35: the secret of the plugin ssh contains a key pair and the configuration for every pod; the plugin also adds a service', () => {
  const ssh = { keyFilePath: '/home/me/.ssh', port: 2222 };
  expect(kindsOf({ svc: null, ssh })).toEqual(['services', 'secrets']);
  const data = withKeys(theOne('secrets', { ssh }), { privateKey: 'PRIVATE', publicKey: 'ssh-rsa AAAA\n' })['data'];
  const files = Object.fromEntries(Object.entries(data as object).map(([file, text]) => [file, textOf(text)]));
  expect(files).toEqual({
    id_rsa: 'PRIVATE',
    'id_rsa.pub': 'ssh-rsa AAAA\n',
    authorized_keys: 'ssh-rsa AAAA\n',
    config: [
      'StrictHostKeyChecking no',
      'UserKnownHostsFile /dev/null',
      'IdentityFile /home/me/.ssh/id_rsa',
      'Port 2222',
      ...['train-ps-0', 'train-big-worker-0', 'train-big-worker-1'].flatMap((host) => [
        `Host ${host}`,
        `  HostName ${host}.${names.subdomain}`,
        '  Port 2222',
      ]),
      '',
    ].join('\n'),
  });
});

test('V26: a claim has the spec that the job gives, and no other object is made for it', () => {
  const spec = {
    accessModes: ['ReadWriteMany' as const],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: 'fast',
  };
  const claims = [{ volume: 2, spec }];
  expect(objects({ svc: null, claims })).toMatchObject([
    { kind: 'persistentvolumeclaims', name: `${names.subdomain}-volume-2`, manifest: { spec } },
  ]);
});

test('the fields that depend on the number of hosts are listed one by one, without the keys', () => {
  const mark = '/metadata/annotations/carillon.dev~1hosts';
  expect(Object.keys(theOne('configmaps').following)).toEqual(['/data', mark]);
  const { following } = theOne('secrets', { ssh: { keyFilePath: '/root/.ssh', port: 22 } });
  expect(following).toMatchObject({ [mark]: 'ps=1,big-worker=2' });
  expect(Object.keys(following)).toEqual(['/data/config', mark]);
});

test('the lists fit into one object with the greatest number of hosts and the longest names', () => {
  const task = { name: 'x'.repeat(63), indexes: MAX_LISTED_HOSTS };
  const ssh = { keyFilePath: '/root/.ssh', port: 65_535 };
  const long = siteObjects(
    { ...site, slug: 'y'.repeat(63), tasks: [task], ssh },
    siteNames({ ...site, slug: 'y'.repeat(63) }, naming),
    'carillon',
  );
  for (const { kind, manifest } of long) {
    const values = Object.values((manifest['data'] ?? {}) as Record<string, string>);
    const bytes = values.map((value) => (kind === 'secrets' ? textOf(value) : value).length);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MAX_OBJECT_BYTES);
  }
});

test('V27: a gang for a gang scheduler is a pod group with its size and queue', () => {
  const gang = { wave: 1, tasks: ['big-worker'], members: 2, queue: 'gold', priorityClassName: 'urgent' };
  expect(objects({ svc: null, gangs: [gang] })).toMatchObject([
    {
      kind: 'podgroups',
      name: `${names.subdomain}-gang-1`,
      manifest: {
        apiVersion: 'scheduling.volcano.sh/v1beta1',
        kind: 'PodGroup',
        spec: { minMember: 2, queue: 'gold', priorityClassName: 'urgent' },
      },
    },
  ]);
});
