import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemsIn } from '../import/refusals.js';
import { writeFirstFiles } from './first-files.js';
import { readDefinitions } from './read-files.js';
import { worldAfter } from './references.js';
import { planOf } from './plan.js';

const SERVER = 'https://carillon.example.com';
const FILES = ['README.md', 'job.yaml', 'tenant.yaml', 'worker.yaml'];
let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'carillon-init-'));
});
afterEach(() => {
  rmSync(work, { recursive: true });
});

test('a new folder holds one worker and one job that a server takes, each with the schema for editors', async () => {
  const folder = join(work, 'new', 'demo');
  writeFirstFiles(folder, SERVER);
  expect(readdirSync(folder).sort()).toEqual(FILES);
  const definitions = await readDefinitions([folder], undefined, {
    cwd: work,
    env: {},
    input: () => Promise.resolve(''),
  });
  expect(definitions.map(({ kind }) => kind)).toEqual(['Job', 'Tenant', 'Worker']);
  const world = worldAfter({}, planOf(definitions, {}, null));
  expect(definitions.flatMap((each) => problemsIn(each, world, Date.parse('2026-11-30T09:00:00Z')))).toEqual([]);
  for (const { kind, source } of definitions) {
    const [first] = readFileSync(join(work, source.replace(/:\d+$/, '')), 'utf8').split('\n');
    expect(first).toBe(`# yaml-language-server: $schema=${SERVER}/schemas/${kind.toLowerCase()}.json`);
  }
});

test('nothing is written if one of the files exists, and all that exist are named', () => {
  writeFileSync(join(work, 'job.yaml'), 'mine');
  writeFileSync(join(work, 'README.md'), 'mine, too');
  writeFileSync(join(work, 'other.yaml'), '');
  expect(() => {
    writeFirstFiles(work, SERVER);
  }).toThrow(/^job\.yaml, README\.md exist already in /);
  expect(readdirSync(work).sort()).toEqual(['README.md', 'job.yaml', 'other.yaml']);
  expect(readFileSync(join(work, 'job.yaml'), 'utf8')).toBe('mine');
});

test('what was written is removed if a later file cannot be', () => {
  const folder = join(work, 'a', 'b');
  const write = (file: string, text: string): void => {
    if (file.endsWith('job.yaml')) throw new Error('the disk is full');
    writeFileSync(file, text);
  };
  expect(() => {
    writeFirstFiles(folder, SERVER, write);
  }).toThrow('the disk is full');
  expect(existsSync(join(work, 'a'))).toBe(false);
});

test('a file in the place of the folder is named', () => {
  writeFileSync(join(work, 'demo'), '');
  expect(() => {
    writeFirstFiles(join(work, 'demo'), SERVER);
  }).toThrow(/demo is not a folder/);
});
