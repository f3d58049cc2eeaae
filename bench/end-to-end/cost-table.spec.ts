import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costTable, writeBetweenMarks } from './cost-table.js';

const step = (askedPerSecond: number, processorMsPerRun: Record<string, number>) => ({
  askedPerSecond,
  seconds: 300,
  runsPerSecond: askedPerSecond,
  slotToPostMs: { p50: 7.6, p99: 20.2 },
  processorMsPerRun,
});

test('programs stand in the order of what they take at last, and all of them in the last column', () => {
  const table = costTable([step(1, { api: 3, nats: 2, all: 5 }), step(500, { api: 0.25, nats: 0.5, all: 0.75 })]);
  expect(
    table.split('\n').map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    ),
  ).toEqual([
    ['asked per second', 'for, s', 'runs/s', 'slot → POST p50 / p99, ms', 'nats', 'api', 'all'],
    expect.arrayContaining([expect.stringMatching(/^-+$/)]) as string[],
    ['1', '300', '1.0', '8 / 20', '2.00', '3.00', '5.00'],
    ['500', '300', '500.0', '8 / 20', '0.50', '0.25', '0.75'],
  ]);
});

test('a table takes the place of the one between the marks, and of nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'table-'));
  const file = join(folder, 'README.md');
  const begin = '<!-- table: written by "npm run bench -- end-to-end --write" -->';
  const end = '<!-- end of table -->';
  writeFileSync(file, `before\n${begin}\nold\n${end}\nafter\n`);
  writeBetweenMarks(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe(`before\n${begin}\n\nnew\n\n${end}\nafter\n`);
  writeFileSync(file, 'no marks');
  expect(() => {
    writeBetweenMarks(file, 'new');
  }).toThrow('no place for the table');
  rmSync(folder, { recursive: true });
});
