import { linesOfLog, logFault } from './log-fault.js';

const SENT = ['1.1', '1.2', '2.1'];

test('a log with what was sent, in its order, has no fault', () => {
  expect(logFault(linesOfLog('1.1\n1.2\n2.1\n'), SENT)).toBeNull();
});

test.each([
  ['a line is missing', '1.1\n2.1\n', 'lines'],
  ['a line is doubled', '1.1\n1.2\n1.2\n2.1\n', 'lines'],
  ['a line is strange', '1.1\n1.2\n2.2\n', 'lines'],
  ['it is empty', '', 'lines'],
  ['its last line is not ended', '1.1\n1.2\n2.1', 'lines'],
  ['two lines changed places', '2.1\n1.1\n1.2\n', 'order'],
])('a log has a fault where %s', (_what, text, kind) => {
  expect(logFault(linesOfLog(text), SENT)?.kind).toBe(kind);
});
