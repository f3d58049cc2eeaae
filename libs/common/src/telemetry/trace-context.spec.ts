import { asAttemptId } from '../domain/ids.js';
import { attemptSpanId, parseTraceparent, runSpanId, traceIdOf, traceparentOf } from './trace-context.js';

const attempt = asAttemptId('j1-1795000000/0/main/0/1');

test('each service derives the same trace and spans for a run, and different ones for another run', () => {
  expect(traceIdOf('j1-1795000000')).toMatch(/^[0-9a-f]{32}$/);
  expect(traceIdOf('j1-1795000000')).not.toBe(traceIdOf('j1-1795000060'));
  expect([runSpanId('j1-1795000000'), attemptSpanId(attempt)].every((id) => /^[0-9a-f]{16}$/.test(id))).toBe(true);
  expect(attemptSpanId(attempt)).not.toBe(attemptSpanId(asAttemptId('j1-1795000000/0/main/0/2')));
});

test('the trace context of a worker names the trace of its run and the span of its attempt', () => {
  expect(parseTraceparent(traceparentOf(attempt))).toEqual({
    trace: traceIdOf('j1-1795000000'),
    span: attemptSpanId(attempt),
  });
});

test.each([
  undefined,
  '',
  '00-abc-def-01',
  `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
  `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`,
  `00-${'g'.repeat(32)}-${'1'.repeat(16)}-01`,
])('%p is not a valid trace', (text) => {
  expect(parseTraceparent(text)).toBeNull();
});
