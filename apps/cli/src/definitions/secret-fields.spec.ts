import { definitionSchemas } from '#common/spec/definition-schemas.js';
import { differenceText } from './comparison.js';
import { KINDS, type KindName, type Spec } from './definition.js';
import { exportedText } from './export-text.js';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const CANARY = 'a-canary-of-a-secret';
const ADDRESS = `https://canary.test/path?key=${CANARY}`;

interface Place {
  readonly kind: KindName;
  readonly path: string;
  /** The definition with nothing but the secret, and the values on which its being a secret depends. */
  readonly spec: Spec;
}

/** The values that hold the field `name` with `inner` in it; `consts` are the values that select this branch of a union. */
const holding = (schema: Json, name: string, inner: unknown): Json => ({
  ...Object.fromEntries(
    Object.entries(schema['properties'] as Json).flatMap(([field, each]) =>
      isObject(each) && 'const' in each ? [[field, each['const']]] : [],
    ),
  ),
  [name]: inner,
});

/** Every place of the schema that has the mark of a secret, as values that hold a secret there. */
function marked(schema: unknown, path: string): { readonly path: string; readonly value: unknown }[] {
  if (!isObject(schema)) return [];
  if (schema['x-secret'] === true) {
    const isRecord = schema['type'] === 'object';
    const text = schema['format'] === 'uri' ? ADDRESS : CANARY;
    return [{ path, value: isRecord ? { name: text } : text }];
  }
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((union) => (schema[union] ?? []) as unknown[]);
  const fields = Object.entries((schema['properties'] ?? {}) as Json).flatMap(([name, each]) =>
    marked(each, `${path}.${name}`).map((found) => ({ ...found, value: holding(schema, name, found.value) })),
  );
  const items = marked(schema['items'], `${path}.*`).map((found) => ({ ...found, value: [found.value] }));
  const values = marked(schema['additionalProperties'], `${path}.*`).map((found) => ({
    ...found,
    value: { name: found.value },
  }));
  return [...fields, ...items, ...values, ...branches.flatMap((branch) => marked(branch, path))];
}

const places = (kind: KindName): Place[] =>
  marked(definitionSchemas().get(`${kind.toLowerCase()}.json`), kind).map(({ path, value }) => {
    const { kind: _kind, ...spec } = value as Json;
    return { kind, path, spec: { id: 'x', tenant: 't', ...spec } };
  });
const ofTemplate = places('Job').map(({ path, spec }) => {
  const { id: _id, tenant: _tenant, ...template } = spec;
  return { kind: 'Worker' as const, path: `Worker.template of ${path}`, spec: { id: 'x', template } };
});
const all = [...KINDS.flatMap(places), ...ofTemplate];

test('the schemas mark secrets in these fields', () => {
  expect(all.map(({ path }) => path)).toMatchInlineSnapshot(`
   [
     "Channel.target.url",
     "Channel.target.signingSecret",
     "Channel.target.password",
     "Channel.target.url",
     "Channel.target.url",
     "Channel.target.url",
     "Channel.target.routingKey",
     "Channel.target.apiKey",
     "Channel.target.topic",
     "Channel.target.token",
     "Channel.target.url",
     "Channel.target.signingSecret",
     "Worker.url",
     "Worker.httpHeaders",
     "Worker.cancelUrl",
     "Job.secureParameters",
     "Job.options.*.default",
     "Job.url",
     "Job.httpHeaders",
     "Job.notify.*.webhook",
     "Trigger.webhook.secrets",
     "Trigger.webhook.secrets",
     "Worker.template of Job.secureParameters",
     "Worker.template of Job.options.*.default",
     "Worker.template of Job.url",
     "Worker.template of Job.httpHeaders",
     "Worker.template of Job.notify.*.webhook",
   ]
  `);
});

test.each(all)('$path is hidden in every form of an export but the plain one, and in differences', ({ kind, spec }) => {
  expect(exportedText(kind, spec, 'plain')).toContain(CANARY);
  const masked = exportedText(kind, spec, 'mask');
  expect(masked).not.toContain(CANARY);
  expect(masked).toContain('***');
  const byName = exportedText(kind, spec, 'env');
  expect(byName).not.toContain(CANARY);
  expect(byName).toMatch(/!env [A-Z0-9_]+/);
  expect(differenceText(kind, 'x', null, spec)).not.toContain(CANARY);
  expect(differenceText(kind, 'x', spec, { id: 'x', tenant: 't' })).not.toContain(CANARY);
});

/** A field whose description promises secrecy and that lacks the mark would be exported. */
function described(schema: unknown, path: string): string[] {
  if (!isObject(schema)) return Array.isArray(schema) ? schema.flatMap((each) => described(each, path)) : [];
  const isPromised =
    /(?:is|are) stored encrypted|^Stored encrypted|\. Stored encrypted|A secret:|but stored encrypted/.test(
      String(schema['description']),
    );
  if (schema['x-secret'] === true) return [];
  return [
    ...(isPromised ? [path] : []),
    ...Object.entries(schema).flatMap(([name, each]) =>
      name === 'properties' && isObject(each)
        ? Object.entries(each).flatMap(([field, inner]) => described(inner, `${path}.${field}`))
        : described(each, path),
    ),
  ];
}

test('a field whose description says that it is stored encrypted has the mark', () => {
  const found = KINDS.flatMap((kind) => described(definitionSchemas().get(`${kind.toLowerCase()}.json`), kind));
  // The declaration of an option, whose default has the mark.
  expect(found).toEqual(['Job.options.type']);
});
