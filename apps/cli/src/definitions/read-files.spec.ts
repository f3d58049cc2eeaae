import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDefinitions, readDefinitions } from './read-files.js';

const read = (text: string): ReturnType<typeof parseDefinitions> => parseDefinitions({ name: 'job.yaml', text }, {});

test('a merge key is applied wherever it stands, and is no field', () => {
  const { definitions, problems } = read(
    [
      'kind: Job',
      'tenant: ibm',
      'name: n',
      'parameters:',
      '  base: &base { rows: 1, day: mon }',
      '  week:',
      '    <<: *base',
      '    rows: 2',
    ].join('\n'),
  );
  expect(problems).toEqual([]);
  expect(definitions[0]?.spec['parameters']).toEqual({
    base: { rows: 1, day: 'mon' },
    week: { rows: 2, day: 'mon' },
  });
});

test('a number that would reach the server as another one is an error with its line', () => {
  const { definitions, problems } = read('kind: Job\nname: n\nparameters:\n  sha: 123e4567\n  id: 9007199254740993\n');
  expect(definitions).toEqual([]);
  expect(problems).toEqual([
    expect.stringMatching(/^job\.yaml:4: the number 123e4567 would change/),
    expect.stringMatching(/^job\.yaml:5: the number 9007199254740993 would change/),
  ]);
});

test('a tag that nothing resolves is an error with its line, and no text without the tag', () => {
  const { definitions, problems } = read('kind: Job\nname: n\nparameters:\n  pw: !secret db\n  key: !!binary aGk=\n');
  expect(definitions).toEqual([]);
  expect(problems).toEqual([
    expect.stringMatching(/^job\.yaml:4: the tag !secret cannot be applied/),
    expect.stringMatching(/^job\.yaml:5: the tag !!binary cannot be applied/),
  ]);
});

test('a text that needs quotes is one error with its line', () => {
  const { problems } = read('kind: Job\nname: n\nschedule:\n  cron: */10 * * * *\n');
  expect(problems).toEqual([expect.stringMatching(/^job\.yaml:4: a text that begins with \* needs quotes/)]);
  expect(read('kind: Job\nname: {{ name }}\n').problems).toEqual([
    expect.stringMatching(/^job\.yaml:2: a name cannot be a list or an object; a text that begins with \{ or/),
  ]);
  expect(read('kind: Job\nname: n\nparameters:\n  files: [*.txt]\n').problems).toEqual([
    expect.stringMatching(/^job\.yaml:4: there is no anchor &\.txt before this alias/),
  ]);
});

test('a tag of the environment is resolved', () => {
  const text = 'kind: Job\nname: n\nparameters: { pw: !env PW }\n';
  const { definitions, problems } = parseDefinitions({ name: 'job.yaml', text }, { PW: 'x' });
  expect(problems).toEqual([]);
  expect(definitions[0]?.spec['parameters']).toEqual({ pw: 'x' });
});

test('a space that only looks like one is named in errors, and at names of fields', () => {
  expect(read('kind: Job\n\u00a0name: n\nparameters:\n\u3000 a: 1\n').problems).toEqual([
    expect.stringMatching(/^job\.yaml:2: the name of the field ".name" holds U\+00A0, which YAML takes for a letter/),
    expect.stringMatching(/^job\.yaml:4: the name of the field ". a" holds U\+3000/),
  ]);
  expect(read('kind: Job\nname:\u00a0n\n').problems).toEqual([
    expect.stringMatching(/^job\.yaml:2: .*; the line holds U\+00A0, which YAML takes for a letter$/),
  ]);
  const { definitions, problems } = read('kind: Job\nname: a\u00a0b\nparameters: { "\u00a0": 1, a\u00a0b: 2 }\n');
  expect(problems).toEqual([]);
  expect(definitions[0]?.spec['parameters']).toEqual({ '\u00a0': 1, 'a\u00a0b': 2 });
});

test('two jobs of one name in a tenant are an error that names both files; those of other tenants are none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-names-'));
  try {
    const job = (id: string, tenant: string): string => `kind: Job\nid: ${id}\ntenant: ${tenant}\nname: Backup\n`;
    writeFileSync(join(folder, 'a.yaml'), job('one', 'acme'));
    writeFileSync(join(folder, 'b.yaml'), `${job('two', 'acme')}---\n${job('three', 'ibm')}`);
    const host = { cwd: folder, env: {}, input: (): Promise<string> => Promise.resolve('') };
    await expect(readDefinitions(['.'], undefined, host)).rejects.toThrow(
      'b.yaml:1: job/two has the name "Backup" of job/one in a.yaml:1, too: names of jobs are unique in a tenant',
    );
    await expect(readDefinitions(['b.yaml'], undefined, host)).resolves.toHaveLength(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ['nothing', {}],
  ['no file of definitions', { '.gitkeep': '', 'job.yaml.orig': 'kind: Job\n', 'read.me': '' }],
  ['a file without a definition', { 'jobs.yaml': '# none yet\n---\n' }],
])('a folder with %s is an error', async (_what, files) => {
  const cwd = mkdtempSync(join(tmpdir(), 'carillon-files-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const host = { cwd, env: {}, input: async () => Promise.resolve('') };
    await expect(readDefinitions(['.'], undefined, host)).rejects.toThrow('no definition was found in .');
    await expect(readDefinitions(['-', '.'], undefined, host)).rejects.toThrow('no definition was found in -, .');
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
