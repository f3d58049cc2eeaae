import { parseExactJson } from '#common/domain/parse-json.js';
import { columnsOf, when, wide } from './columns.js';
import { outputForm, Printer, yamlOf, type Output } from './printer.js';

const written: string[] = [];
const printerOf = (columns: number | null, output: Output = 'table'): Printer =>
  new Printer(output, {
    colors: columns === null,
    columns: () => columns,
    write: (text) => written.push(text),
    now: () => 0,
  });
const printer = printerOf(null);
beforeEach(() => {
  written.length = 0;
});

test.each([
  ['clears the screen', 'a\u001b[2Jb', 'ab'],
  ['sets the title of the window', 'a\u001b]0;x\u0007b', 'ab'],
  ['is a link', 'see \u001b]8;;https://a.example\u001b\\this\u001b]8;;\u001b\\', 'see this'],
  ['has commands without an end', 'a\u001b', 'a\ufffd'],
  ['reverses what follows', 'a\u202etxt.exe\u2069', 'a\ufffdtxt.exe\ufffd'],
  ['goes back to the start of the line', 'failed\rfine', 'failed\ufffdfine'],
  ['contains an eight-bit control character', '\u009b2J', '\ufffd2J'],
])('output of a worker does not control the terminal where it %s', (_what, text, shown) => {
  printer.table([{ text }], [{ head: 'Message', of: (item) => item.text }]);
  printer.fields({ Message: text });
  printer.line(text);
  expect(written.slice(1).map((line) => line.trimEnd())).toEqual([
    expect.stringContaining(shown),
    expect.stringContaining(shown),
    shown,
  ]);
});

test('colours, tabs and line ends are kept', () => {
  const text = `${printer.paint('good', 'good')}\tand\nmore`;
  printer.line(text);
  expect(written).toEqual([`${text}\n`]);
});

test('numbers of workers are printed as they were written', () => {
  const value = parseExactJson('{"id":9007199254740993,"sha":123e4567,"list":[1.0]}');
  expect(yamlOf(value)).toBe('id: 9007199254740993\nsha: 123e4567\nlist:\n  - 1.0\n');
});

describe('a table on a terminal', () => {
  const items = [
    { id: '01kbexample0000000000000001', name: 'Required learning, every night', reason: 'x'.repeat(200) },
  ];
  const columns = [
    { head: 'ID', of: (item: (typeof items)[0]) => item.id },
    { head: 'NAME', of: (item: (typeof items)[0]) => item.name },
    { head: 'REASON', of: (item: (typeof items)[0]) => item.reason },
  ];
  const widest = (): number => Math.max(...written.map((line) => line.trimEnd().length));

  test.each([120, 80, 60])('fits into %s characters, and keeps the id whole', (room) => {
    printerOf(room).table(items, columns);
    expect(widest()).toBe(room);
    expect(written[1]).toContain(`${items[0]?.id} `);
    expect(written[1]).toContain('…');
  });

  test.each([
    ['of two cells', '日本語のリスト'.repeat(4), 2],
    ['of one cell', 'Ž'.repeat(40), 1],
  ])('fits with characters %s', (_what, name, cells) => {
    printerOf(60).table([{ id: 'a', name, reason: 'x' }], columns);
    const row = written[1] ?? '';
    const wide = (row.match(/\p{Script=Han}|[\u3040-\u30ff]/gu) ?? []).length;
    expect(row.trimEnd().length + wide).toBeLessThanOrEqual(60);
    expect(row.trimEnd().endsWith('x')).toBe(true);
    expect(row.includes('…')).toBe(name.length * cells > 52);
  });

  test('without room for all of its columns has those that fit, in one line each, and names the others', () => {
    const names = ['ID', 'NAME', 'TENANT', 'WORKER', 'SCHEDULE', 'STATE', 'NEXT', 'LAST SUCCESS', 'ACTIVE'];
    const many = names.map((head) => ({
      head,
      of: () => (head === 'ID' ? 'example-required-learning' : 'ten or more'),
    }));
    printerOf(80).table([{}, {}], many);
    expect(widest()).toBeLessThanOrEqual(80);
    expect(written).toHaveLength(4);
    expect(written[0]).toMatch(/^ID +NAME +TENANT +WORKER +SCHEDULE +STATE\s*$/);
    expect(written[3]).toBe('no room for NEXT, LAST SUCCESS, ACTIVE: -o wide\n');
  });

  test('is not shortened where it fits, with -o wide, and in a file', () => {
    printerOf(300).table(items, columns);
    printerOf(80, 'wide').table(items, columns);
    printerOf(null).table(items, columns);
    expect(written.filter((line) => line.includes('x'.repeat(200)))).toHaveLength(3);
  });
});

test('a template gets a list as items, and a single object as it is', () => {
  const form = outputForm('jsonpath={.items[*].id}{.name}');
  printerOf(80, form).list([{ id: 'a' }, { id: 'b' }], { none: '', nameOf: ({ id }) => id, columns: [] });
  printerOf(80, form).value({ name: 'c' });
  expect(written).toEqual(['a b', 'c']);
  expect(() => outputForm('xml')).toThrow('Allowed forms are table, wide, json, yaml, csv, name, jsonpath=<template>');
});

test('a list as CSV has all columns, instants instead of ages, and numbers as they are', () => {
  const columns = columnsOf<{ id: string }>({
    ID: 'id',
    STARTED: when(() => '2026-12-01T03:00:00.000Z'),
    AGE: wide(() => -5),
    END: () => null,
  });
  printerOf(20, 'csv').list([{ id: 'a' }, { id: '' }], { none: 'none', nameOf: ({ id }) => id, columns });
  expect(written.join('')).toBe(
    'ID,STARTED,AGE,END\r\na,2026-12-01T03:00:00.000Z,-5,\r\n,2026-12-01T03:00:00.000Z,-5,\r\n',
  );
});

test('an empty list as CSV is its head, and rows that follow have none', () => {
  const listing = { none: 'none', nameOf: () => 'x', columns: columnsOf({ ID: () => 'x' }) };
  printerOf(20, 'csv').list([], listing);
  printerOf(20, 'csv').list([{}], listing, false);
  expect(written).toEqual(['ID\r\n', 'x\r\n']);
});

test('a list may have other columns as CSV', () => {
  const columns = columnsOf({ HOURS: () => '1.50' });
  const csv = columnsOf({ seconds: () => 5_400 });
  printerOf(20, 'csv').list([{}], { none: 'none', nameOf: () => 'x', columns, csv });
  expect(written.join('')).toBe('seconds\r\n5400\r\n');
});
