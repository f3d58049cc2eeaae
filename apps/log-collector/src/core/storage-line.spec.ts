import { readOutputsLine, readStorageLine } from './storage-line.js';

describe('a storage line', () => {
  it.each([
    ['an object', '[saveJobStorage] {"a": 1}', { a: 1 }],
    ['any JSON value', '[saveJobStorage] [1, null]', [1, null]],
    ['null', '[saveJobStorage] null', null],
    ['an escaped backslash', String.raw`[saveJobStorage] "\\u0000"`, String.raw`\u0000`],
    ['a value between blanks', '[saveJobStorage]   "x"  ', 'x'],
  ])('saves %s', (_, text, value) => {
    expect(readStorageLine(text, 0)).toEqual({ kind: 'save', value });
  });

  it.each(['123e4567', '{"id":9007199254740993,"part":1.0,"zero":-0}', `${'['.repeat(63)}1e999${']'.repeat(63)}`])(
    'saves numbers as they are written: %s',
    (json) => {
      const read = readStorageLine(`[saveJobStorage] ${json}`, 0);
      expect(JSON.stringify(read.kind === 'save' && read.value)).toBe(json);
      const outputs = readOutputsLine(`[saveOutputs] {"it":${json}}`, 0);
      expect(JSON.stringify(outputs.kind === 'save' && outputs.value)).toBe(`{"it":${json}}`);
    },
  );

  it('saves no number as outputs', () => {
    expect(readOutputsLine('[saveOutputs] 1.0', 0).kind).toBe('malformed');
  });

  it.each([
    ['not at the start of the line', ' [saveJobStorage] {}'],
    ['without a blank after it', '[saveJobStorage]{}'],
    ['in other upper or lower case', '[savejobstorage] {}'],
  ])('is an ordinary line when the mark is %s', (_, text) => {
    expect(readStorageLine(text, 0)).toEqual({ kind: 'none' });
  });

  it.each([
    ['is not JSON', '[saveJobStorage] {a: hunter2}', 0, 'the text after it is not valid JSON'],
    ['is missing', '[saveJobStorage] ', 0, 'no JSON follows it'],
    ['is nested too deep', `[saveJobStorage] ${'['.repeat(65)}${']'.repeat(65)}`, 0, 'nested deeper than 64 levels'],
    ['holds NUL', '[saveJobStorage] {"a": ["\\u0000"]}', 0, 'NUL'],
    ['contains NUL in a name', '[saveJobStorage] {"a\\u0000": "hunter2"}', 0, 'NUL'],
    [
      'is too large',
      `[saveJobStorage] "${'x'.repeat(98_303)}"`,
      0,
      'the value has 98305 bytes as JSON, more than the 98304 allowed',
    ],
    ['is part of a cut line', '[saveJobStorage] {"a": "', 1_000_000, 'the value has 1000007 bytes as JSON'],
  ])('is malformed when its value %s, and the problem does not quote it', (_, text, omitted, problem) => {
    const read = readStorageLine(text, omitted);
    expect(read).toEqual({ kind: 'malformed', problem: expect.stringContaining(problem) as string });
    expect(JSON.stringify(read)).not.toContain('hunter2');
  });

  it('may have exactly the maximum size', () => {
    expect(readStorageLine(`[saveJobStorage] "${'x'.repeat(98_302)}"`, 0).kind).toBe('save');
  });
});
