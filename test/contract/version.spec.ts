/** The version of package.json is the one of everything: what `npm run docs` does not write is compared here. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));

test('the lock file has the version of the product', () => {
  const lock = z.object({ version: z.string(), packages: z.object({ '': z.object({ version: z.string() }) }) });
  const { version: own, packages } = lock.parse(JSON.parse(read('package-lock.json')));
  expect([own, packages[''].version]).toEqual([version, version]);
});

test('files and images that documents, manifests and scripts name have the version of the product', () => {
  const files = execFileSync('git', ['ls-files', '*.md', 'deploy'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\bcarillon(?:-\w+)*[:-](\d+\.\d+\.\d+)\b/g)].map(([text, theirs]) => ({
      file,
      text,
      theirs,
    })),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter(({ theirs }) => theirs !== version)).toEqual([]);
});

test('the newest section of the changelog is that of the version', () => {
  const [, newest] = /^## (?:\[)?(\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? [];
  expect(newest).toBe(version);
});
