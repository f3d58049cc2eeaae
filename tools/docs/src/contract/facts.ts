/**
 * The promises of an OpenAPI document, as lines of text that can be compared and read: one for each operation, parameter,
 * field, accepted value, bound and status. Texts and examples are no promises and are left out.
 */
type Json = Readonly<Record<string, unknown>>;
type Direction = 'takes' | 'gives';

/** Keywords by which a request can be refused, and whether a greater value is stricter. */
export const BOUNDS = {
  minimum: 'lower',
  exclusiveMinimum: 'lower',
  minLength: 'lower',
  minItems: 'lower',
  maximum: 'upper',
  exclusiveMaximum: 'upper',
  maxLength: 'upper',
  maxItems: 'upper',
} as const;

/**
 * Sorted, without repeats. `takes x: string` is a field that a request may have, `takes x=abort` an accepted value, `needs x` a
 * required field, `bound x maximum 10` a limit; `gives x: string` is a field of every answer, `may give x: string` of some.
 */
export function contractFacts(document: unknown): string[] {
  const facts = new Facts(asJson(asJson(asJson(document)['components'])['schemas']));
  for (const [path, methods] of entries(asJson(document)['paths'])) {
    for (const [method, operation] of entries(methods))
      facts.operation(`${method.toUpperCase()} ${path}`, asJson(operation));
  }
  for (const [name, hook] of entries(asJson(document)['webhooks'])) {
    // We send a webhook's request, so it counts as an answer.
    facts.content(`webhook ${name}`, asJson(asJson(asJson(hook)['post'])['requestBody'])['content'], 'gives');
  }
  return facts.sorted();
}

class Facts {
  private readonly lines = new Set<string>();
  private readonly seen = new Set<string>();

  constructor(private readonly schemas: Json) {}

  sorted(): string[] {
    return [...this.lines].sort();
  }

  operation(name: string, operation: Json): void {
    this.lines.add(`serves ${name}`);
    for (const parameter of asList(operation['parameters']).map(asJson)) {
      const at = `${name} ${String(parameter['in'])} ${String(parameter['name'])}`;
      if (parameter['required'] === true) this.lines.add(`needs ${at}`);
      this.schema(at, parameter['schema'], 'takes');
    }
    const body = asJson(operation['requestBody']);
    if (body['required'] === true) this.lines.add(`needs ${name} body`);
    this.content(name, body['content'], 'takes');
    for (const [status, response] of entries(operation['responses'])) {
      if (!status.startsWith('2')) continue;
      this.lines.add(`answers ${name} ${status}`);
      this.content(`${name} ${status}`, asJson(response)['content'], 'gives');
    }
  }

  content(name: string, content: unknown, direction: Direction): void {
    for (const [type, { schema }] of entries(content).map(([each, media]) => [each, asJson(media)] as const)) {
      this.schema(`${name} ${type}`, schema, direction);
    }
  }

  private schema(at: string, given: unknown, direction: Direction, verb: string = direction): void {
    const schema = asJson(given);
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const name = reference.replace('#/components/schemas/', '');
      this.lines.add(`${verb} ${at}: ${name}`);
      this.named(name, direction);
      return;
    }
    const alternatives = asList(schema['anyOf'] ?? schema['oneOf']).map(asJson);
    const plain = alternatives.length === 0 ? [schema] : alternatives;
    if (direction === 'gives') this.lines.add(`${verb} ${at}: ${[...new Set(plain.map(typeOf))].sort().join('|')}`);
    for (const [place, each] of plain.entries()) {
      const where = alternatives.length > 1 && 'properties' in each ? `${at}<${discriminator(each) ?? place}>` : at;
      this.alternative(where, each, direction);
    }
  }

  private named(name: string, direction: Direction): void {
    const key = `${direction} ${name}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.schema(name, this.schemas[name], direction);
  }

  private alternative(at: string, schema: Json, direction: Direction): void {
    if (typeof schema['$ref'] === 'string') {
      this.schema(at, schema, direction);
      return;
    }
    if (direction === 'takes') this.accepted(at, schema);
    const required = new Set(asList(schema['required']));
    for (const [name, property] of entries(schema['properties'])) {
      const field = `${at}.${name}`;
      if (direction === 'takes' && required.has(name)) this.lines.add(`needs ${field}`);
      this.schema(field, property, direction, direction === 'gives' && !required.has(name) ? 'may give' : direction);
    }
    if ('items' in schema) this.schema(`${at}[]`, schema['items'], direction);
    if (isObject(schema['additionalProperties'])) this.schema(`${at}{}`, schema['additionalProperties'], direction);
  }

  private accepted(at: string, schema: Json): void {
    const values = 'const' in schema ? [schema['const']] : asList(schema['enum']);
    for (const value of values) this.lines.add(`takes ${at}=${JSON.stringify(value)}`);
    if (values.length === 0) for (const type of typeOf(schema).split('|')) this.lines.add(`takes ${at}: ${type}`);
    for (const key of Object.keys(BOUNDS)) {
      if (typeof schema[key] === 'number') this.lines.add(`bound ${at} ${key} ${schema[key]}`);
    }
  }
}

/** The value by which an alternative is distinguished from the others; undefined where there is none. */
function discriminator(schema: Json): string | undefined {
  const fixed = entries(schema['properties']).find(([, property]) => 'const' in asJson(property));
  return fixed && String(asJson(fixed[1])['const']);
}

/** `any` where no type is given; `string|null` where several are. */
function typeOf(schema: Json): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].replace('#/components/schemas/', '');
  const type = schema['type'];
  if (Array.isArray(type)) return type.map(String).sort().join('|');
  return typeof type === 'string' ? type : 'const' in schema ? typeof schema['const'] : 'any';
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asJson = (value: unknown): Json => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const entries = (value: unknown): [string, unknown][] => Object.entries(asJson(value));
