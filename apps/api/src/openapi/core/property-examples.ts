/** Gives every property of an OpenAPI document an example: its own, or one that follows from its name and schema. */
export type Json = Readonly<Record<string, unknown>>;
/**
 * Values to choose from, by the name of the property, or first by the enclosing name and its own (`Worker.id`, `tasks.name`); the first
 * value that the schema accepts is used.
 */
export type ExampleValues = Readonly<Record<string, readonly unknown[]>>;

/** References that are followed in one example: schemas may contain themselves. */
const MAX_REFERENCES = 6;
const REFERENCE = '#/components/schemas/';

/** The document with `examples` at every property of its named schemas; a property without a value stays without an example. */
export function withExamples(document: Json, values: ExampleValues): Record<string, unknown> {
  const components = asObject(document['components']);
  const schemas = asObject(components['schemas']);
  const maker = new ExampleMaker(schemas, values);
  const named = Object.entries(schemas).map(([name, schema]) => [name, annotated(schema, name, maker)] as const);
  return { ...document, components: { ...components, schemas: Object.fromEntries(named) } };
}

/** Pointers to properties without an example. */
export function withoutExample(node: unknown, pointer = ''): string[] {
  return Object.entries(asObject(node)).flatMap(([key, child]) => {
    if (isData(key)) return [];
    const here = `${pointer}/${key}`;
    if (key !== 'properties') return withoutExample(child, here);
    return Object.entries(asObject(child)).flatMap(([name, schema]) => [
      ...(ownExample(asObject(schema)) === undefined ? [`${here}/${name}`] : []),
      ...withoutExample(schema, `${here}/${name}`),
    ]);
  });
}

/** `owner` names the property or named schema that encloses the node. */
function annotated(node: unknown, owner: string, maker: ExampleMaker): unknown {
  if (Array.isArray(node)) return node.map((each: unknown) => annotated(each, owner, maker));
  if (!isObject(node)) return node;
  const parts = Object.entries(node).map(([key, child]): [string, unknown] => {
    if (isData(key)) return [key, child];
    if (key !== 'properties' || !isObject(child)) return [key, annotated(child, owner, maker)];
    const properties = Object.entries(child).map(([name, schema]): [string, unknown] => {
      const inner = annotated(schema, enclosing(name, owner), maker);
      return [name, isObject(inner) ? maker.exampleOf(inner, name, owner) : inner];
    });
    return [key, Object.fromEntries(properties)];
  });
  return Object.fromEntries(parts);
}

/** Makes values that a schema accepts. `undefined`: no value was found. */
class ExampleMaker {
  constructor(
    private readonly schemas: Json,
    private readonly values: ExampleValues,
  ) {}

  /** The schema of a property, with an example if it has none of its own and one can be made. */
  exampleOf(schema: Json, name: string, owner: string): Json {
    const example = ownExample(schema) === undefined ? this.of(schema, name, owner, MAX_REFERENCES) : undefined;
    return example === undefined ? schema : { ...schema, examples: [example] };
  }

  /** A named schema by itself has no `name`. */
  private of(schema: Json, name: string, owner: string, references: number): unknown {
    const own = ownExample(schema);
    if (own !== undefined) return own;
    if ('const' in schema) return schema['const'];
    const named = [`${owner}.${name}`, name].flatMap((key) =>
      Object.hasOwn(this.values, key) ? (this.values[key] ?? []) : [],
    );
    const value = named.find((each) => this.takes(schema, each));
    if (value !== undefined) return value;
    const { default: preset, enum: choices } = schema;
    if (preset !== undefined && typeof preset !== 'object') return preset;
    if (Array.isArray(choices)) return choices[0];
    if (schema['type'] === 'boolean') return true;
    return this.composed(schema, name, owner, references);
  }

