import { mongo } from 'mongoose';
import { AppError } from './app-error.js';
import { failureOf, isPassing } from './failure.js';

test.each<readonly [string, Error]>([
  ['a lost connection', new mongo.MongoNetworkError('connection 12 to 10.0.0.5:27017 closed')],
  ['a primary that steps down', new mongo.MongoServerError({ message: 'operation was interrupted', code: 11_602 })],
  ['a cursor that a former primary has closed', new mongo.MongoServerError({ message: 'cursor id 7', code: 43 })],
  ['a server that has left the set', new mongo.MongoServerClosedError('server closed')],
  ['a primary of a former election', new mongo.MongoStalePrimaryError('primary marked stale')],
])('%s of the database may pass, and no address is told', (_, error) => {
  expect(failureOf(error)).toEqual({ code: 'UNAVAILABLE', detail: 'the database does not answer; try again' });
  expect(isPassing(error)).toBe(true);
});

test('an error that nobody expected is internal and does not pass', () => {
  expect(failureOf(new TypeError('x is undefined'))).toEqual({ code: 'INTERNAL', detail: 'x is undefined' });
  expect(isPassing(new TypeError('x is undefined'))).toBe(false);
});

test('an expected error keeps its code and its text', () => {
  expect(failureOf(new AppError('NOT_FOUND', 'there is no job x'))).toEqual({
    code: 'NOT_FOUND',
    detail: 'there is no job x',
  });
});
