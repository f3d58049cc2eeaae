import type { Imported } from './imported.js';
import { fromLex, LEX_FIELDS } from './lex.js';

const read = (value: unknown, tenant: string | undefined = 'acme'): Imported =>
  fromLex([{ value, source: 'lex.json:1' }], tenant);
const notesOf = ({ notes }: Imported): string[] =>
  notes.map(({ about, field, message }) => `${about}: ${field} ${message}`);
const job = (fields: object, id = 'j1'): object => ({
  _id: id,
  _rev: '1-a',
  job: { name: 'n', worker: 'w', ...fields },
});
const EACH = 'a value';

test('every field of a document is written, named in the report, or has no meaning', () => {
  const fieldsOf = (table: object): Record<string, unknown> =>
    Object.fromEntries(Object.keys(table).map((name) => [name, EACH]));
  const made = read([
    {
      _id: 'w1',
      _rev: '1-a',
      _revisions: { start: 1, ids: ['a'] },
      worker: { ...fieldsOf(LEX_FIELDS.worker), icon: 'x' },
      type: 'x',
    },
    { _id: 'j1', _rev: '1-a', job: { ...fieldsOf(LEX_FIELDS.job), timeout: 6, colour: 'x' }, type: 'x' },
  ]);
  const [first, second] = made.definitions;
  expect(first?.spec).toEqual({ id: 'w1', ...fieldsOf(LEX_FIELDS.worker) });
  const { timeout: _hours, jobStorage: _first, storage: _second, ...written } = fieldsOf(LEX_FIELDS.job);
  expect(second?.spec).toEqual({ id: 'j1', ...written, worker: 'a-value', idleTimeoutSeconds: 21_600 });
  expect(made.notes.map(({ about, field }) => `${about}: ${field}`)).toEqual([
    ...['worker w1: type', 'worker w1: worker.icon'],
    ...['job j1: type', 'job j1: job.colour', 'job j1: job.jobStorage', 'job j1: job.storage', 'job j1: job.timeout'],
  ]);
});

test('a job without a tenant gets the one that is given; without both, it is refused by name', () => {
  expect(read(job({})).definitions[0]?.spec).toMatchObject({ tenant: 'acme' });
  expect(read(job({ tenant: 'ibm' })).definitions[0]?.spec).toMatchObject({ tenant: 'ibm' });
  expect(() => fromLex([{ value: job({}), source: 'x' }], undefined)).toThrow('the tenant of the job j1 is missing');
});

test('the command that sets a storage is one that a shell reads as it is meant', () => {
  const [note] = notesOf(read(job({ jobStorage: { last: "it's" } })));
  expect(note).toBe(
    `job j1: job.jobStorage must be set when the job exists: carillon storage set j1 '{"last":"it'\\''s"}'`,
  );
});

test('an id that cannot be one here is rewritten, where jobs name it, too', () => {
  const made = read([{ _id: 'team/csv', worker: { name: 'w' } }, job({ worker: 'team/csv' }, 'a/b')]);
  expect(made.definitions.map(({ spec }) => [spec['id'], spec['worker']])).toEqual([
    ['team-csv', undefined],
    ['a-b', 'team-csv'],
  ]);
  expect(notesOf(made)).toEqual([
    expect.stringContaining('worker team/csv: _id is written team-csv'),
    expect.stringContaining('job a/b: _id is written a-b'),
  ]);
});

test('a second document of one id is left out by name; a worker and a job may share one', () => {
  const made = read([job({ name: 'first' }), job({ name: 'second' }), { _id: 'j1', worker: { name: 'w' } }]);
  expect(made.definitions.map(({ kind, spec }) => [kind, spec['name']])).toEqual([
    ['Job', 'first'],
    ['Worker', 'w'],
  ]);
  expect(notesOf(made)).toEqual(['lex.json:1: j1 is the id of an earlier job, too: this document was left out']);
});

test.each<[what: string, value: unknown]>([
  ['rows', { rows: [{ id: 'j1', doc: job({}) }] }],
  ['docs', { docs: [job({})] }],
  ['a list', [job({})]],
  ['lists, as in a backup', [[job({})], [{ _id: 'r1', state: 'FINISHED' }]]],
  ['one document', job({})],
])('%s of documents are read', (_what, value) => {
  expect(read(value).definitions).toHaveLength(1);
});

test.each<[what: string, value: unknown]>([
  ['a job that is not in a document', { name: 'n', cron: '0 3 * * *' }],
  ['rows without documents', { rows: [{ id: 'j1', key: 'j1', value: { rev: '1-a' } }] }],
  ['a text', 'job'],
  ['nothing', []],
])('%s is refused with the shape of a document', (_what, value) => {
  expect(() => read(value)).toThrow('a document is { "_id": …, "worker": { … } }');
});

test('a document of another shape beside others is named', () => {
  const made = read([job({}), { _id: 'x', title: 'y' }, { job: {} }, { _id: '_design/views' }]);
  expect(notesOf(made)).toEqual([
    expect.stringMatching(/^lex.json:1: x is neither of a worker/),
    expect.stringMatching(/^lex.json:1: _id is neither of a worker/),
  ]);
});

test('what a backup holds beside documents is no document: its header, and marks of deleted ones', () => {
  const made = read([
    { name: '@cloudant/couchbackup', version: '2.11.0', mode: 'full', attachments: true },
    [job({}), { _id: 'gone', _rev: '2-b', _deleted: true }],
    { rows: [{ id: 'gone', key: 'gone', value: { rev: '2-b', deleted: true }, doc: null }] },
    [],
  ]);
  expect(made.definitions).toHaveLength(1);
  expect(notesOf(made)).toEqual([]);
});

test('files at a document, and rows that lack their document, are named', () => {
  const row = (key: string, rest: object): object => ({ key, ...rest });
  const made = read([
    { ...job({}), _attachments: { 'a.csv': { stub: true } } },
    { rows: [row('j2', { id: 'j2', value: { rev: '1-a' } }), row('j3', { error: 'not_found' })] },
  ]);
  expect(notesOf(made)).toEqual([
    'job j1: _attachments has no counterpart and was left out',
    'lex.json:1: j2 has no document: export a database by: _all_docs?include_docs=true',
    'lex.json:1: j3 has no document: export a database by: _all_docs?include_docs=true',
  ]);
});
