import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { MAX_ERROR_LINE_LENGTH, MAX_ERROR_LINES } from '../domain/limits.js';
import { normalisedLine, normalisedLines, normalisedMessage } from './failure.js';

test.each([
  ['2026-11-25T10:11:12.345Z ERROR boom', '<time> ERROR boom'],
  ['[2026-11-25 10:11:12,345] boom', '[<time>] boom'],
  ['10:11:12 boom', '<time> boom'],
  ['25/11/2026 10:11:12 boom', '<time> boom'],
  ['order 1234 failed after 3.5 s', 'order <n> failed after <n>'],
  ['took 300ms', 'took <n>'],
  ['took 2 seconds', 'took <n>'],
  ['exit status -11', 'exit status <n>'],
  ["KeyError: 'customer'", 'KeyError: <value>'],
  ['File "/app/main.py", line 12, in main', 'File <value>, line <n>, in main'],
  ["can't open file", "can't open file"],
  ['request 7f1c2d3e-0a1b-4c2d-8e3f-a1b2c3d4e5f6 failed', 'request <id> failed'],
  ['panic at 0xdeadbeef', 'panic at <id>'],
  ['commit 3b5f2c1d9e lost', 'commit <id> lost'],
  ['pod web-7c9d8f6b5-x2k4q is gone', 'pod web-<id> is gone'],
  ['at io.netty.Http2Session.run', 'at io.netty.Http<n>Session.run'],
  ['worker x2k4q and 1024MiB', 'worker <id> and <n>'],
  ['GET https://api.example.com/v1/orders/17?x=1 503', 'GET <url> <n>'],
  ['dial tcp 10.2.3.4:5432: refused', 'dial tcp <address>: refused'],
  ['connection to 10.0.3.17:5432 refused', 'connection to <address> refused'],
  ['mail to ada@example.com bounced', 'mail to <mail> bounced'],
  ['cannot write /tmp/tmpqwerty/out', 'cannot write /tmp/<path>'],
  ['cannot read /data/run-17/part-0003.csv', 'cannot read /data/run-<n>/part-<n>.csv'],
  ['\u001b[31mERROR\u001b[0m boom', 'ERROR boom'],
  ['unused \u001b]8;id=3;https://a.example/x\u001b\\variable\u001b]8;;\u001b\\ here', 'unused variable here'],
  ['login with password=hunter2 failed', 'login with password=<value> failed'],
  ['Authorization: Bearer abc.def.ghi', 'Authorization: Bearer <value>'],
  ['   at   Foo.bar(Foo.java:17)  ', 'at Foo.bar(Foo.java:<n>)'],
])('%j becomes %j', (line, expected) => {
  expect(normalisedLine(line)).toBe(expected);
});

/** Text that looks like the content of logs, and other text. */
const fragment = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...Array.from(' \'"`<>n/\\:=@.-_+0f9aZ{}()[]\u001b[m%µs,\t')), maxLength: 30 }),
  fc.constantFrom('password=', 'token: ', 'Bearer ', '/tmp/', 'https://', '<n>', '<value>', '<id>', 'ms', ' 10:11:12'),
  fc.integer().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.uuid(),
);
const line = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));

test('a normalised line normalises to itself, is bounded, and has digits only in placeholders', () => {
  fc.assert(
    fc.property(line, (text) => {
      const once = normalisedLine(text);
      expect(normalisedLine(once)).toBe(once);
      expect(once.length).toBeLessThanOrEqual(MAX_ERROR_LINE_LENGTH);
      expect(once).not.toMatch(/\p{N}/u);
      expect(Buffer.from(once).toString()).toBe(once);
    }),
    { numRuns: worlds(5_000) },
  );
});

const word = fc.string({ unit: fc.constantFrom(...Array.from('abcdefghijklmnop')), minLength: 1, maxLength: 12 });

test('lines that differ only in numbers, ids, times and quoted values become the same', () => {
  const volatile = fc.record({
    n: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e9 }).map((x) => x.toFixed(2)),
    id: fc.uuid(),
    at: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    quoted: fc.string({ unit: fc.constantFrom(...Array.from('abc xyz019-/')), maxLength: 40 }),
  });
  fc.assert(
    fc.property(word, word, volatile, volatile, (a, b, one, other) => {
      const of = ({ n, id, at, quoted }: typeof one): string =>
        normalisedLine(`${at} ${a} ${id} took ${n} ms for "${quoted}" in ${b}`);
      expect(of(one)).toBe(of(other));
    }),
  );
});

test('a value that is named as a secret is removed, whatever it is', () => {
  const secret = fc.string({
    unit: fc.constantFrom(...Array.from('abcdefghijkXYZ0123456789-_.~+/$#!')),
    minLength: 8,
    maxLength: 60,
  });
  const named = fc.constantFrom('password=', 'PASSWORD: ', 'api_key=', 'secret=', 'Authorization: Bearer ', 'token=');
  fc.assert(
    fc.property(named, secret, word, (name, value, rest) => {
      fc.pre(!/^[.~+/$#!_-]+$/.test(value));
      const text = normalisedLine(`${rest} ${name}${value} ${rest}`);
      expect(text).not.toContain(value);
      expect(text).toContain('<value>');
    }),
  );
});

test('the last lines with content count, and equal lines count once', () => {
  const lines = ['start', ...Array.from({ length: 30 }, (_, i) => `processed ${i} of 30`), '', 'boom', '   '];
  expect(normalisedLines(lines)).toEqual(['start', 'processed <n> of <n>', 'boom']);
  const many = Array.from({ length: 40 }, (_, i) => `line ${String.fromCharCode(97 + (i % 26))}`);
  expect(normalisedLines(many)).toHaveLength(MAX_ERROR_LINES);
  expect(normalisedLines(many).at(-1)).toBe('line n');
});

test('the index, and the number of attempts, are not part of a message', () => {
  expect(normalisedMessage('main/3 failed after 4 attempts: Http503: answered 503')).toEqual(
    normalisedMessage('main/0 failed: Http503: answered 503'),
  );
});

test('a hostile line takes time linear in the part that is read', () => {
  for (const part of ['"', "'a ", 'a.', '-0', '<n> ', 'a@', 'aaaa1-', '1.', 'token='])
    expect(normalisedLine(part.repeat(100_000)).length).toBeLessThanOrEqual(MAX_ERROR_LINE_LENGTH);
});
