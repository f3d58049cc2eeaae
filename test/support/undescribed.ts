/** Finds the parts of an OpenAPI document that have no description. */
import { isObject, type Json } from '../../apps/api/src/openapi/core/property-examples.js';

/** Pointers to properties and parameters without a `description`. */
export function undescribed(document: unknown): string[] {
  return [...walk(document, '')];
}

function* walk(node: unknown, pointer: string): Generator<string> {
  if (Array.isArray(node)) {
    for (const [at, child] of node.entries()) yield* walk(child, `${pointer}/${at}`);
    return;
  }
  if (!isObject(node)) return;
  if (isParameter(node) && !isDescribed(node)) yield `${pointer} (${String(node['name'])})`;
  for (const [key, child] of Object.entries(node)) {
    // The contents of examples are data, not schemas.
    if (key === 'example' || key === 'examples' || key === 'default') continue;
    if (key === 'properties' && isObject(child)) yield* propertiesOf(child, `${pointer}/properties`);
    else yield* walk(child, `${pointer}/${key}`);
  }
}

function* propertiesOf(properties: Json, pointer: string): Generator<string> {
  for (const [name, schema] of Object.entries(properties)) {
    if (!isDescribed(schema)) yield `${pointer}/${name}`;
    yield* walk(schema, `${pointer}/${name}`);
  }
}

const isDescribed = (value: unknown): boolean =>
  isObject(value) && typeof value['description'] === 'string' && value['description'] !== '';
const isParameter = (value: Json): boolean => 'in' in value && 'name' in value && 'schema' in value;
