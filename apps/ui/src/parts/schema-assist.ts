/** Finds what a JSON Schema allows at a path of a document, for completion and for first checks. Pure. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export type Path = readonly (string | number)[];

/** The document that references are looked up in. */
export type Root = Readonly<Record<string, unknown>>;

function resolve(root: Root, { $ref, ...rest }: Schema): Schema {
  if ($ref === undefined) return rest;
  let target: unknown = root;
  for (const part of $ref.replace(/^#\//, '').split('/'))
    target = (target as Record<string, unknown> | undefined)?.[part];
  return target === undefined ? rest : resolve(root, target as Schema);
}

/** The forms that a value may have. */
function forms(root: Root, schema: Schema): Schema[] {
  const plain = resolve(root, schema);
  const several = plain.anyOf ?? plain.oneOf ?? plain.allOf;
  return several === undefined ? [plain] : [plain, ...several.flatMap((each) => forms(root, each))];
}

/** The forms that the value at the path may have; none if the schema does not describe it. */
export function schemasAt(root: Root, schema: Schema, path: Path): Schema[] {
  return path.reduce<Schema[]>(
    (schemas, part) =>
      schemas.flatMap((each) => {
        if (typeof part === 'number') return each.items === undefined ? [] : forms(root, each.items);
        const named = each.properties?.[part];
        if (named !== undefined) return forms(root, named);
        return typeof each.additionalProperties === 'object' ? forms(root, each.additionalProperties) : [];
      }),
    forms(root, schema),
  );
}

export interface Suggestion {
  readonly label: string;
  readonly detail: string;
  readonly info?: string | undefined;
}

const typeText = ({ type, enum: values }: Schema): string =>
  values !== undefined ? values.map(String).join(' | ') : [type ?? ''].flat().join(' | ');

/** Fields that an object at the path may have. */
export function fieldsAt(root: Root, schema: Schema, path: Path): Suggestion[] {
  const fields = new Map<string, Suggestion>();
  for (const form of schemasAt(root, schema, path)) {
    for (const [label, field] of Object.entries(form.properties ?? {})) {
      const plain = resolve(root, field);
      fields.set(label, { label, detail: typeText(plain), info: field.description ?? plain.description });
    }
  }
  return [...fields.values()];
}

/** The values that the schema lists for the path: of an enumeration, or true and false. */
export function valuesAt(root: Root, schema: Schema, path: Path): string[] {
  const values = schemasAt(root, schema, path).flatMap((form) => {
    if (form.enum !== undefined) return form.enum.map(String);
    if (form.const !== undefined) return [JSON.stringify(form.const).replace(/^"|"$/g, '')];
    return form.type === 'boolean' ? ['true', 'false'] : [];
  });
  return [...new Set(values)];
}

export interface Fault {
  readonly path: Path;
  readonly message: string;
}

/** Reports fields that are not in the schema and values that are not among its choices. The server checks everything else. */
export function faultsOf(root: Root, schema: Schema, value: unknown, path: Path = []): Fault[] {
  const allowed = schemasAt(root, schema, path);
  if (allowed.length === 0) return [];
  if (Array.isArray(value)) return value.flatMap((each, i) => faultsOf(root, schema, each, [...path, i]));
  if (typeof value === 'object' && value !== null) return objectFaults(root, schema, value, path);
  const named = valuesAt(root, schema, path);
  const isOpen = allowed.some((form) => hasNoList(form) && mayBe(form, value));
  if (named.length === 0 || isOpen || named.includes(String(value))) return [];
  return [{ path, message: `must be one of ${named.join(', ')}` }];
}

const isGroup = ({ anyOf, oneOf, allOf }: Schema): boolean => (anyOf ?? oneOf ?? allOf) !== undefined;
const hasNoList = (form: Schema): boolean => !isGroup(form) && form.enum === undefined && form.const === undefined;

function mayBe({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true;
  const is = value === null ? 'null' : typeof value;
  return [type].flat().some((each) => each === is || (each === 'integer' && is === 'number'));
}

function objectFaults(root: Root, schema: Schema, value: object, path: Path): Fault[] {
  const objects = schemasAt(root, schema, path).filter(({ properties }) => properties !== undefined);
  const isClosed = objects.length > 0 && objects.every(({ additionalProperties }) => additionalProperties === false);
  const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return Object.entries(value).flatMap(([name, each]) =>
    isClosed && !names.has(name)
      ? [{ path: [...path, name], message: `there is no field ${name} here` }]
      : faultsOf(root, schema, each, [...path, name]),
  );
}
