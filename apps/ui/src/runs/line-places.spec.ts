import { LinePlaces, rowsOf } from './line-places.js';

const ROWS = [1, 3, 1, 2];
const placesOf = (count: number): LinePlaces => new LinePlaces((line) => ROWS[line % ROWS.length] ?? 1).fillTo(count);

describe('the positions of lines', () => {
  it('are the number of rows before each line, and the total', () => {
    const places = placesOf(4);
    expect([0, 1, 2, 3].map((line) => places.topOf(line))).toEqual([0, 1, 4, 5]);
    expect(places.rows).toBe(7);
  });

  it('map each row back to its line', () => {
    const places = placesOf(4);
    expect([-5, 0, 1, 2, 3, 4, 5, 6, 7, 99].map((row) => places.at(row))).toEqual([0, 0, 1, 1, 1, 2, 3, 3, 3, 3]);
    expect(placesOf(0).at(0)).toBe(0);
  });

  it('are the same whether lines are added one by one or together, beyond the initial capacity, too', () => {
    const grown = placesOf(0);
    for (let count = 1; count <= 10_001; count += 100) grown.fillTo(count);
    const whole = placesOf(grown.count);
    expect(grown.rows).toBe(whole.rows);
    expect([1, 4_095, 4_096, 9_999].map((line) => grown.topOf(line))).toEqual(
      [1, 4_095, 4_096, 9_999].map((line) => whole.topOf(line)),
    );
  });

  it('start again at zero after lines were removed', () => {
    expect(placesOf(10_000).fillTo(4).rows).toBe(7);
  });

  it('cost only the added lines', () => {
    let calls = 0;
    const places = new LinePlaces(() => {
      calls++;
      return 1;
    });
    places.fillTo(1_000);
    places.fillTo(1_010);
    expect(calls).toBe(1_010);
  });
});

describe('the rows of a wrapped line', () => {
  /** Ideographs are drawn wider than other letters, by a font's own measure; an accent has no width of its own. */
  const widthOf = (letter: string): number =>
    ['\u0301', '\u200d'].includes(letter) ? 0 : letter > '\u2e80' ? 1.75 : 1;
  const rows = (text: string, columns: number, used = 0): number => rowsOf(text, used, { columns, widthOf });

  it.each([
    ['', 10, 1],
    ['0123456789', 10, 1],
    ['0123456789a', 10, 2],
    // Five fit: 8.75 columns.
    ['日志消息处', 10, 1],
    ['日志消息处理', 10, 2],
    ['日志消息处理完成下一个步', 10, 3],
    // The letter that does not fit begins the next row, and leaves a gap at the end.
    ['012345678日9', 10, 2],
    ['e\u0301'.repeat(10), 10, 1],
    // A tab leads to the next multiple of eight columns, or to the next row.
    ['a\tb', 10, 1],
    ['a\tbcd', 10, 2],
    ['a\tb\tc', 10, 2],
    ['a\tb\tcde', 10, 3],
    ['👩\u200d👩\u200d👧'.repeat(5), 10, 1],
    ['🎉'.repeat(5), 10, 1],
    ['🎉'.repeat(6), 10, 2],
  ])('%j in %d columns: %d', (text, columns, wanted) => {
    expect(rows(text, columns)).toBe(wanted);
  });

  it('counts what is in front of the text', () => {
    expect(rows('0123', 10, 6)).toBe(1);
    expect(rows('01234', 10, 6)).toBe(2);
    expect(rows('日志', 10, 7)).toBe(2);
    expect(rows('日', 10, 25)).toBe(3);
  });
});