  private composed(schema: Json, name: string, owner: string, references: number): unknown {
    const target = this.referred(schema);
    if (target) return references === 0 ? undefined : this.of(target.schema, '', target.name, references - 1);
    for (const branch of branchesOf(schema)) {
      const example = branch['type'] === 'null' ? undefined : this.of(branch, name, owner, references);
      if (example !== undefined) return example;
    }
    if (schema['type'] === 'array') {
      const item = this.of(asObject(schema['items']), name, owner, references);
      return item === undefined ? undefined : [item];
    }
    return schema['type'] === 'object' ? this.object(schema, enclosing(name, owner), references) : undefined;
  }

  /** An object with its required fields, or with its first field if none is required. */
  private object(schema: Json, owner: string, references: number): unknown {
    const properties = Object.entries(asObject(schema['properties']));
    const { required } = schema;
    const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
    const needed = properties.filter(([name]) => isRequired(name));
    const chosen = needed.length > 0 ? needed : properties.slice(0, 1);
    const fields = chosen.map(([name, each]) => [name, this.of(asObject(each), name, owner, references)] as const);
    const isWhole = chosen.length > 0 && fields.every(([, value]) => value !== undefined);
    return isWhole ? Object.fromEntries(fields) : undefined;
  }

  /** Checks type, bounds and pattern, which distinguish the meanings of a name. A test checks every example against its whole schema. */
  private takes(schema: Json, value: unknown): boolean {
    const target = this.referred(schema);
    if (target) return this.takes(target.schema, value);
    const branches = branchesOf(schema);
    if (branches.length > 0) return branches.some((each) => this.takes(each, value));
    const { type, enum: choices } = schema;
    if ('const' in schema) return schema['const'] === value;
    if (Array.isArray(choices)) return choices.includes(value);
    return (type === undefined || namesType(type, value)) && this.takesInner(schema, value);
  }

  private takesInner(schema: Json, value: unknown): boolean {
    if (typeof value === 'number') return isWithin(schema, value);
    if (typeof value === 'string') return isInForm(schema, value);
    if (Array.isArray(value)) return value.every((each) => this.takes(asObject(schema['items']), each));
    return !isObject(value) || this.takesFields(schema, value);
  }

  private takesFields({ properties, required, additionalProperties }: Json, value: Json): boolean {
    const fields = asObject(properties);
    if (Array.isArray(required) && !required.every((name) => isText(name) && name in value)) return false;
    return Object.entries(value).every(([name, each]) => {
      const schema = Object.hasOwn(fields, name) ? fields[name] : additionalProperties;
      return schema === undefined || (schema !== false && this.takes(asObject(schema), each));
    });
  }

  private referred({ $ref }: Json): { readonly name: string; readonly schema: Json } | null {
    if (!isText($ref)) return null;
    const name = $ref.slice(REFERENCE.length);
    return { name, schema: asObject(this.schemas[name]) };
  }
}

/** The owner of a property's fields: the property itself, except for the items of an answer and for a named schema. */
const enclosing = (name: string, owner: string): string => (name === '' || name === 'items' ? owner : name);
const ownExample = (schema: Json): unknown =>
  schema['example'] ?? (Array.isArray(schema['examples']) ? schema['examples'][0] : undefined);
const branchesOf = (schema: Json): Json[] => {
  const branches = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  return Array.isArray(branches) ? branches.map(asObject) : [];
};

function namesType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type)) return type.some((each) => namesType(each, value));
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isWithin(schema: Json, value: number): boolean {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = schema;
  return value >= Number(minimum) && value > Number(exclusiveMinimum) && value <= Number(maximum);
}

function isInForm({ pattern, format }: Json, value: string): boolean {
  if (isText(pattern) && !new RegExp(pattern, 'u').test(value)) return false;
  if (format === 'date-time') return /^\d{4}-\d\d-\d\dT/.test(value);
  return format !== 'uri' || URL.canParse(value);
}

/** The contents of examples and defaults are data, not schemas. */
const isData = (key: string): boolean => ['example', 'examples', 'default', 'enum', 'const'].includes(key);
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});
