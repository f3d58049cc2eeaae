/**
 * What autoscalers ask, in place of a metrics server and of prometheus-adapter: `metrics.k8s.io` with CPU that a test names, and
 * `custom.metrics.k8s.io`, whose figures a real Prometheus gives to the rules of deploy/prometheus/adapter.yml. The API server passes
 * requests on to it, as it does for those (APIService).
 */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { AdapterRule } from '#testing/autoscaling/adapter-rules.js';

/** What both APIs need of a pod. */
export interface ScaledPod {
  readonly name: string;
  readonly service: string;
  readonly labels: Readonly<Record<string, string>>;
}

interface Sources {
  readonly pods: () => readonly ScaledPod[];
  /** Of a pod, in thousandths of a processor. */
  readonly cpuOf: (pod: ScaledPod) => number;
  readonly rules: readonly AdapterRule[];
  /** Asks Prometheus; a figure for each pod that it knows. */
  readonly ask: (query: string) => Promise<readonly { pod: string; figure: number }[]>;
}

const NAMESPACE = 'carillon';
/** The fake servers have no names in the cluster: a Service that stands for a name of this machine leads to them. */
const SERVICE = 'metrics-apis';
const GROUPS = [
  { group: 'metrics.k8s.io', version: 'v1beta1', kind: 'PodMetrics' },
  { group: 'custom.metrics.k8s.io', version: 'v1beta2', kind: 'MetricValueList' },
] as const;
/** A label and its value: autoscalers and people select by one here. */
const SELECTED = z.string().regex(/^[\w./-]+=[\w-]+$/);
const THOUSAND = 1_000;

export class MetricsApis {
  private constructor(
    private readonly server: Server,
    private readonly sources: Sources,
  ) {}

  /** `tls`: PEM files of a certificate that nobody verifies. */
  static async start(tls: { readonly key: string; readonly cert: string }, sources: Sources): Promise<MetricsApis> {
    const apis: MetricsApis = new MetricsApis(
      createServer(tls, (request, response) => {
        void apis.answer(new URL(request.url ?? '', 'https://localhost')).then(
          (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
      }),
      sources,
    );
    await new Promise<void>((done) => apis.server.listen(0, '127.0.0.1', done));
    return apis;
  }

  /** Makes the API server send its requests here. */
  manifests(): object[] {
    const { port } = this.server.address() as AddressInfo;
    const service = { namespace: 'kube-system', name: SERVICE };
    const spec = { type: 'ExternalName', externalName: 'localhost' };
    return [
      { apiVersion: 'v1', kind: 'Service', metadata: service, spec },
      ...GROUPS.map(({ group, version }) => ({
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: `${version}.${group}` },
        spec: {
          group,
          version,
          groupPriorityMinimum: 100,
          versionPriority: 100,
          insecureSkipTLSVerify: true,
          service: { ...service, port },
        },
      })),
    ];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async answer({ pathname, searchParams }: URL): Promise<object> {
    const api = GROUPS.find(({ group, version }) => pathname.startsWith(`/apis/${group}/${version}`));
    if (!api) throw new Error(`nothing is served at ${pathname}`);
    const groupVersion = `${api.group}/${api.version}`;
    const rest = pathname.slice(`/apis/${groupVersion}`.length);
    if (rest === '') {
      const resource = { name: 'pods', singularName: '', namespaced: true, kind: api.kind, verbs: ['get', 'list'] };
      return { apiVersion: 'v1', kind: 'APIResourceList', groupVersion, resources: [resource] };
    }
    const [label = '', value] = SELECTED.parse(searchParams.get('labelSelector')).split('=');
    const pods = this.sources.pods().filter(({ labels }) => labels[label] === value);
    const timestamp = new Date().toISOString();
    if (api.group === 'metrics.k8s.io') return this.usage(groupVersion, pods, timestamp);
    return this.figures(groupVersion, { metric: rest.split('/').at(-1) ?? '', pods, timestamp });
  }

  private usage(apiVersion: string, pods: readonly ScaledPod[], timestamp: string): object {
    const items = pods.map((pod) => ({
      metadata: { name: pod.name, namespace: NAMESPACE, creationTimestamp: timestamp },
      timestamp,
      window: '1s',
      containers: [{ name: pod.service, usage: { cpu: `${Math.round(this.sources.cpuOf(pod))}m`, memory: '100Mi' } }],
    }));
    return { apiVersion, kind: 'PodMetricsList', metadata: {}, items };
  }

  /** As the adapter reads all pods of a selector at once. */
  private async figures(
    apiVersion: string,
    { metric, pods, timestamp }: { metric: string; pods: readonly ScaledPod[]; timestamp: string },
  ): Promise<object> {
    const rule = this.sources.rules.find((each) => each.metric === metric);
    if (!rule) throw new Error(`no rule of the adapter serves ${metric}`);
    const matchers = `namespace="${NAMESPACE}",pod=~"${pods.map(({ name }) => name).join('|')}"`;
    const items = (await this.sources.ask(rule.queryFor(matchers, 'pod'))).map(({ pod, figure }) => ({
      describedObject: { kind: 'Pod', namespace: NAMESPACE, name: pod, apiVersion: '/v1' },
      metric: { name: metric, selector: null },
      timestamp,
      value: `${Math.round(figure * THOUSAND)}m`,
    }));
    return { apiVersion, kind: 'MetricValueList', metadata: {}, items };
  }
}
