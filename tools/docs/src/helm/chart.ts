/**
 * The Helm chart, made from the manifests that Kustomize applies (deploy/kubernetes): settings that differ between installations become
 * values, everything else is copied. Beside what is made here it has templates without a counterpart there: templates/_helpers.tpl,
 * extra-objects.yaml and NOTES.txt.
 */
import { stringify } from 'yaml';
import { z } from 'zod';
import {
  keyOf,
  manifestsAt,
  policyKey,
  roleRules,
  rulesOf,
  SERVICES,
  type Manifest,
  type Read,
  type Tree,
} from './manifests.js';
import { cronJob, deployment, PART_OF, settingsOf } from './pods.js';
import { fields, json, NOTE, optional, template, text, type Part } from './template.js';
import { byQueueValues, productionValues, smallValues, valuesOf, written } from './values.js';
import { schemaOf } from './values-schema.js';

const FOLDER = 'deploy/helm/carillon';
const RELEASE_NAMESPACE = '{{ .Release.Namespace }}';
const WORKERS_NAMESPACE = '{{ .Values.workers.namespace }}';
const PRIORITY_CLASS = 'include "carillon.priorityClass" .';

/** Every generated file of the chart by its path. */
export function helmChart(read: Read, version: string): Record<string, string> {
  const values = valuesOf(read);
  const files: Record<string, string> = {
    'Chart.yaml': `${NOTE}${stringify({
      apiVersion: 'v2',
      name: 'carillon',
      type: 'application',
      version,
      appVersion: version,
      description:
        'A central, multi-tenant job scheduler. MongoDB and NATS are yours to run; make-secrets.sh makes the Secrets.',
      kubeVersion: '>=1.27.0-0',
    })}`,
    'values.yaml': written(values),
    'values.schema.json': JSON.stringify(schemaOf(values, [...SERVICES.map(keyOf), 'backup'])),
    'values-small.yaml': written(smallValues(read)),
    'values-production.yaml': written(productionValues(read)),
    'values-by-queue.yaml': written(byQueueValues(read)),
  };
  for (const [name, content] of Object.entries(templatesOf(read))) files[`templates/${name}.yaml`] = content;
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`${FOLDER}/${path}`, content]));
}

function templatesOf(read: Read): Record<string, string> {
  const parts = (path: string, part: (each: Manifest) => Tree, condition?: string | ((each: Manifest) => string)) =>
    manifestsAt(read, path).map((each): Part => {
      const needed = typeof condition === 'function' ? condition(each) : condition;
      return { manifest: part(each), ...(needed !== undefined && { condition: needed }) };
    });
  const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'carillon' } };
  const services = SERVICES.map((name): [string, string] => {
    const ofService = (each: Manifest): Tree => serviceObject(inRelease(each));
    return [name, template(parts(`base/${name}.yaml`, ofService), settingsOf(name))];
  });
  const policies = '.Values.networkPolicies.enabled';
  return {
    ...Object.fromEntries(services),
    config: template([{ manifest: { ...inRelease(config), data: text('{{ include "carillon.config" . }}') } }]),
    backup: template(
      parts('components/backup/cron-jobs.yaml', (each) => cronJob(inRelease(each)), '.Values.backup.enabled'),
      settingsOf('backup'),
    ),
    'service-accounts': template(
      parts(
        'base/service-accounts.yaml',
        serviceAccount,
        ({ metadata }) => `.Values.${keyOf(metadata.name)}.serviceAccount.create`,
      ),
    ),
    'priority-class': template(parts('base/priority-class.yaml', priorityClass, '.Values.priorityClass.create')),
    'network-policies': template([
      ...parts('base/network-policies.yaml', (each) => policy(inRelease(each)), policies),
      ...parts(
        'components/backup/network-policies.yaml',
        (each) => policy(inRelease(each)),
        'and .Values.networkPolicies.enabled .Values.backup.enabled',
      ),
      ...parts('components/cilium/network-policy.yaml', inRelease, '.Values.networkPolicies.cilium'),
    ]),
    ingress: template(parts('components/ingress/ingress.yaml', ingress, '.Values.ingress.enabled')),
    gateway: template(parts('components/gateway/http-route.yaml', httpRoute, '.Values.gateway.enabled')),
    autoscalers: template(parts('components/autoscaling/autoscalers.yaml', autoscaler, '.Values.autoscaling.enabled')),
    'pod-monitor': template(
      parts('components/prometheus-operator/pod-monitor.yaml', podMonitor, '.Values.podMonitor.enabled'),
    ),
    'workers-namespace': template(parts('workers/namespace.yaml', workersNamespace, '.Values.workers.createNamespace')),
    'workers-roles': template(parts('workers/roles.yaml', workersRole)),
    'workers-network-policies': template(
      parts('workers/network-policies.yaml', (each) => policy(ofWorkers(each)), policies),
    ),
  };
}

