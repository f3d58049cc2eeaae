import { readRecord } from './spool-record.js';

test.each([
  ['1000 o text', 0, { at: 1_000, stream: 'stdout', text: 'text', omittedBytes: 0 }],
  ['1000 e ', 0, { at: 1_000, stream: 'stderr', text: '', omittedBytes: 0 }],
  ['1000 o +5 more', 0, { at: 1_000, stream: 'stdout', text: '+5 more', omittedBytes: 0 }],
  [
    '1000 o+737856 the beginning',
    131_072,
    { at: 1_000, stream: 'stdout', text: 'the beginning', omittedBytes: 868_928 },
  ],
  ['1000 e+1 x', 0, { at: 1_000, stream: 'stderr', text: 'x', omittedBytes: 1 }],
  ['1000 o+ x', 0, { at: 7, stream: 'stdout', text: '1000 o+ x', omittedBytes: 0 }],
  ['of another process', 3, { at: 7, stream: 'stdout', text: 'of another process', omittedBytes: 3 }],
])('the record %j, of which %d bytes were not read, is the line %j', (text, omittedBytes, want) => {
  expect(readRecord({ text, omittedBytes }, 7)).toEqual(want);
});
