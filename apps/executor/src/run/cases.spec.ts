/** The acceptance cases of the systems whose rules Carillon adopts, each with its number there. */
import { globSync, readFileSync } from 'node:fs';
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

/** Numbers of `Furiko 64, 68`, `K12, K16`, and `K30 to K32` at the beginning of a sentence about another system. */
function numbersOf(list: string): string[] {
  const prefix = /^(Furiko |V|K)\d/.exec(list)?.[1] ?? '';
  return list.split(', ').flatMap((part) => {
    const [, first, last = first] = /^(?:Furiko |V|K)?(\d+)(?: to [VK](\d+))?$/.exec(part) ?? [];
    if (first === undefined || prefix === '') return [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${prefix}${Number(first) + at}`);
  });
}

test('docs/semantics names each case that ends differently in italics, and no other', () => {
  const pages = globSync('docs/semantics/*.md').map((file) => readFileSync(file, 'utf8').replace(/\s+/g, ' '));
  const remarks = pages.flatMap((page) => [...page.matchAll(/(?<=^| )_(.+?)_(?= |$)/g)]);
  const labels = remarks.flatMap(([, remark = '']) => [...remark.matchAll(/(?<=^|\. )((?:Furiko |V|K)\d[^:]*):/g)]);
  const listed = labels.flatMap(([, list = '']) => numbersOf(list));
  const differing = CASES.filter(({ differs }) => differs).map(({ no }) => no);
  expect([...new Set(listed)].sort()).toEqual(differing.sort());
});
