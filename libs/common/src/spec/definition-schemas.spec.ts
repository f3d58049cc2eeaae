import { GUIDE_PAGES, guidePage } from '#testing/guide-page.js';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { definitionSchemas } from './definition-schemas.js';

const schemas = definitionSchemas();
type Json = Record<string, unknown>;

/** The problems that the schema finds in the value. */
const judged = (file: string, value: unknown): unknown[] => {
  const schema = z.fromJSONSchema(schemas.get(file) as Parameters<typeof z.fromJSONSchema>[0]);
  return schema.safeParse(value).error?.issues ?? [];
};

const written = GUIDE_PAGES.flatMap((page) => guidePage(page).files.map(({ name, text }) => ({ page, name, text })))
  .filter(({ page, name }) => name.endsWith('.yaml') && page !== 'moving.md')
  .flatMap(({ name, text }) => {
    const env = { tag: '!env', resolve: (variable: string) => `of ${variable}` };
    return parseAllDocuments(text, { customTags: [env] }).map((each) => ({ name, value: each.toJS() as Json }));
  });

test('there is one schema for each kind, and one for files of any kind', () => {
  expect([...schemas.keys()]).toEqual([
    'tenant.json',
    'channel.json',
    'worker.json',
    'calendar.json',
    'monitor.json',
    'job.json',
    'rule.json',
    'trigger.json',
    'definition.json',
  ]);
  const { allOf, properties } = schemas.get('definition.json')!;
  expect(properties).toMatchObject({
    kind: { enum: ['Tenant', 'Channel', 'Worker', 'Calendar', 'Monitor', 'Job', 'Rule', 'Trigger'] },
  });
  const isJob = { properties: { kind: { const: 'Job' } }, required: ['kind'] };
  expect(allOf).toContainEqual({ if: isJob, then: { $ref: 'job.json' } });
});

test.each(written)('$name of the guide is valid', ({ value }) => {
  expect(judged(`${String(value['kind']).toLowerCase()}.json`, value)).toEqual([]);
});

test.each<[string, string, Json]>([
  ['an unknown field', 'job.json', { kind: 'Job', name: 'a', worker: 'b', crom: '* * * * *' }],
  [
    'a value that is not one of the possible values',
    'job.json',
    { kind: 'Job', name: 'a', worker: 'b', concurrency: { policy: 'No' } },
  ],
  ['a job without a name', 'job.json', { kind: 'Job', worker: 'a' }],
  ['another kind', 'worker.json', { kind: 'Job', id: 'a', name: 'a' }],
  ['no kind', 'calendar.json', { id: 'a', tenant: 'b' }],
])('%s is refused', (_what, file, value) => {
  expect(judged(file, value)).not.toEqual([]);
});

test('a tenant may be left out: the command line adds it', () => {
  expect(judged('job.json', { kind: 'Job', name: 'a', worker: 'b' })).toEqual([]);
});

test('fields have descriptions', () => {
  for (const [file, schema] of schemas)
    for (const [name, field] of Object.entries(schema['properties'] as Record<string, Json>))
      expect([file, name, typeof field['description']]).toEqual([file, name, 'string']);
});
