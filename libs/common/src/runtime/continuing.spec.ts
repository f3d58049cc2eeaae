import { mongo } from 'mongoose';
import { AppError } from '../errors/app-error.js';
import { forEachContinuing } from './continuing.js';

const poisoned = (error: Error, seen: number[]) => (item: number) => {
  seen.push(item);
  return item === 2 ? Promise.reject(error) : Promise.resolve();
};

test('an error is thrown after all items have had their turn', async () => {
  const seen: number[] = [];
  await expect(forEachContinuing([1, 2, 3, 2, 4], poisoned(new Error('bad document'), seen))).rejects.toThrow(
    'bad document',
  );
  expect(seen).toEqual([1, 2, 3, 2, 4]);
});

test.each([new mongo.MongoNetworkError('gone'), new AppError('UNAVAILABLE', 'no answer')])(
  'an outage ends the loop at once: %s',
  async (outage) => {
    const seen: number[] = [];
    await expect(forEachContinuing([1, 2, 3], poisoned(outage, seen))).rejects.toBe(outage);
    expect(seen).toEqual([1, 2]);
  },
);
