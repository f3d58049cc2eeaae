/** Deployments of the chart: those of Kustomize, and whatever a cluster may ask of pods as values, for all services and for each. */
import {
  cronJobOf,
  deploymentOf,
  keyOf,
  manifestsAt,
  SERVICES,
  type Container,
  type Deployment,
  type Manifest,
  type Read,
  type Tree,
} from './manifests.js';
import { each, fields, json, optional, text, when } from './template.js';

/** Of the executor: `CALL_DRAIN_SECONDS`, or its default, and the period of the other services. */
const GRACE = 'add 20 (get (include "carillon.config" . | fromJson) "CALL_DRAIN_SECONDS" | default 180 | int)';

export const PART_OF = { 'app.kubernetes.io/part-of': 'carillon' } as const;

/** The settings of the service that a file of templates is about: `allServices` with its own over them (templates/_helpers.tpl). */
export const settingsOf = (service: string): string =>
  `{{- $settings := include "carillon.settings" (dict "Values" .Values "service" "${keyOf(service)}") | fromJson }}\n`;
const setting = (name: string): string => `$settings.${name}`;

/** Values of `allServices`. Those that manifests have are taken from them; all services have the same. */
export function podSettings(read: Read): Tree {
  const [first, ...others] = SERVICES.map((service) => {
    const { metadata, spec } = deploymentIn(read, service).template;
    const [{ securityContext }] = spec.containers;
    return { podAnnotations: metadata.annotations, podSecurityContext: spec.securityContext, securityContext };
  });
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    throw new Error('annotations and security contexts of the deployments differ: the chart has one value for all');
  return {
    imagePullSecrets: [],
    extraEnv: [],
    extraEnvFrom: [],
    extraVolumes: [],
    extraVolumeMounts: [],
    extraContainers: [],
    extraInitContainers: [],
    deploymentAnnotations: {},
    podLabels: {},
    ...first,
    nodeSelector: {},
    tolerations: [],
    affinity: {},
    hostAliases: [],
    dnsConfig: {},
  };
}

/** Values of one service. */
export function serviceValues(read: Read, service: string): Tree {
  const { replicas, template } = deploymentIn(read, service);
  const { containers, topologySpreadConstraints, serviceAccountName: account } = template.spec;
  return {
    replicas,
    resources: containers[0].resources,
    topologySpreadConstraints,
    ...(account !== undefined && { serviceAccount: { create: true, name: account, annotations: {} } }),
    ...(service === 'api' && { service: { type: 'ClusterIP', annotations: {} } }),
  };
}

function deploymentIn(read: Read, service: string): Deployment {
  const found = manifestsAt(read, `base/${service}.yaml`).find(({ kind }) => kind === 'Deployment');
  if (found === undefined) throw new Error(`base/${service}.yaml has no Deployment`);
  return deploymentOf(found);
}

export function deployment(manifest: Manifest): Tree {
  const spec = deploymentOf(manifest);
  const { metadata, spec: pod } = spec.template;
  const values = `.Values.${keyOf(manifest.metadata.name)}`;
  const [container] = pod.containers;
  return {
    ...manifest,
    metadata: { ...manifest.metadata, annotations: optional(setting('deploymentAnnotations')) },
    spec: {
      ...spec,
      replicas: when('not .Values.autoscaling.enabled', `${values}.replicas`),
      template: {
        metadata: {
          labels: { ...metadata.labels, ...PART_OF, ...fields(setting('podLabels')) },
          annotations: {
            // A changed configuration, or a changed Secret at the next upgrade, replaces the pods.
            'checksum/config': text('{{ include "carillon.config" . | sha256sum }}'),
            'checksum/secret': text(`{{ include "carillon.secretSum" (list . "${manifest.metadata.name}") }}`),
            ...fields(setting('podAnnotations')),
          },
        },
        spec: {
          ...pod,
          ...optionally('imagePullSecrets', 'nodeSelector', 'tolerations', 'affinity', 'hostAliases', 'dnsConfig'),
          ...(manifest.metadata.name === 'executor' && { terminationGracePeriodSeconds: text(`{{ ${GRACE} }}`) }),
          priorityClassName: optional('include "carillon.priorityClass" .'),
          ...(pod.serviceAccountName !== undefined && { serviceAccountName: json(`${values}.serviceAccount.name`) }),
          securityContext: json(setting('podSecurityContext')),
          topologySpreadConstraints: optional(`${values}.topologySpreadConstraints`),
          ...initContainers(pod.initContainers),
          containers: [
            { ...withSettings(container), resources: json(`${values}.resources`) },
            each(setting('extraContainers')),
          ],
          volumes: [...pod.volumes, each(setting('extraVolumes'))],
        },
      },
    },
  };
}

/** Values of the pods of backups and restore drills, beside those of every service. */
export function backupValues(read: Read): Tree {
  const [backup, drill] = manifestsAt(read, 'components/backup/cron-jobs.yaml').map(({ spec, ...each }) => ({
    ...(spec as { schedule: string; suspend: boolean }),
    resources: cronJobOf({ ...each, spec }).jobTemplate.spec.template.spec.containers[0].resources,
  }));
  return {
    enabled: false,
    schedule: backup?.schedule,
    suspend: backup?.suspend,
    drillSchedule: drill?.schedule,
    drillSuspend: drill?.suspend,
    resources: backup?.resources,
  };
}

/** A CronJob of `backupValues`. */
export function cronJob(manifest: Manifest): Tree {
  const spec = cronJobOf(manifest);
  const { template } = spec.jobTemplate.spec;
  const [container] = template.spec.containers;
  const value = (name: string): string =>
    json(`.Values.backup.${manifest.metadata.name === 'backup' ? name : keyOf(`drill-${name}`)}`);
  const pod = {
    ...template.spec,
    ...optionally('imagePullSecrets', 'nodeSelector', 'tolerations', 'affinity', 'hostAliases', 'dnsConfig'),
    securityContext: json(setting('podSecurityContext')),
    containers: [{ ...withSettings(container), resources: json('.Values.backup.resources') }],
    volumes: [...template.spec.volumes, each(setting('extraVolumes'))],
  };
  const metadata = { labels: { ...template.metadata.labels, ...fields(setting('podLabels')) } };
  const jobTemplate = { ...spec.jobTemplate, spec: { ...spec.jobTemplate.spec, template: { metadata, spec: pod } } };
  return { ...manifest, spec: { ...spec, schedule: value('schedule'), suspend: value('suspend'), jobTemplate } };
}

const optionally = (...names: string[]): Tree =>
  Object.fromEntries(names.map((name) => [name, optional(setting(name))]));

function initContainers(own: readonly Container[] | undefined): Tree {
  const extra = setting('extraInitContainers');
  return { initContainers: own === undefined ? optional(extra) : [each(extra), ...own.map(withSettings)] };
}

function withSettings(container: Container): Tree {
  const { env, envFrom, volumeMounts } = container;
  const extra = setting('extraEnv');
  return {
    ...container,
    image: text('{{ include "carillon.image" . }}'),
    imagePullPolicy: text('{{ .Values.image.pullPolicy }}'),
    env: env === undefined ? optional(extra) : [...env, each(extra)],
    envFrom: [...envFrom, each(setting('extraEnvFrom'))],
    volumeMounts: [...volumeMounts, each(setting('extraVolumeMounts'))],
    securityContext: json(setting('securityContext')),
  };
}
