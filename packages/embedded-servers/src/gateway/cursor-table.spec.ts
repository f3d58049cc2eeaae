import { CursorTable } from './cursor-table.js';

const cursor = { continuation: Buffer.from([1]), database: 'd' };

describe('CursorTable', () => {
  it('keeps open cursors, advances them, and forgets closed ones', () => {
    const table = new CursorTable(() => 0);
    table.open(7n, cursor);
    table.open(7n, { ...cursor, continuation: Buffer.from([2]) });
    expect(table.get(7n)).toMatchObject({ continuation: Buffer.from([2]) });
    table.forget([7n]);
    expect(table.get(7n)).toBeUndefined();
  });

  it('never uses the id that means the end', () => {
    const table = new CursorTable(() => 0);
    table.open(0n, cursor);
    expect(table.size).toBe(0);
  });

  it('removes cursors that were not used for ten minutes', () => {
    let now = 0;
    const table = new CursorTable(() => now);
    table.open(1n, cursor);
    now = 599_999;
    table.open(2n, cursor);
    expect(table.size).toBe(2);
    now = 600_000;
    table.open(3n, cursor);
    expect([1n, 2n, 3n].map((id) => table.get(id) !== undefined)).toEqual([false, true, true]);
  });

  it('keeps a limited number of cursors, those that were used last', () => {
    const table = new CursorTable(() => 0);
    for (let id = 1n; id <= 5_000n; id++) table.open(id, cursor);
    expect(table.size).toBe(4_000);
    expect([table.get(1_000n) === undefined, table.get(1_001n) === undefined]).toEqual([true, false]);
  });
});
