import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { withArchive } from './debian-archive.js';

/** Writes down how it is called, and where; fails if it is told to. */
const APT =
  '#!/bin/sh\necho "$PWD $*" >> "$CALLS"\ncase "$*" in *update*) sleep 0.1; exit "${UPDATE_CODE:-0}";; esac\n';

let folder: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-archive-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['apt-get', 'apt-config']) {
    writeFileSync(join(bin, name), APT);
    chmodSync(join(bin, name), 0o755);
  }
  const CALLS = join(folder, 'calls');
  const PATH = [bin, process.env['PATH']].join(delimiter);
  env = { ...process.env, PATH, CALLS, CARILLON_DEBIAN_MIRROR: 'http://mirror.test/debian' };
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const calls = (): string[] => readFileSync(join(folder, 'calls'), 'utf8').split('\n');

test('two installations at the same time read the index once, and each has its own downloads', async () => {
  const scratches = ['first', 'second'].map((name) => join(folder, name));
  const install = async (scratch: string, i: number): Promise<void> => {
    await withArchive(scratch, env, (archive) => archive.download([`package-${i}`]));
    // As recipes do: what the first removes is needed by the second until it has downloaded.
    rmSync(scratch, { recursive: true });
  };
  await Promise.all(scratches.map(install));
  expect(calls().filter((line) => line.includes('update'))).toHaveLength(1);
  for (const [i, scratch] of scratches.entries())
    expect(calls()).toContain(`${join(scratch, 'debs')} -qq download package-${i}`);
});

test('the index is kept until the slowest has used it, and read again afterwards', async () => {
  const first = join(folder, 'first');
  const index = join(first, 'apt', 'etc', 'sources.list');
  const slow = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done, 200));
    expect(existsSync(index)).toBe(true);
  };
  await Promise.all([
    withArchive(first, env, () => Promise.resolve()).then(() => {
      rmSync(first, { recursive: true });
    }),
    withArchive(join(folder, 'second'), env, slow),
  ]);
  await withArchive(join(folder, 'third'), env, () => Promise.resolve());
  expect(calls().filter((line) => line.includes('update'))).toHaveLength(2);
});

test('all fail if the index cannot be read, and the next tries again', async () => {
  const broken = { ...env, UPDATE_CODE: '100' };
  const install = (name: string): Promise<void> => withArchive(join(folder, name), broken, () => Promise.resolve());
  const outcomes = await Promise.allSettled([install('first'), install('second')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await withArchive(join(folder, 'third'), env, () => Promise.resolve());
});
