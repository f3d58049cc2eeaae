import { Pool } from './pool.js';

describe('a pool', () => {
  it('lends no more resources than it has, in the order of the requests, also after a failure', async () => {
    const pool = new Pool(2, () => Buffer.alloc(8));
    const lent = new Set<Buffer>();
    const order: number[] = [];
    let underWay = 0;
    let most = 0;
    const use = (number: number): Promise<void> =>
      pool.use(async (buffer) => {
        order.push(number);
        lent.add(buffer);
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, 1));
        underWay--;
        if (number % 3 === 0) throw new Error('as planned');
      });
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, number) => use(number)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([most, lent.size]).toEqual([2, 2]);
  });
});
