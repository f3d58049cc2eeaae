import { LinePlaces } from './line-places.js';

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
