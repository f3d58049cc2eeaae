/** The connections that the network policies of each overlay allow: all that the services need, and none that nobody should make. */
import { isAllowed, policiesOf, type Cluster, type End, type Pod } from '#testing/network-policies/rules.js';
import { builtManifests, builtOverlay, OVERLAYS } from '#testing/kustomize/manifests.js';

const SERVICES = ['api', 'scheduler', 'executor', 'log-collector'] as const;
const ALL = [...SERVICES];
type Service = (typeof SERVICES)[number];

const podAt = (last: number, namespace: string, labels: Record<string, string>): Pod => ({
  namespace,
  labels,
  ip: `10.1.0.${last}`,
});
const ofService = (last: number, name: Service): Pod =>
  podAt(last, 'carillon', { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'carillon' });

const PODS = {
  api: ofService(1, 'api'),
  scheduler: ofService(2, 'scheduler'),
  executor: ofService(3, 'executor'),
  'log-collector': ofService(4, 'log-collector'),
  'MongoDB here': podAt(5, 'carillon', { 'carillon.dev/serves': 'mongodb' }),
  'another MongoDB here': podAt(6, 'carillon', { 'carillon.dev/serves': 'mongodb' }),
  'NATS here': podAt(7, 'carillon', { 'carillon.dev/serves': 'nats' }),
  'another NATS here': podAt(8, 'carillon', { 'carillon.dev/serves': 'nats' }),
  backup: podAt(9, 'carillon', { 'app.kubernetes.io/part-of': 'carillon', run: 'backup' }),
  'nightly backup': podAt(19, 'carillon', {
    'app.kubernetes.io/name': 'backup',
    'app.kubernetes.io/part-of': 'carillon',
  }),
  worker: podAt(10, 'workers', { 'carillon.dev/run': 'r1' }),
  'another worker': podAt(11, 'workers', { 'carillon.dev/run': 'r2' }),
  Prometheus: podAt(12, 'monitoring', { app: 'prometheus' }),
  'names of the cluster': podAt(13, 'kube-system', { 'k8s-app': 'kube-dns' }),
  'names of OpenShift': podAt(18, 'openshift-dns', { 'dns.operator.openshift.io/daemonset-dns': 'default' }),
  Ingress: podAt(14, 'ingress-nginx', { app: 'ingress' }),
  'web-service worker': podAt(15, 'team', { app: 'report' }),
  neighbour: podAt(16, 'default', { app: 'neighbour' }),
  'stranger here': podAt(17, 'carillon', { app: 'stranger' }),
} as const;
const OUTSIDE = {
  'MongoDB elsewhere': '192.0.2.10',
  'NATS elsewhere': '192.0.2.11',
  'the API server': '10.96.0.1',
  'an OIDC issuer': '198.51.100.1',
  'a mail server': '198.51.100.2',
  'a webhook': '198.51.100.3',
  'a collector of traces': '192.0.2.12',
  'the cache of names': '169.254.20.10',
  'the cache of names of kubespray': '169.254.25.10',
  'the archive': '192.0.2.13',
  'the cloud, of the node': '169.254.169.254',
} as const;
type Name = keyof typeof PODS | keyof typeof OUTSIDE;

const endOf = (name: Name): End =>
  name in PODS ? PODS[name as keyof typeof PODS] : { ip: OUTSIDE[name as keyof typeof OUTSIDE] };

type Line = readonly [from: readonly Name[], to: readonly Name[], ports: readonly number[], protocol?: 'TCP' | 'UDP'];

const CACHES = ['the cache of names', 'the cache of names of kubespray'] as const;

const NEEDED: readonly Line[] = [
  [ALL, ['MongoDB here', 'MongoDB elsewhere'], [27_017]],
  [ALL, ['NATS here', 'NATS elsewhere'], [4_222]],
  [[...ALL, 'worker'], ['names of the cluster', ...CACHES], [53]],
  [[...ALL, 'worker'], ['names of the cluster', ...CACHES], [53], 'UDP'],
  [[...ALL, 'worker'], ['names of OpenShift'], [5_353], 'UDP'],
  [ALL, ['a collector of traces'], [4_318]],
  [['backup'], ['MongoDB here', 'MongoDB elsewhere'], [27_017]],
  [['executor', 'log-collector'], ['the API server'], [443, 6_443]],
  [['executor'], ['web-service worker', 'a webhook'], [80, 443, 8_080]],
  [['executor'], ['a mail server'], [25, 465, 587]],
  [['api'], ['an OIDC issuer'], [443]],
  [['api', 'executor'], ['the archive'], [443, 9_000]],
  [['Ingress', 'worker', 'web-service worker', 'neighbour', 'a webhook'], ['api'], [8_080]],
  [['Prometheus'], ALL, [9_100]],
  [['MongoDB here'], ['another MongoDB here'], [27_017]],
  [['NATS here'], ['another NATS here'], [4_222, 6_222]],
  [['worker'], ['an OIDC issuer', 'web-service worker'], [443, 8_080]],
];

