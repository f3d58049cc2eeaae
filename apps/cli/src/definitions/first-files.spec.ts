import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { problemsIn } from '../import/refusals.js';
import { writeFirstFiles } from './first-files.js';
import { readDefinitions } from './read-files.js';
import { worldAfter } from './references.js';
import { planOf } from './plan.js';

const FILES = ['.schemas', 'README.md', 'job.yaml', 'tenant.yaml', 'worker.yaml'];
let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'carillon-init-'));
});
afterEach(() => {
  rmSync(work, { recursive: true });
});

test('a new folder holds one worker and one job that a server takes, each with the schema for editors', async () => {
  const folder = join(work, 'new', 'demo');
  await writeFirstFiles(folder);
  expect(readdirSync(folder).sort()).toEqual(FILES);
  const definitions = await readDefinitions([folder], undefined, {
    cwd: work,
    env: {},
    input: () => Promise.resolve(''),
  });
  expect(definitions.map(({ kind }) => kind)).toEqual(['Job', 'Tenant', 'Worker']);
  const world = worldAfter({}, planOf(definitions, {}, null));
  expect(definitions.flatMap((each) => problemsIn(each, world, Date.parse('2026-11-30T09:00:00Z')))).toEqual([]);
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  for (const { kind, source } of definitions) {
    const text = readFileSync(join(work, source.replace(/:\d+$/, '')), 'utf8');
    // An editor takes it as relative to the file.
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    const isValid = ajv.compile(JSON.parse(readFileSync(join(folder, schema), 'utf8')) as object);
    expect([kind, isValid(parse(text)), isValid({ ...(parse(text) as object), id: 1 })]).toEqual([kind, true, false]);
  }
  expect(readdirSync(join(folder, '.schemas'))).toEqual(readdirSync('schemas'));
});

test('nothing is written if one of the files exists, and all that exist are named', async () => {
  writeFileSync(join(work, 'job.yaml'), 'mine');
  writeFileSync(join(work, 'README.md'), 'mine, too');
  writeFileSync(join(work, 'other.yaml'), '');
  await expect(writeFirstFiles(work)).rejects.toThrow(/^job\.yaml, README\.md exist already in /);
  expect(readdirSync(work).sort()).toEqual(['README.md', 'job.yaml', 'other.yaml']);
  expect(readFileSync(join(work, 'job.yaml'), 'utf8')).toBe('mine');
});

test.each(['a/b', '.'])('what was written into %s is removed if a later file cannot be', async (name) => {
  const folder = join(work, name);
  const write = (file: string, text: string): void => {
    if (file.endsWith('job.yaml')) throw new Error('the disk is full');
    writeFileSync(file, text);
  };
  await expect(writeFirstFiles(folder, write)).rejects.toThrow('the disk is full');
  expect(readdirSync(work)).toEqual([]);
});

test('a file in the place of the folder is named', async () => {
  writeFileSync(join(work, 'demo'), '');
  await expect(writeFirstFiles(join(work, 'demo'))).rejects.toThrow(/demo is not a folder/);
});
