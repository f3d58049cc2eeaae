/**
 * The objects of a cluster to which a tenant's jobs may refer beyond those of their workers: by name, or by labels that the
 * object must have. An empty list is the default. Written by admins; checked when a job is saved, and before each attempt
 * starts.
 */

/** Kinds of objects that a pod can refer to, in Kubernetes' plural. Priority classes and volumes belong to the whole cluster. */
export const REFERENCE_KINDS = [
  'secrets',
  'configMaps',
  'persistentVolumeClaims',
  'persistentVolumes',
  'serviceAccounts',
  'priorityClasses',
] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** An object is granted by its name, or because it has all of these labels. */
export interface Grant {
  readonly names?: readonly string[] | undefined;
  readonly matchLabels?: Readonly<Record<string, string>> | undefined;
}

export type ClusterAccess = Readonly<Partial<Record<ReferenceKind, Grant | undefined>>> & {
  /** Keys of labels that its pods may have (`team`), or one value of a key (`app=reports`). */
  readonly labels?: readonly string[] | undefined;
  /** The same for annotations. */
  readonly annotations?: readonly string[] | undefined;
};

export const NO_ACCESS: ClusterAccess = {};

/** Kinds of namespaced objects, which belong to one tenant. */
const NAMESPACED: readonly ReferenceKind[] = ['secrets', 'configMaps', 'persistentVolumeClaims', 'serviceAccounts'];

const isGrant = ({ names = [], matchLabels = {} }: Grant): boolean =>
  names.length > 0 || Object.keys(matchLabels).length > 0;

/** True if the tenant has objects of its own in its namespace: then it must not share the namespace. */
export const hasOwnObjects = (access: ClusterAccess | null | undefined): boolean =>
  NAMESPACED.some((kind) => isGrant(access?.[kind] ?? {}));

/** `byLabels`: granted if the object has these labels, which can be checked only in the cluster. */
export type Verdict = 'granted' | 'refused' | { readonly byLabels: Readonly<Record<string, string>> };

export function judgeReference(access: ClusterAccess, kind: ReferenceKind, name: string): Verdict {
  const { names = [], matchLabels = {} } = access[kind] ?? {};
  if (names.includes(name)) return 'granted';
  return Object.keys(matchLabels).length > 0 ? { byLabels: matchLabels } : 'refused';
}

/** Whether a volume claim that selects its volume by these labels can get only granted volumes. */
export function isSelectorGranted(access: ClusterAccess, selected: Readonly<Record<string, unknown>>): boolean {
  const wanted = Object.entries(access.persistentVolumes?.matchLabels ?? {});
  return wanted.length > 0 && wanted.every(([key, value]) => selected[key] === value);
}

export function isMarkGranted(list: readonly string[] | undefined, key: string, value: unknown): boolean {
  return list?.some((entry) => entry === key || entry === `${key}=${String(value)}`) === true;
}
