import {
  asAttemptId,
  asJobId,
  asRunId,
  attemptFromSegment,
  attemptId,
  attemptSegment,
  parseAttemptId,
  runOfAttempt,
  scheduledRunId,
} from './ids.js';

const KEY = { run: asRunId('report-1790000000'), generation: 2, task: 'main', index: 7, attempt: 3 };

test('the id of an attempt names its run', () => {
  expect(runOfAttempt(attemptId(KEY))).toBe(KEY.run);
  expect(runOfAttempt(asAttemptId('nonsense'))).toBe('');
});

test('the id of an attempt is parsed again, also from a file name', () => {
  const id = attemptId(KEY);
  expect(id).toBe('report-1790000000/2/main/7/3');
  expect(parseAttemptId(id)).toEqual(KEY);
  expect(attemptSegment(id)).not.toContain('/');
  expect(attemptFromSegment(attemptSegment(id))).toEqual(KEY);
});

test.each([
  '',
  'run',
  'run/0/main/0',
  '/0/main/0/1',
  'run/0//0/1',
  'run/0/main/0/1/x',
  'run/-1/main/0/1',
  'run/0/main/0/1e3',
])('%j is not the id of an attempt', (text) => {
  expect(parseAttemptId(asAttemptId(text))).toBeNull();
});

test('the key of a slot is in whole seconds', () => {
  expect(scheduledRunId(asJobId('report'), 1_790_000_000_999)).toBe('report-1790000000');
});
