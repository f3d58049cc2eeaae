/**
 * Finds the references of a pod template to objects of the cluster that contain secrets, data or rights. A reference without a name
 * counts, too: merged over a worker's template it would change a reference of the worker.
 */
import { isJsonObject, type JsonValue } from '../fields.js';
import type { JsonObject } from '../pod-template.js';
import type { ReferenceKind } from './cluster-access.js';

/** The service account of the pod itself, in each field that names it. */
export const POD_ACCOUNT = Symbol('the account of the pod');

export type PodReference =
  | {
      readonly type: 'object';
      readonly path: string;
      readonly kind: ReferenceKind;
      /** Null: not named. */
      readonly name: string | typeof POD_ACCOUNT | null;
    }
  /** A volume claim that takes any volume with these labels. */
  | { readonly type: 'selector'; readonly path: string; readonly labels: Readonly<Record<string, JsonValue>> }
  /** A reference that no list can grant. */
  | { readonly type: 'other'; readonly path: string; readonly message: string };

type Found = readonly PodReference[];

/** Fields whose value is an object that refers to another object by the field that is given here. */
const NAMED_IN: Readonly<Record<string, readonly [kind: ReferenceKind, nameField: string]>> = {
  secretKeyRef: ['secrets', 'name'],
  configMapKeyRef: ['configMaps', 'name'],
  configMapRef: ['configMaps', 'name'],
  persistentVolumeClaim: ['persistentVolumeClaims', 'claimName'],
  configMap: ['configMaps', 'name'],
};

/** Fields whose value is itself a name. */
const NAMES: Readonly<Record<string, ReferenceKind>> = {
  secretName: 'secrets',
  serviceAccountName: 'serviceAccounts',
  serviceAccount: 'serviceAccounts',
  priorityClassName: 'priorityClasses',
};

/** Sources of a projected volume that contain data of the pod itself. */
const OWN_SOURCES: readonly string[] = ['downwardAPI', 'configMap', 'secret', 'serviceAccountToken'];

/** All references of the template; paths are those of the template. */
export function podReferences(template: JsonObject): Found {
  const { spec } = template;
  return isJsonObject(spec) ? inObject(spec, 'spec') : [];
}

/** The volume that a claim requests: by its name, by its labels, any volume without a class, or a copy of another's data. */
export function claimReferences(spec: JsonObject, path: string): Found {
  const { volumeName, selector, storageClassName, dataSource, dataSourceRef } = spec;
  const references: PodReference[] = [];
  if (volumeName !== undefined) references.push(named('persistentVolumes', volumeName, `${path}.volumeName`));
  if (selector !== undefined) {
    const labels = isJsonObject(selector) ? selector['matchLabels'] : null;
    references.push({ type: 'selector', path: `${path}.selector`, labels: isJsonObject(labels) ? labels : {} });
  }
  if (storageClassName === '' && volumeName === undefined && selector === undefined)
    references.push(
      other(`${path}.storageClassName`, 'matches any volume without a class: give the name of the volume'),
    );
  for (const [field, source] of Object.entries({ dataSource, dataSourceRef })) {
    if (source !== undefined) references.push(sourceReference(source, `${path}.${field}`));
  }
  return references;
}

function sourceReference(source: JsonValue, path: string): PodReference {
  const { kind, name = null, namespace } = isJsonObject(source) ? source : {};
  return kind === 'PersistentVolumeClaim' && namespace === undefined
    ? named('persistentVolumeClaims', name, `${path}.name`)
    : other(path, 'copies data of another volume, which only a worker may do');
}

function inObject(object: Readonly<Record<string, JsonValue>>, path: string): Found {
  return Object.entries(object).flatMap(([field, value]) =>
    inField(field, value, { path: `${path}.${field}`, path0: path }),
  );
}

interface Place {
  readonly path: string;
  /** The path of the object that contains the field. */
  readonly path0: string;
}

function inField(field: string, value: JsonValue, { path, path0 }: Place): Found {
  if (isJsonObject(value)) {
    const [kind, nameField] = nameOf(field, path0) ?? [];
    if (kind !== undefined && nameField !== undefined) return [inside(kind, value, { path, nameField })];
  }
  const kind = NAMES[field];
  if (kind !== undefined) return [named(kind, value, path)];
  switch (field) {
    case 'imagePullSecrets':
      return elements(value, path).map(pullSecret);
    case 'resourceClaims':
      return elements(value, path).map(([, at]) => other(at, 'claims a device, which only a worker may do'));
    case 'automountServiceAccountToken':
      return value === false ? [] : [podAccount(path)];
    case 'serviceAccountToken':
      return [podAccount(path)];
    case 'volumeClaimTemplate':
      return inClaimTemplate(value, path);
    default:
      return inValue(value, path);
  }
}

function inClaimTemplate(value: JsonValue, path: string): Found {
  const spec = isJsonObject(value) ? value['spec'] : undefined;
  return isJsonObject(spec) ? claimReferences(spec, `${path}.spec`) : [];
}

const podAccount = (path: string): PodReference => ({
  type: 'object',
  path,
  kind: 'serviceAccounts',
  name: POD_ACCOUNT,
});

const pullSecret = ([each, path]: readonly [JsonValue, string]): PodReference =>
  isJsonObject(each) ? inside('secrets', each, { path, nameField: 'name' }) : named('secrets', null, path);

/** The kind of object to which this field refers, and the field that holds its name. */
function nameOf(field: string, path0: string): readonly [kind: ReferenceKind, nameField: string] | undefined {
  if (field === 'secret') return ['secrets', isProjected(path0) ? 'name' : 'secretName'];
  return NAMED_IN[field] ?? (/secretRef$/i.test(field) ? ['secrets', 'name'] : undefined);
}

function inValue(value: JsonValue, path: string): Found {
  if (isJsonObject(value)) return [...foreignSources(value, path), ...inObject(value, path)];
  return elements(value, path).flatMap(([each, at]) => inValue(each, at));
}

/** Certificates and similar sources that a newer cluster would add to a projected volume. */
const foreignSources = (value: Readonly<Record<string, JsonValue>>, path: string): Found =>
  isProjected(path)
    ? Object.keys(value)
        .filter((source) => !OWN_SOURCES.includes(source))
        .map((source) => other(`${path}.${source}`, 'is not a source that a job may use'))
    : [];

const isProjected = (path: string): boolean => /\.sources\[\d+\]$/.test(path);

function elements(value: JsonValue, path: string): readonly (readonly [JsonValue, string])[] {
  return Array.isArray(value) ? value.map((each, at) => [each, `${path}[${at}]`] as const) : [];
}

interface Field {
  readonly path: string;
  readonly nameField: string;
}

const inside = (
  kind: ReferenceKind,
  value: Readonly<Record<string, JsonValue>>,
  { path, nameField }: Field,
): PodReference => named(kind, value[nameField] ?? null, `${path}.${nameField}`);

const named = (kind: ReferenceKind, name: JsonValue, path: string): PodReference => ({
  type: 'object',
  path,
  kind,
  name: typeof name === 'string' && name !== '' ? name : null,
});

const other = (path: string, message: string): PodReference => ({ type: 'other', path, message });
