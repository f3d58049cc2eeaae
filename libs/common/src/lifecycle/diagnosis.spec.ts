import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_DIAGNOSIS_FILES } from '../domain/limits.js';
import { Diagnosis } from './diagnosis.js';

let parent: string;
beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'carillon-diagnosis-'))));
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});
const inFolder = (): string => join(parent, 'files');
const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('a CPU profile is a file that only its owner can read, in a folder that only its owner can read', async () => {
  const path = await new Diagnosis(inFolder()).take('cpuProfile', 'executor-1/..', 0.01);
  expect(path).toBe(join(inFolder(), 'executor-1_...cpuprofile'));
  expect([modeOf(path), modeOf(inFolder())]).toEqual([0o600, 0o700]);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ nodes: expect.any(Array) as unknown });
});

test('nothing is written to a folder that others can read, and no file is overwritten', async () => {
  mkdirSync(inFolder());
  chmodSync(inFolder(), 0o755);
  await expect(new Diagnosis(inFolder()).take('cpuProfile', 'a', 0.01)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  chmodSync(inFolder(), 0o700);
  writeFileSync(join(inFolder(), 'a.cpuprofile'), 'theirs');
  await expect(new Diagnosis(inFolder()).take('cpuProfile', 'a', 0.01)).rejects.toThrow(/EEXIST/);
});

test('one profile is taken at a time, and the oldest files are removed', async () => {
  const diagnosis = new Diagnosis(inFolder());
  mkdirSync(inFolder(), { mode: 0o700 });
  for (let age = 1; age <= MAX_DIAGNOSIS_FILES; age++) {
    const path = join(inFolder(), `${age}.heapsnapshot`);
    writeFileSync(path, '');
    utimesSync(path, 1_000_000 - age, 1_000_000 - age);
  }
  const first = diagnosis.take('cpuProfile', 'new', 0.01);
  await expect(diagnosis.take('cpuProfile', 'another', 0.01)).rejects.toMatchObject({ code: 'CONFLICT' });
  await first;
  const kept = readdirSync(inFolder()).sort();
  expect(kept).toEqual(['1.heapsnapshot', '2.heapsnapshot', '3.heapsnapshot', '4.heapsnapshot', 'new.cpuprofile']);
});
