import { messageOf } from './app-error.js';

test('the message of addresses that all failed names each reason once', () => {
  const [v6, v4] = [new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')];
  expect(messageOf(new AggregateError([v6, v4, v4]))).toBe(`${v6.message}; ${v4.message}`);
  expect(messageOf(new AggregateError([v6], 'none of them'))).toBe('none of them');
  expect(messageOf(new AggregateError([]))).toBe('');
});

test('a thrown value that is no error is its text', () => {
  expect([messageOf(new Error('x')), messageOf('y'), messageOf(null)]).toEqual(['x', 'y', 'null']);
});