const REFUSED: readonly Line[] = [
  // Workers and neighbours: they reach neither the stores, nor NATS, nor any port of a service but the API.
  [['worker', 'neighbour', 'stranger here', 'Ingress'], ['MongoDB here'], [27_017]],
  [['worker', 'neighbour', 'stranger here', 'Ingress'], ['NATS here'], [4_222, 6_222, 8_222]],
  [
    ['worker', 'neighbour', 'stranger here', 'api'],
    ['scheduler', 'executor', 'log-collector'],
    [8_080, 9_100, 443],
  ],
  [['worker', 'neighbour', 'stranger here', 'Ingress', 'scheduler'], ['api'], [9_100]],
  [['neighbour', 'executor', 'another worker', 'api'], ['worker'], [22, 80, 8_080]],
  [['worker', 'executor', ...ALL], ['the cloud, of the node'], [53, 80, 443]],
  [['worker', ...ALL], CACHES, [80, 443]],
  // Each service reaches only what it needs.
  [['scheduler'], ['the API server', 'an OIDC issuer', 'a webhook', 'api', 'worker'], [80, 443, 6_443, 8_080]],
  [['api'], ['the API server'], [6_443]],
  [
    ['api', 'scheduler', 'log-collector'],
    ['a mail server', 'a webhook'],
    [25, 80, 587],
  ],
  [
    ['MongoDB here', 'NATS here'],
    ['a webhook', 'api', 'neighbour'],
    [80, 443, 8_080],
  ],
  [['stranger here'], ['MongoDB elsewhere', 'a webhook'], [443, 27_017]],
];

const each = (lines: readonly Line[]): [string, End, End, number, 'TCP' | 'UDP'][] =>
  lines.flatMap(([from, to, ports, protocol = 'TCP']) =>
    from.flatMap((one) =>
      to
        .filter((other) => other !== one)
        .flatMap((other) =>
          ports.map((port): [string, End, End, number, 'TCP' | 'UDP'] => [
            `${one} → ${other} ${protocol} ${port}`,
            ...([endOf(one), endOf(other)] as const),
            ...([port, protocol] as const),
          ]),
        ),
    ),
  );

describe.each(OVERLAYS.flatMap((overlay) => [false, true].map((outside) => ({ overlay, outside }))))(
  'the overlay $overlay, ranges of addresses without pods: $outside',
  ({ overlay, outside }) => {
    let cluster: Cluster;
    beforeAll(async () => {
      const policies = policiesOf(await builtManifests(`deploy/kubernetes/overlays/${overlay}`));
      cluster = { policies, pods: Object.values(PODS), namespaces: {}, blocksAreOutside: outside };
    });
    const verdicts = (lines: readonly Line[], wanted: boolean): string[] =>
      each(lines)
        .filter(([, from, to, port, protocol]) => isAllowed(from, to, { port, protocol }, cluster) !== wanted)
        .map(([what]) => what);

    it('allows every connection that is needed', () => {
      expect(verdicts(NEEDED, true)).toEqual([]);
    });

    it('refuses every connection that is not needed', () => {
      expect(verdicts(REFUSED, false)).toEqual([]);
    });
  },
);

test('with the component for backups, its pods reach MongoDB and the object store, and no worker', async () => {
  const components = ['small', 'backup'].map(
    (each, i) => `../deploy/kubernetes/${i === 0 ? 'overlays' : 'components'}/${each}`,
  );
  const manifests = await builtOverlay(JSON.stringify({ resources: [components[0]], components: [components[1]] }));
  const cluster = {
    policies: policiesOf(manifests),
    pods: Object.values(PODS),
    namespaces: {},
    blocksAreOutside: false,
  };
  const lines: readonly (readonly [Line, boolean])[] = [
    [[['nightly backup'], ['MongoDB here', 'MongoDB elsewhere'], [27_017]], true],
    [[['nightly backup'], ['the archive'], [443, 9_000]], true],
    [[['nightly backup'], ['names of the cluster', ...CACHES], [53], 'UDP'], true],
    [[['nightly backup'], ['worker', 'web-service worker', 'api', 'a webhook'], [80, 8_080]], false],
    [[['nightly backup'], ['the API server'], [6_443]], false],
    [[['nightly backup'], ['the cloud, of the node'], [80, 443]], false],
    [[['neighbour', 'worker', 'executor'], ['nightly backup'], [80, 443, 8_080]], false],
    [[['scheduler'], ['the archive'], [443, 9_000]], false],
  ];
  const wrong = lines.flatMap(([line, wanted]) =>
    each([line]).filter(([, from, to, port, protocol]) => isAllowed(from, to, { port, protocol }, cluster) !== wanted),
  );
  expect(wrong.map(([what]) => what)).toEqual([]);
});
