import { breakingChanges } from './breaking.js';
import { contractFacts } from './facts.js';

const job = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 200 },
    policy: { type: 'string', enum: ['Allow', 'Forbid'] },
    url: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    options: {
      type: 'array',
      items: {
        oneOf: [
          { type: 'object', required: ['type'], properties: { type: { const: 'bool' }, format: { type: 'string' } } },
          { type: 'object', required: ['type'], properties: { type: { const: 'date' } } },
        ],
      },
    },
  },
};
const shown = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    note: { type: 'string' },
    end: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
};
const content = (name: string): object => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});
const document = {
  paths: {
    '/jobs': {
      get: {
        parameters: [{ name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } }],
        responses: { '200': { content: content('Shown') }, '400': {} },
      },
      post: {
        requestBody: { required: true, content: content('Job') },
        responses: { '201': { content: content('Shown') } },
      },
    },
  },
  webhooks: { notice: { post: { requestBody: { content: content('Shown') } } } },
  components: { schemas: { Job: job, Shown: shown } },
};

/** The breaking changes of the contract when the document's text is changed so. */
function after(...changes: readonly (readonly [from: string, to: string])[]): string[] {
  let text = JSON.stringify(document);
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  return breakingChanges(contractFacts(document), contractFacts(JSON.parse(text)));
}

test.each<[string, readonly (readonly [string, string])[], string[]]>([
  ['nothing', [], []],
  ['a new field of a request', [['"policy":', '"more":{"type":"string","maxLength":9},"policy":']], []],
  ['a new required field of a request', [['["name"]', '["name","policy"]']], ['now needs Job.policy']],
  ['a field that is no longer required', [['["name"]', '[]']], []],
  ['a new value of a request', [['"Forbid"', '"Forbid","Replace"']], []],
  ['any text instead of certain values', [[',"enum":["Allow","Forbid"]', '']], []],
  ['a value that is no longer accepted', [['"Allow",', '']], ['no longer takes Job.policy="Allow"']],
  [
    'a type that is no longer accepted',
    [['"url":{"anyOf":[{"type":"string"},{"type":"null"}]}', '"url":{"type":"string"}']],
    ['no longer takes Job.url: null'],
  ],
  [
    'a field of an alternative that is no longer accepted',
    [[',"format":{"type":"string"}', '']],
    ['no longer takes Job.options[]<bool>.format: string'],
  ],
  ['a lower limit', [['"maxLength":200', '"maxLength":100']], ['now bounds Job.name: maxLength 100 in place of 200']],
  ['a higher limit', [['"maxLength":200', '"maxLength":300']], []],
  [
    'a new limit',
    [['"format":{"type":"string"', '"format":{"type":"string","maxLength":9']],
    ['now bounds Job.options[]<bool>.format: maxLength 9'],
  ],
  [
    'a parameter that is now required',
    [['"in":"query","required":false', '"in":"query","required":true']],
    ['now needs GET /jobs query limit'],
  ],
  ['a removed parameter', [['"name":"limit"', '"name":"size"']], ['no longer takes GET /jobs query limit: integer']],
  [
    'a field that answers no longer contain',
    [['"note":{"type":"string"},', '']],
    ['no longer may give Shown.note: string'],
  ],
  ['a field that answers may now omit', [['["id"]', '[]']], ['no longer gives Shown.id: string']],
  ['a field that all answers now contain', [['["id"]', '["id","note"]']], []],
  [
    'a field with another type',
    [['"note":{"type":"string"}', '"note":{"type":"integer"}']],
    ['no longer may give Shown.note: string'],
  ],
  [
    'a removed path',
    [['/jobs', '/tasks']],
    expect.arrayContaining([
      'no longer serves GET /jobs',
      'no longer serves POST /jobs',
      'no longer answers POST /jobs 201',
    ]) as string[],
  ],
  ['another status', [['"201"', '"202"']], expect.arrayContaining(['no longer answers POST /jobs 201']) as string[]],
])('%s', (_name, changes, wanted) => {
  expect(after(...changes)).toEqual(wanted);
});

test('a new operation may require anything', () => {
  const more = {
    ...document,
    paths: { ...document.paths, '/bulk': { post: { requestBody: { required: true, content: content('Job') } } } },
  };
  expect(breakingChanges(contractFacts(document), contractFacts(more))).toEqual([]);
});
