/** docs/matrix.md: its totals are the sum of its rows, its tests exist, and its commands exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commands } from './cli-commands.js';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/matrix.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number, feature, mark, way = '', tests = '']) => ({ number: Number(number), feature, mark, way, tests }));
const POINTS: Readonly<Record<string, number>> = { '●': 2, '◐': 1 };

test('the matrix has 34 rows, and its totals are correct', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 34 }, (_, i) => i + 1));
  const sum = rows.reduce((all, { mark = '' }) => all + (POINTS[mark] ?? NaN), 0);
  expect(page).toContain(`**${sum} of 68**`);
});

test.each(rows)('the tests of row $number, $feature, exist', ({ tests }) => {
  const missing = tests.split(', ').filter((file) => !existsSync(join(root, file)));
  expect(missing).toEqual([]);
});

const lines = rows.flatMap(({ way }) => [...way.matchAll(/`carillon (\w[\w-]*)(?: (\w+))?([^`]*)`/g)]);

test.each(lines.map(([line, name, word, rest]) => ({ line, name, word, rest })))(
  '$line',
  ({ name, word, rest = '' }) => {
    const found = commands.find((each) => each.name() === name);
    const command = found?.commands.find((each) => each.name() === word) ?? found;
    expect(word === undefined || command !== found || found?.registeredArguments.length).toBeTruthy();
    const known = command?.options.flatMap(({ long, short }) => [long, short]) ?? null;
    for (const [option] of rest.matchAll(/(?<= )--?[a-z][\w-]*/g)) expect(known).toContain(option);
    expect(known).not.toBeNull();
  },
);
