import type { RecipientAnswer } from '#common/run/notice.js';
import { mailResult, recipientsLeft } from './mail-result.js';

const A = 'a@example.com';
const B = 'b@Example.com';
const C = 'c@example.com';
const answer = (address: string, status: number): RecipientAnswer => ({ address, status });

test('a mail that all accept is delivered', () => {
  expect(mailResult([A, B], [], [])).toEqual({ type: 'delivered', status: 250 });
});

test('a mail that some refuse for good is delivered to the others, and names those', () => {
  expect(mailResult([A, B], [answer('b@example.com', 550)], [])).toEqual({
    type: 'delivered',
    status: 250,
    message: 'the mail server refused b@example.com (550)',
    recipients: [answer(A, 250), answer('b@example.com', 550)],
  });
});

test.each([450, 421, 552])('who is refused for now (%i) is left for the next try, and nobody else', (status) => {
  const first = mailResult([A, B, C], [answer('b@example.com', status), answer(C, 550)], []);
  expect(first).toMatchObject({
    type: 'failed',
    status,
    message: `the mail server refused ${C} (550); the mail server refused b@example.com (${status}) for now`,
  });
  expect(recipientsLeft([A, B, C], first.recipients ?? [])).toEqual([B]);
  expect(mailResult([B], [], first.recipients ?? [])).toEqual({
    type: 'delivered',
    status: 250,
    message: `the mail server refused ${C} (550)`,
    recipients: [answer(A, 250), answer(C, 550), answer(B, 250)],
  });
});

test('a mail that all refuse for good is not sent again', () => {
  expect(mailResult([A], [answer(A, 550)], [])).toMatchObject({ type: 'forbidden', status: 550 });
  expect(mailResult([A], [answer(A, 550)], [answer(C, 550)])).toMatchObject({ type: 'forbidden' });
  expect(mailResult([A], [answer(A, 550)], [answer(C, 250)])).toMatchObject({ type: 'delivered' });
});
