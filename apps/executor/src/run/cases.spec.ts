/** The acceptance cases of the systems whose rules Carillon adopts, each with its number there. */
import { readFileSync } from 'node:fs';
import type { ReferenceCase } from '#testing/reference-case.js';
import { FURIKO_CASES } from '#testing/reference-cases/furiko.js';
import { KUBERNETES_CASES } from '#testing/reference-cases/kubernetes.js';
import { VOLCANO_CASES } from '#testing/reference-cases/volcano.js';

const CASES: readonly ReferenceCase[] = [...FURIKO_CASES, ...VOLCANO_CASES, ...KUBERNETES_CASES];

test.each(CASES.map(({ no, says, holds }) => [no, says, holds] as const))('%s: %s', async (_no, _says, holds) => {
  expect.hasAssertions();
  await holds();
});

test('every case of the tables is listed once', () => {
  const numbers = (prefix: string, first: number, last: number): string[] =>
    Array.from({ length: last - first + 1 }, (_, at) => `${prefix}${first + at}`);
  const wanted = [...numbers('Furiko ', 64, 130), ...numbers('V', 1, 40), ...numbers('K', 1, 47)];
  expect(CASES.map(({ no }) => no)).toEqual(wanted);
});

/** Numbers such as `Furiko 64, 68`, `K12, K16` and `K30 to K32` in the first cell of a row; sections such as `1.5` are none. */
function numbersOf(cell: string): string[] {
  const prefix = /^(Furiko |V|K)\d/.exec(cell)?.[1] ?? '';
  return cell.split(', ').flatMap((part) => {
    const [, first, last = first] = /^(?:Furiko |V|K)?(\d+)(?: to [VK](\d+))?$/.exec(part) ?? [];
    if (first === undefined || prefix === '') return [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${prefix}${Number(first) + at}`);
  });
}

test('docs/semantics.md explains each case that ends differently, and no other', () => {
  // A row with an empty second cell means that nothing differs.
  const rows = readFileSync('docs/semantics.md', 'utf8').matchAll(/^\| ([^|]+?)\s*\|\s*[^|\s]/gm);
  const listed = [...rows].flatMap(([, cell = '']) => numbersOf(cell));
  const differing = CASES.filter(({ differs }) => differs).map(({ no }) => no);
  expect([...new Set(listed)].sort()).toEqual(differing.sort());
});
