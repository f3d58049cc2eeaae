/** The objects of the stand-in, as plain JSON, and how they are selected and patched. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface KubeObject {
  apiVersion?: string;
  kind?: string;
  metadata: {
    name: string;
    namespace: string;
    uid: string;
    resourceVersion: string;
    creationTimestamp: string;
    deletionTimestamp?: string;
    deletionGracePeriodSeconds?: number;
    finalizers?: string[];
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  spec?: Record<string, Json>;
  status?: Record<string, Json>;
  [field: string]: unknown;
}

/** Equality (`a=b`, `a==b`, `a!=b`), `a in (b,c)`, `a notin (b,c)`, `a` and `!a`, joined by commas. */
export function selects(selector: string, labels: Readonly<Record<string, string>> = {}): boolean {
  return selector
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter(Boolean)
    .every((part) => selectsOne(part, labels));
}

function selectsOne(part: string, labels: Readonly<Record<string, string>>): boolean {
  const set = /^(\S+) (in|notin) \(([^)]*)\)$/.exec(part);
  if (set) {
    const values = set[3]!.split(',').map((value) => value.trim());
    const isIn = labels[set[1]!] !== undefined && values.includes(labels[set[1]!]!);
    return set[2] === 'in' ? isIn : !isIn;
  }
  const equality = /^([^!=]+)(!=|==?)(.*)$/.exec(part);
  if (equality) return (labels[equality[1]!.trim()] === equality[3]!.trim()) === (equality[2] !== '!=');
  return part.startsWith('!') ? labels[part.slice(1)] === undefined : labels[part] !== undefined;
}

/** `a.b=c` and `a.b!=c`, joined by commas; a field that is not there is an empty text. */
export function selectsFields(selector: string, object: KubeObject): boolean {
  return selector
    .split(',')
    .filter(Boolean)
    .every((part) => {
      const [, path = '', operator, value] = /^(.+?)(!=|==?)(.*)$/.exec(part) ?? [];
      const at = path
        .split('.')
        .reduce<Json | undefined>((on, key) => (isMap(on) ? on[key] : undefined), toJson(object));
      return ((at ?? '') === value) === (operator !== '!=');
    });
}

const toJson = (object: KubeObject): Json => object as unknown as Json;

/** JSON merge patch (RFC 7386), and the part of strategic merge patch that lists of plain values need. */
export function patched(base: Json | undefined, patch: Json): Json {
  if (!isMap(patch)) return patch;
  const result: Record<string, Json> = isMap(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(patch)) {
    const list = /^\$deleteFromPrimitiveList\/(.+)$/.exec(key)?.[1];
    if (list !== undefined) {
      const gone = value as Json[];
      const kept = ((result[list] ?? []) as Json[]).filter((element) => !gone.includes(element));
      result[list] = kept;
    } else if (key === 'finalizers')
      result[key] = [...new Set([...((result[key] ?? []) as Json[]), ...(value as Json[])])];
    else if (value === null) Reflect.deleteProperty(result, key);
    else result[key] = patched(result[key], value);
  }
  return result;
}

/** A step of a JSON patch (RFC 6902), as far as it is used: fields of objects are compared and replaced. */
export interface PatchStep {
  readonly op: 'test' | 'replace';
  readonly path: string;
  readonly value: Json;
}

/** Null where a test fails or a path leads nowhere. */
export function jsonPatched(base: Json, steps: readonly PatchStep[]): Json | null {
  const result = structuredClone(base);
  for (const { op, path, value } of steps) {
    const keys = path
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop() ?? '';
    const parent = keys.reduce<Json | undefined>((at, key) => (isMap(at) ? at[key] : undefined), result);
    if (!isMap(parent) || parent[last] === undefined) return null;
    if (op === 'replace') parent[last] = value;
    else if (JSON.stringify(parent[last]) !== JSON.stringify(value)) return null;
  }
  return result;
}

const isMap = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
