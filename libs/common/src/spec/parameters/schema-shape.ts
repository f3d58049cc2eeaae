/**
 * Which JSON Schemas a job may give for its parameters: keywords of draft 2020-12 without references to elsewhere and without recursion,
 * so that the work of a check is bounded by the sizes of the schema and the checked value.
 */
import { RE2JS } from 're2js';
import { MAX_PATTERN_PROGRAM, MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, MAX_SCHEMA_PARTS } from '../../domain/limits.js';
import { isJsonObject, type JsonValue } from '../fields.js';
import type { Problem } from '../problem.js';

export type JsonSchema = Readonly<Record<string, JsonValue>>;

export const SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** The formats that are checked; others are refused, because they would have no effect. */
export const FORMATS = [
  ...['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'],
] as const;

const ONE_SCHEMA = [
  ...['not', 'if', 'then', 'else', 'items', 'contains', 'propertyNames', 'additionalProperties'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
];
const SCHEMAS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED_SCHEMAS = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];
const PLAIN = [
  ...['type', 'enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'format', 'maxItems', 'minItems', 'uniqueItems', 'maxContains'],
  ...['minContains', 'maxProperties', 'minProperties', 'required', 'dependentRequired', '$ref', '$schema'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
];
const KNOWN: ReadonlySet<string> = new Set([...ONE_SCHEMA, ...SCHEMAS, ...NAMED_SCHEMAS, ...PLAIN]);
const LOCAL_REFERENCE = /^#\/\$defs\/([^/~]+)$/;
/** To find equal items, each of them is serialised. */
const PARTS_OF_UNIQUE = 50;

type Path = readonly (string | number)[];

/** The problems of a schema, each with its path in the schema; empty if the schema may be used. */
export function shapeProblems(schema: JsonSchema): Problem[] {
  if (new TextEncoder().encode(JSON.stringify(schema)).length > MAX_SCHEMA_BYTES)
    return [{ path: [], message: `must be at most ${MAX_SCHEMA_BYTES} bytes as JSON` }];
  return new Shape(schema).problems();
}

/** How many parts the schema has when a referenced part is counted for each reference. Only for a schema without problems. */
export const partsOf = (schema: JsonSchema): number => new Shape(schema).parts();

class Shape {
  private readonly faults: Problem[] = [];
  /** The number of parts of each entry of `$defs`, by name; null while it is counted. */
  private readonly counted = new Map<string, number | null>();
  private program = 0;

  constructor(private readonly root: JsonSchema) {}

  problems(): Problem[] {
    const parts = this.parts();
    if (this.faults.length === 0 && parts > MAX_SCHEMA_PARTS)
      this.refuse([], `has more than ${MAX_SCHEMA_PARTS} parts, where a part counts each time that it is referred to`);
    if (this.faults.length === 0 && this.program > MAX_PATTERN_PROGRAM)
      this.refuse([], 'has patterns that are too large together: use fewer repetitions');
    return this.faults;
  }

  parts(): number {
    const { $defs, ...rest } = this.root;
    for (const name of Object.keys(objectOf($defs))) this.partsOfDefinition(name);
    return this.partsOf(rest, []);
  }

  private refuse(path: Path, message: string): void {
    this.faults.push({ path, message });
  }

  private partsOf(schema: JsonValue | undefined, path: Path): number {
    if (typeof schema === 'boolean') return 1;
    if (!isJsonObject(schema)) {
      this.refuse(path, 'must be a schema: an object, true or false');
      return 1;
    }
    if (path.length > MAX_SCHEMA_DEPTH) {
      this.refuse(path, 'is nested too deeply');
      return 1;
    }
    return Object.entries(schema).reduce((sum, [keyword, value]) => sum + this.partsOfKeyword(keyword, value, path), 1);
  }

  private partsOfKeyword(keyword: string, value: JsonValue, within: Path): number {
    const path = [...within, keyword];
    if (!KNOWN.has(keyword)) this.refuse(path, 'is not a keyword that can be used here');
    if (ONE_SCHEMA.includes(keyword)) return this.partsOf(value, path);
    if (SCHEMAS.includes(keyword)) return this.sum(listOf(value).map((each, i) => this.partsOf(each, [...path, i])));
    if (NAMED_SCHEMAS.includes(keyword)) return this.partsOfNamed(keyword, value, path);
    if (keyword === '$ref') return this.partsOfReference(value, path);
    this.checkPlain(keyword, value, path);
    if (keyword === 'uniqueItems') return PARTS_OF_UNIQUE;
    if (keyword === 'dependentRequired')
      return this.sum(Object.values(objectOf(value)).map((each) => listOf(each).length));
    return keyword === 'enum' || keyword === 'required' ? listOf(value).length : 0;
  }

  private partsOfNamed(keyword: string, value: JsonValue, path: Path): number {
    if (keyword === '$defs') this.refuse(path, 'is possible only at the top of the schema');
    const parts = Object.entries(objectOf(value)).map(([name, each]) => {
      if (keyword === 'patternProperties') this.checkPattern(name, [...path, name]);
      return this.partsOf(each, [...path, name]);
    });
    return this.sum(parts);
  }

  private partsOfReference(value: JsonValue, path: Path): number {
    const [, name] = (typeof value === 'string' ? LOCAL_REFERENCE.exec(value) : null) ?? [];
    if (name !== undefined && Object.hasOwn(objectOf(this.root['$defs']), name)) {
      const parts = this.partsOfDefinition(name);
      if (parts !== null) return parts;
      this.refuse(path, 'leads back to itself');
      return 1;
    }
    this.refuse(path, 'must be #/$defs/ and a name that $defs has');
    return 1;
  }

  private partsOfDefinition(name: string): number | null {
    const cached = this.counted.get(name);
    if (cached !== undefined) return cached;
    this.counted.set(name, null);
    const parts = this.partsOf(objectOf(this.root['$defs'])[name], ['$defs', name]);
    this.counted.set(name, parts);
    return parts;
  }

  private checkPlain(keyword: string, value: JsonValue, path: Path): void {
    if (keyword === 'pattern' && typeof value === 'string') this.checkPattern(value, path);
    if (keyword === 'format' && !FORMATS.some((format) => format === value))
      this.refuse(path, `must be one of ${FORMATS.join(', ')}`);
    if (keyword === '$schema' && value !== SCHEMA_DIALECT) this.refuse(path, `must be ${SCHEMA_DIALECT}`);
  }

  private checkPattern(pattern: string, path: Path): void {
    // Compiling more of them would only cost memory.
    if (this.program > MAX_PATTERN_PROGRAM) return;
    try {
      this.program += RE2JS.compile(pattern).programSize();
    } catch (error) {
      const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
      this.refuse(path, `must be a regular expression of RE2: ${why}`);
    }
  }

  private readonly sum = (parts: readonly number[]): number => parts.reduce((sum, each) => sum + each, 0);
}

const objectOf = (value: JsonValue | undefined): Record<string, JsonValue> => (isJsonObject(value) ? value : {});
const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
