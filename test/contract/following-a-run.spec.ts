import { existsSync, readFileSync } from 'node:fs';

const MOST_FILES = 40;

const [, section = ''] = /^## Following a run$([^]*?)^## /m.exec(readFileSync('docs/ARCHITECTURE.md', 'utf8')) ?? [];
const steps = [...section.matchAll(/^\| (\d+) +\| `([^`]+)` +\| `([^`]+)` +\|/gm)].map(
  ([, position, file = '', name = '']) => ({ position: Number(position), file, name }),
);

test('a run is followed through few files, in order, each once', () => {
  expect(steps.map(({ position }) => position)).toEqual(Array.from(steps, (_, i) => i + 1));
  expect(steps).toHaveLength([...section.matchAll(/^\| \d+ /gm)].length);
  expect(steps.length).toBeGreaterThan(30);
  expect(steps.length).toBeLessThanOrEqual(MOST_FILES);
  expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length);
});

test.each(steps)('step $position, $file, defines $name', ({ file, name }) => {
  const declared = String.raw`(class|function\*?|const|interface) ${name}\b`;
  const method = String.raw`${name}\(([^;]*\{)?$`;
  const modifiers = '(export |private |static |readonly |async )*';
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^ *${modifiers}(${declared}|${method})`, 'm'));
});

test('every other file that the section names exists', () => {
  const named = [...section.matchAll(/`((?:apps|libs|test)\/[^`]+\.ts)`/g)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
