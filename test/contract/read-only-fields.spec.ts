/** What the API shows of a definition and does not take back is named once: exports and comparisons leave it out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { READ_ONLY_FIELDS } from '#common/domain/read-only-fields.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Content {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}
interface Operations {
  readonly get: { readonly responses: { readonly 200: Content } };
  readonly post?: { readonly requestBody: Content };
  readonly put?: { readonly requestBody: Content };
}
const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Operations>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const schemaOf = ({ content }: Content): Schema => content['application/json'].schema;

function fieldsOf(schema: Schema): string[] {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [], $ref } = schema;
  const named = document.components.schemas[$ref?.split('/').at(-1) ?? ''];
  const parts = [...allOf, ...anyOf, ...oneOf, ...(named === undefined ? [] : [named])];
  return [...Object.keys(properties), ...parts.flatMap(fieldsOf)];
}

/** Part of the address. */
const ELSEWHERE = ['id', 'tenant'];

test.each(Object.entries(READ_ONLY_FIELDS))('the fields of a %s that only the API sets are named', (kind, named) => {
  const path = `/${kind.toLowerCase()}s`;
  const one = document.paths[`${path}/{id}`];
  const body = document.paths[path]?.post?.requestBody ?? one?.put?.requestBody;
  const shown = one === undefined ? [] : fieldsOf(schemaOf(one.get.responses[200]));
  const taken = new Set(body === undefined ? [] : fieldsOf(schemaOf(body)));
  expect(taken.size).toBeGreaterThan(1);
  const added = [...new Set(shown)].filter((field) => !taken.has(field) && !ELSEWHERE.includes(field));
  expect(added.toSorted()).toEqual(named.toSorted());
});
