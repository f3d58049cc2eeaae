/** The manifests that Kustomize applies, as far as the chart looks into them. */
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

export type Tree = Record<string, unknown>;
/** The text of a file of this repository. */
export type Read = (path: string) => string;

export const SERVICES = ['api', 'scheduler', 'executor', 'log-collector'] as const;

const labels = z.record(z.string(), z.string());
const manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: labels.optional(), annotations: labels.optional() }),
});
export type Manifest = z.output<typeof manifest>;

const container = z.looseObject({
  resources: z.looseObject({}),
  securityContext: z.looseObject({}),
  env: z.array(z.unknown()).optional(),
  envFrom: z.array(z.unknown()),
  volumeMounts: z.array(z.unknown()),
  imagePullPolicy: z.string(),
});
export type Container = z.output<typeof container>;
const deployment = z.looseObject({
  replicas: z.number(),
  template: z.looseObject({
    metadata: z.looseObject({ labels, annotations: labels }),
    spec: z.looseObject({
      serviceAccountName: z.string().optional(),
      securityContext: z.looseObject({}),
      topologySpreadConstraints: z.array(z.unknown()),
      initContainers: z.array(container).optional(),
      containers: z.tuple([container]),
      volumes: z.array(z.unknown()),
    }),
  }),
});
export type Deployment = z.output<typeof deployment>;
export const deploymentOf = (each: Manifest): Deployment => deployment.parse(each['spec']);

const cronJob = z.looseObject({
  jobTemplate: z.looseObject({
    spec: z.looseObject({
      template: z.looseObject({
        metadata: z.looseObject({ labels }),
        spec: z.looseObject({ containers: z.tuple([container]), volumes: z.array(z.unknown()) }),
      }),
    }),
  }),
});
export const cronJobOf = (each: Manifest): z.output<typeof cronJob> => cronJob.parse(each['spec']);

const scaler = z.looseObject({ minReplicas: z.number(), maxReplicas: z.number(), metrics: z.array(z.unknown()) });
export const scalerOf = (each: Manifest): z.output<typeof scaler> => scaler.parse(each['spec']);

const rules = z.looseObject({ ingress: z.array(z.unknown()).optional(), egress: z.array(z.unknown()).optional() });
/** Of a NetworkPolicy; without those that it does not have. */
export function rulesOf(each: Manifest): Partial<Record<'ingress' | 'egress', unknown[]>> {
  const { ingress, egress } = rules.parse(each['spec']);
  return { ...(ingress && { ingress }), ...(egress && { egress }) };
}

export const roleRules = z.array(z.looseObject({ resourceNames: z.array(z.string()).optional() }));

/** Below deploy/kubernetes. */
export const manifestsAt = (read: Read, path: string): Manifest[] =>
  parseAllDocuments(read(`deploy/kubernetes/${path}`)).map((document) => manifest.parse(document.toJS()));

const kustomization = z.looseObject({
  configMapGenerator: z.array(z.object({ literals: z.array(z.string()) })).default([]),
  replicas: z.array(z.object({ name: z.string(), count: z.number() })).default([]),
  patches: z.array(z.object({ target: z.object({ name: z.string().optional() }), patch: z.string() })).default([]),
});
const replacements = z.array(z.object({ path: z.string(), value: z.unknown() }));

export interface Kustomization {
  /** `NAME=value` by name. */
  readonly literals: Readonly<Record<string, string>>;
  readonly replicas: readonly { readonly name: string; readonly count: number }[];
  readonly patches: readonly {
    readonly name: string;
    readonly operations: readonly { readonly path: string; readonly value?: unknown }[];
  }[];
}

export function kustomizationAt(read: Read, folder: string): Kustomization {
  const text = read(`deploy/kubernetes/${folder}/kustomization.yaml`);
  const { configMapGenerator, replicas, patches } = kustomization.parse(parse(text));
  const pairs = configMapGenerator.flatMap(({ literals }) => literals).map((each) => each.split(/=(.*)/s));
  return {
    literals: Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value])),
    replicas,
    patches: patches.map(({ target, patch }) => ({
      name: target.name ?? '',
      operations: replacements.parse(parse(patch)),
    })),
  };
}

/** The name of a manifest as a key of values. */
export const keyOf = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The name of a NetworkPolicy as a key of values. */
export const policyKey = ({ metadata }: Manifest): string => keyOf(metadata.name.replace('carillon-', ''));
