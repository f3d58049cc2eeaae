import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface CompiledCache {
  readonly markUsed: (file: string, now: number) => void;
  readonly prune: (folder: string, now: number, most?: number) => void;
}
const cache = (await import(new URL('compiled-cache.mjs', import.meta.url).href)) as CompiledCache;

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-24T10:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'compiled-cache-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function usedHoursAgo(name: string, hours: number): string {
  const file = join(folder, name);
  writeFileSync(file, name);
  const at = (NOW - hours * HOUR) / 1_000;
  utimesSync(file, at, at);
  return file;
}

test('files that no test has used for a week are removed, and of the rest the oldest beyond the limit', () => {
  usedHoursAgo('of-last-month', 700);
  usedHoursAgo('of-yesterday', 30);
  usedHoursAgo('of-today', 3);
  cache.prune(folder, NOW);
  expect(readdirSync(folder).sort()).toEqual(['of-today', 'of-yesterday']);
  cache.prune(folder, NOW, 1);
  expect(readdirSync(folder)).toEqual(['of-today']);
});

test('a use counts from the next day on, so that a run of the tests writes nothing', () => {
  const early = usedHoursAgo('early', 50);
  const late = usedHoursAgo('late', 5);
  for (const file of [early, late]) cache.markUsed(file, NOW);
  expect(statSync(early).mtimeMs).toBe(NOW);
  expect(statSync(late).mtimeMs).toBe(NOW - 5 * HOUR);
});

test('a missing folder is not an error', () => {
  expect(() => {
    cache.prune(join(folder, 'none'), NOW);
  }).not.toThrow();
});
