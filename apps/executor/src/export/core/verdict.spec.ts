import { verdictOf } from './verdict.js';

const answer = (status: number, text = '', retryAt: number | null = null) => ({ status, text, retryAt });

test.each([200, 204])('%d: the target has all lines', (status) => {
  const taken = { type: 'taken', refused: 0, problem: null };
  expect(verdictOf('otlp', answer(status, '{}'), 5)).toEqual(taken);
  expect(verdictOf('loki', answer(status), 5)).toEqual(taken);
});

test.each([
  ['{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}', 2],
  ['{"partialSuccess":{"rejectedLogRecords":3}}', 3],
  ['{"partialSuccess":{"rejectedLogRecords":"900"}}', 5],
  ['{"partialSuccess":{"rejectedLogRecords":"-1"}}', 0],
  ['{"partialSuccess":{"errorMessage":"a warning"}}', 0],
  ['{"partialSuccess":null}', 0],
  ['null', 0],
  ['<html>', 0],
  ['{"partialSuccess":{"rejectedLogRecords":{}}}', 0],
])('OTLP: of five lines, %s rejects %d', (text, refused) => {
  expect(verdictOf('otlp', answer(200, text), 5)).toMatchObject({ type: 'taken', refused });
});

test('Loki stores the lines of a request that it does not refuse, and says how many it has not', () => {
  const text = `entry with timestamp 2026-11-20 ignored, reason: 'entry too far behind',\ntotal ignored: 2 out of 5 for stream`;
  expect(verdictOf('loki', answer(400, text), 5)).toMatchObject({ type: 'taken', refused: 2 });
  expect(verdictOf('loki', answer(400, 'timestamp too old'), 5)).toMatchObject({ type: 'taken', refused: 5 });
});

test.each([400, 409, 422])('%d: the same lines are not sent again', (status) => {
  const problem = `the target answered ${status}: no`;
  expect(verdictOf('otlp', answer(status, 'no'), 5)).toEqual({ type: 'taken', refused: 5, problem });
});

test.each([408, 425, 429, 500, 502, 503, 504])('%d: they are sent again, when the target wants them', (status) => {
  expect(verdictOf('otlp', answer(status, 'x', 99), 5)).toMatchObject({ type: 'later', retryAt: 99 });
});

test.each([301, 308, 401, 403, 404, 405, 407, 415])('%d: somebody has to repair the settings', (status) => {
  expect(verdictOf('loki', answer(status), 5)).toMatchObject({ type: 'unusable' });
});

test('a request that is too large is divided, down to one line', () => {
  expect(verdictOf('otlp', answer(413), 2)).toMatchObject({ type: 'tooLarge' });
  expect(verdictOf('otlp', answer(413), 1)).toMatchObject({ type: 'taken', refused: 1 });
});
