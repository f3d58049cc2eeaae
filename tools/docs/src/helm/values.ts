/** The values of the chart, as the manifests of Kustomize have them, and those of its overlays. */
import { stringify } from 'yaml';
import {
  keyOf,
  kustomizationAt,
  manifestsAt,
  policyKey,
  roleRules,
  rulesOf,
  scalerOf,
  SERVICES,
  type Read,
  type Tree,
} from './manifests.js';
import { backupValues, podSettings, serviceValues } from './pods.js';
import { AS_HELM_READS, NOTE } from './template.js';

/** What is not plain from the name. */
const COMMENTS: Readonly<Record<string, string>> = {
  host: 'where people reach the UI and the API: of the Ingress or the HTTPRoute, and of PUBLIC_URL in values-production.yaml.',
  image: 'by its digest where it is given, else by its tag, else of the version of the chart.',
  config:
    'variables of all services (docs/env.md), texts that may be templates. Secrets are in the Secrets that deploy/kubernetes/make-secrets.sh makes.',
  allServices:
    'settings of the pods of every service. Each service (api, scheduler, executor, logCollector) takes the same beside its own: lists are added, maps merged.',
  workers: 'secrets: Secrets whose values the log-collector hides in output.',
  backup:
    'a backup each night into an object store; the Secret carillon-backup says where. The drill runs when it is asked to, or at drillSchedule once drillSuspend is false. It takes settings of pods as services do.',
  priorityClass:
    'name: by default that of the namespace of the release. Without a name, and if none is created, pods have no priority.',
  networkPolicies:
    'rules: whom the services reach, and who reaches them. cilium: the Kubernetes API for the executor and the log-collector where Cilium enforces the policies.',
  ingress: 'with annotations of ingress-nginx, for events that are not buffered and connections of an hour.',
  gateway: 'an HTTPRoute of the Gateway API, in place of the Ingress; the listener of the Gateway has the certificate.',
  podMonitor:
    'labels: by which your Prometheus selects monitors. One that also follows annotations counts twice: set prometheus.io/scrape of allServices.podAnnotations to null.',
  extraObjects: 'further manifests, which may hold templates.',
};

export function written(values: Tree): string {
  const parts = Object.entries(values).map(([key, value]) => {
    const comment = COMMENTS[key] === undefined ? '' : `# ${key}: ${COMMENTS[key]}\n`;
    return `${comment}${stringify({ [key]: value }, AS_HELM_READS)}`;
  });
  return `${NOTE}${parts.join('')}`;
}

export function valuesOf(read: Read): Tree {
  const services = SERVICES.map((name) => [keyOf(name), serviceValues(read, name)] as const);
  const [ingress] = manifestsAt(read, 'components/ingress/ingress.yaml');
  const [route] = manifestsAt(read, 'components/gateway/http-route.yaml');
  const { parentRefs } = route?.['spec'] as Tree;
  return {
    host: 'carillon.example.com',
    image: { repository: 'carillon', tag: '', digest: '', pullPolicy: 'IfNotPresent' },
    config: configOf(read, 'base'),
    allServices: podSettings(read),
    ...Object.fromEntries(services),
    workers: { namespace: 'workers', createNamespace: true, secrets: secretsIn(read) },
    backup: backupValues(read),
    priorityClass: { create: true, name: '' },
    networkPolicies: { enabled: true, cilium: false, rules: policyRules(read) },
    autoscaling: { enabled: false, ...scaleOf(read) },
    ingress: {
      enabled: false,
      className: '',
      tlsSecret: 'carillon-tls',
      annotations: ingress?.metadata.annotations,
    },
    gateway: { enabled: false, parentRefs, annotations: {} },
    podMonitor: { enabled: false, labels: {} },
    extraObjects: [],
  };
}

/** The variables of a Kustomization, with the namespaces as values. */
function configOf(read: Read, folder: string): Tree {
  const pairs = Object.entries(kustomizationAt(read, folder).literals).map(([name, value]) => [
    name,
    name === 'KUB_NAMESPACE'
      ? '{{ .Values.workers.namespace }}'
      : value
          .replace('.carillon.svc', '.{{ .Release.Namespace }}.svc')
          .replace('carillon.example.com', '{{ .Values.host }}'),
  ]);
  return Object.fromEntries(pairs) as Tree;
}

function policyRules(read: Read): Tree {
  const policies = ['base', 'workers', 'components/backup'].flatMap((folder) =>
    manifestsAt(read, `${folder}/network-policies.yaml`),
  );
  const rules = policies.map((each) => [policyKey(each), rulesOf(each)] as const);
  return Object.fromEntries(rules.filter(([, sides]) => Object.keys(sides).length > 0));
}

function scaleOf(read: Read): { minReplicas: number; maxReplicas: number; metrics: Record<string, unknown[]> } {
  const scalers = manifestsAt(read, 'components/autoscaling/autoscalers.yaml');
  const specs = scalers.map((each) => [keyOf(each.metadata.name), scalerOf(each)] as const);
  const { minReplicas = 0, maxReplicas = 0 } = specs[0]?.[1] ?? {};
  return { minReplicas, maxReplicas, metrics: Object.fromEntries(specs.map(([name, { metrics }]) => [name, metrics])) };
}

const secretsIn = (read: Read): string[] =>
  manifestsAt(read, 'workers/roles.yaml').flatMap((role) =>
    role.kind === 'Role' ? roleRules.parse(role['rules']).flatMap(({ resourceNames = [] }) => resourceNames) : [],
  );

export function smallValues(read: Read): Tree {
  const { replicas, patches } = kustomizationAt(read, 'overlays/small');
  const resources: Tree = {};
  for (const { path, value } of patches.flatMap(({ operations }) => operations)) {
    const [kind = '', name = ''] = path.split('/').slice(-2);
    resources[kind] = { ...(resources[kind] as Tree | undefined), [name]: value };
  }
  return Object.fromEntries(replicas.map(({ name, count }) => [keyOf(name), { replicas: count, resources }]));
}

export const productionValues = (read: Read): Tree => ({
  config: configOf(read, 'overlays/production'),
  autoscaling: { enabled: true },
  ingress: { enabled: true },
});

export function byQueueValues(read: Read): Tree {
  const { patches } = kustomizationAt(read, 'components/autoscaling-by-queue');
  const { metrics } = scaleOf(read);
  const added = patches.map(({ name, operations }): [string, unknown[]] => {
    const key = keyOf(name);
    return [key, [...(metrics[key] ?? []), ...operations.map(({ value }) => value)]];
  });
  return { autoscaling: { metrics: Object.fromEntries(added) } };
}
