import { mongo } from 'mongoose';
import { AppError } from '../errors/app-error.js';
import { inTurn, Rounds } from './in-turn.js';

const poisoned = (error: Error, seen: number[]) => (item: number) => {
  seen.push(item);
  return item === 2 ? Promise.reject(error) : Promise.resolve();
};

test('what fails is told when all have had their turn', async () => {
  const seen: number[] = [];
  await expect(inTurn([1, 2, 3, 2, 4], poisoned(new Error('bad document'), seen))).rejects.toThrow('bad document');
  expect(seen).toEqual([1, 2, 3, 2, 4]);
});

test.each([new mongo.MongoNetworkError('gone'), new AppError('UNAVAILABLE', 'no answer')])(
  'an outage ends it at once: %s',
  async (outage) => {
    const seen: number[] = [];
    await expect(inTurn([1, 2, 3], poisoned(outage, seen))).rejects.toBe(outage);
    expect(seen).toEqual([1, 2]);
  },
);

test('nothing is read ahead of what is looked at, and a page that cannot be read ends it', async () => {
  const log: string[] = [];
  const read = (after: number | null): Promise<number[]> => {
    log.push(`after ${after}`);
    return after === 4
      ? Promise.reject(new Error('cannot be read'))
      : Promise.resolve([(after ?? 0) + 1, (after ?? 0) + 2]);
  };
  const work = (item: number): Promise<void> => {
    log.push(`${item}`);
    return Promise.resolve();
  };
  const rounds = new Rounds<number, number>({ size: 2, placeOf: (item) => item });
  await expect(inTurn(rounds.goOn(read), work)).rejects.toThrow('cannot be read');
  expect(log).toEqual(['after null', '1', '2', 'after 2', '3', '4', 'after 4']);
});

test('a round that was cut goes on behind the one that cut it, and the next begins with the first', async () => {
  const outage = new AppError('UNAVAILABLE', 'no answer');
  const all = [1, 2, 3, 4, 5];
  const rounds = new Rounds<number, number>({ size: 2, placeOf: (item) => item });
  const read = (after: number | null): Promise<number[]> =>
    Promise.resolve(all.filter((item) => item > (after ?? 0)).slice(0, 2));
  const seen: number[] = [];
  await expect(inTurn(rounds.goOn(read), poisoned(outage, seen))).rejects.toBe(outage);
  expect(rounds.isUnderWay).toBe(true);
  await inTurn(rounds.goOn(read), poisoned(outage, seen));
  expect(seen).toEqual(all);
  expect(rounds.isUnderWay).toBe(false);
  await expect(inTurn(rounds.goOn(read), poisoned(outage, seen))).rejects.toBe(outage);
  expect(seen).toEqual([...all, 1, 2]);
});
