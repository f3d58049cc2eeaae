import { linesOfLog, logFault } from './log-fault.js';

const SENT = ['1.1', '1.2', '2.1'];

test('a log with the sent lines, in their order, has no fault', () => {
  expect(logFault(linesOfLog('1.1\n1.2\n2.1\n'), SENT)).toBeNull();
});

test.each([
  ['a line is missing', '1.1\n2.1\n', 'lines'],
  ['a line is duplicated', '1.1\n1.2\n1.2\n2.1\n', 'lines'],
  ['a line is unknown', '1.1\n1.2\n2.2\n', 'lines'],
  ['it is empty', '', 'lines'],
  ['its last line has no end', '1.1\n1.2\n2.1', 'lines'],
  ['two lines are in the wrong order', '2.1\n1.1\n1.2\n', 'order'],
])('a log has a fault if %s', (_what, text, kind) => {
  expect(logFault(linesOfLog(text), SENT)?.kind).toBe(kind);
});
