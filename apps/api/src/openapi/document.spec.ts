import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { isMutating } from '../http/route.js';
import { routes } from '../routes.js';
import { undescribed } from '#testing/undescribed.js';
import { withoutExample } from './core/property-examples.js';
import { openApiDocument } from './document.js';
import { invocationExample, invocationSchema } from './invocation.js';

interface Operation {
  readonly operationId: string;
  readonly parameters?: { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { example?: unknown }> };
  readonly responses: Record<string, unknown>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, unknown>;
  readonly components: { readonly schemas: Record<string, unknown>; readonly responses: Record<string, unknown> };
}

const document = openApiDocument(routes, { version: '1.2.3', server: 'https://x.test/api/v1' }) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

test('the document contains every route, and nothing else', () => {
  const documented = operations.map(({ path, method, operation }) => `${method} ${path} ${operation.operationId}`);
  expect(documented.sort()).toEqual(routes.map(({ method, path, id }) => `${method} ${path} ${id}`).sort());
});

test('operation ids are unique, and no two routes share a method and path', () => {
  expect(new Set(routes.map((route) => route.id)).size).toBe(routes.length);
  expect(new Set(routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '*')}`)).size).toBe(
    routes.length,
  );
});

test('every reference points to a schema or a response of the document', () => {
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference!);
  expect(names.length).toBeGreaterThan(50);
  const parts = Object.entries(document.components).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
  for (const name of names) expect(parts).toContain(name);
});

test('every property and every parameter has a description', () => {
  expect(undescribed(document)).toEqual([]);
});

test('every property has an example', () => {
  // A missing example is added where the property is declared (`.meta({ examples })`) or, by its name, in example-values.ts.
  expect(withoutExample(document)).toEqual([]);
});

test('every example is valid under its schema', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });
  let checked = 0;
  const wrong: string[] = [];
  const look = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { examples } = node as { examples?: unknown };
    for (const example of Array.isArray(examples) ? examples : []) {
      checked++;
      const validate = ajv.getSchema(`document#${pointer}`);
      if (validate?.(example) !== true)
        wrong.push(`${pointer}: ${JSON.stringify(example)} ${ajv.errorsText(validate?.errors)}`);
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'examples') look(child, `${pointer}/${key}`);
  };
  look(document.components.schemas, '/components/schemas');
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(1_500);
});

test('every path parameter is declared, and every mutating route takes an Idempotency-Key', () => {
  for (const { path, method, operation } of operations) {
    const named = (where: string): string[] =>
      (operation.parameters ?? []).filter((each) => each.in === where).map((each) => each.name);
    expect(named('path').sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort());
    expect(named('header').includes('Idempotency-Key')).toBe(isMutating({ method: method as 'GET' }));
  }
});

test.each(routes.map((route) => [route.id, route] as const))(
  'the examples of %s are valid under its schemas',
  (_id, route) => {
    const { body, answer } = route.example;
    const schema = route.method === 'PATCH' ? route.body : (route.completedBody ?? route.body);
    expect(body === undefined || schema?.safeParse(body).success).toBe(true);
    expect(answer === undefined || route.answer.safeParse(answer).success).toBe(true);
    expect(route.body === null || body !== undefined).toBe(true);
  },
);

test('the invocation of a web-service worker and the notices of jobs are webhooks in the document', () => {
  expect(Object.keys(document.webhooks)).toEqual(['invocation', 'notice']);
  expect(invocationSchema.safeParse(invocationExample).success).toBe(true);
  expect(document.openapi).toBe('3.1.0');
});

test('a schema of free JSON has no restriction', () => {
  const job = z
    .object({ properties: z.object({ parameters: z.unknown() }) })
    .parse(document.components.schemas['NewJob']);
  expect(JSON.stringify(job.properties.parameters)).not.toContain('anyOf');
});

test('every list is paged', () => {
  const lists = routes.filter(({ answer }) => answer instanceof z.ZodObject && 'nextCursor' in answer.shape);
  expect(lists.length).toBeGreaterThan(0);
  const without = lists.filter(({ query }) => !(query instanceof z.ZodObject && 'limit' in query.shape));
  expect(without.map(({ path }) => path)).toEqual([]);
});