function inRelease(each: Manifest): Manifest {
  const { name, namespace: _namespace, ...metadata } = each.metadata;
  const labels = { ...metadata.labels, ...PART_OF };
  return { ...each, metadata: { name, namespace: text(RELEASE_NAMESPACE), ...metadata, labels } };
}

function serviceObject(each: Manifest): Tree {
  if (each.kind === 'Deployment') return deployment(each);
  if (each.kind !== 'Service') return each;
  const values = `.Values.${keyOf(each.metadata.name)}.service`;
  return {
    ...each,
    metadata: { ...each.metadata, annotations: optional(`${values}.annotations`) },
    spec: { ...(each['spec'] as Tree), type: json(`${values}.type`) },
  };
}

function serviceAccount(each: Manifest): Tree {
  const own = inRelease(each);
  const values = `.Values.${keyOf(each.metadata.name)}.serviceAccount`;
  const annotations = optional(`${values}.annotations`);
  return { ...own, metadata: { ...own.metadata, name: json(`${values}.name`), annotations } };
}

/** Of the whole cluster. */
function priorityClass(each: Manifest): Tree {
  const name = json(`(${PRIORITY_CLASS})`);
  return { ...each, metadata: { ...each.metadata, name, labels: { ...each.metadata.labels, ...PART_OF } } };
}

/** Its rules are values, to be narrowed to where the servers of an installation are. */
function policy(each: Manifest): Tree {
  const values = `.Values.networkPolicies.rules.${policyKey(each)}`;
  const rules = Object.keys(rulesOf(each)).map((side) => [side, json(`${values}.${side}`)]);
  return { ...each, spec: { ...(each['spec'] as Tree), ...Object.fromEntries(rules) } };
}

function ingress(each: Manifest): Tree {
  const own = inRelease(each);
  const { rules } = z.object({ rules: z.tuple([z.looseObject({})]) }).parse(each['spec']);
  const host = json('.Values.host');
  return {
    ...own,
    metadata: { ...own.metadata, annotations: optional('.Values.ingress.annotations') },
    spec: {
      ingressClassName: optional('.Values.ingress.className'),
      tls: [{ hosts: [host], secretName: optional('.Values.ingress.tlsSecret') }],
      rules: [{ ...rules[0], host }],
    },
  };
}

function httpRoute(each: Manifest): Tree {
  const own = inRelease(each);
  const spec = each['spec'] as Tree;
  return {
    ...own,
    metadata: { ...own.metadata, annotations: optional('.Values.gateway.annotations') },
    spec: { ...spec, parentRefs: json('.Values.gateway.parentRefs'), hostnames: [json('.Values.host')] },
  };
}

function autoscaler(each: Manifest): Tree {
  const values = '.Values.autoscaling';
  return {
    ...inRelease(each),
    spec: {
      ...(each['spec'] as Tree),
      minReplicas: json(`${values}.minReplicas`),
      maxReplicas: json(`${values}.maxReplicas`),
      metrics: json(`${values}.metrics.${keyOf(each.metadata.name)}`),
    },
  };
}

function podMonitor(each: Manifest): Tree {
  const own = inRelease(each);
  const labels = { ...own.metadata.labels, ...fields('.Values.podMonitor.labels') };
  return { ...own, metadata: { ...own.metadata, labels } };
}

const workersNamespace = (each: Manifest): Tree => ({
  ...each,
  metadata: { ...each.metadata, name: text(WORKERS_NAMESPACE) },
});

const ofWorkers = (each: Manifest): Manifest => ({
  ...each,
  metadata: { ...each.metadata, namespace: text(WORKERS_NAMESPACE) },
});

function workersRole(each: Manifest): Tree {
  const own = ofWorkers(each);
  if (each.kind === 'RoleBinding') {
    const [subject] = z.tuple([z.looseObject({ name: z.string() })]).parse(each['subjects']);
    const name = json(`.Values.${keyOf(subject.name)}.serviceAccount.name`);
    return { ...own, subjects: [{ ...subject, name, namespace: text(RELEASE_NAMESPACE) }] };
  }
  const rules = roleRules.parse(each['rules']);
  const named = rules.map((rule) =>
    rule.resourceNames ? { ...rule, resourceNames: json('.Values.workers.secrets') } : rule,
  );
  return { ...own, rules: named };
}
