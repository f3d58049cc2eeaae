import fc from 'fast-check';
import { LineFramer } from './line-framer.js';
import { secretMask, secretTexts } from './secret-mask.js';

const hide = (secrets: readonly string[], line: string, isCut = false): string => secretMask(secrets).hide(line, isCut);

describe('secret masking', () => {
  it.each([
    ['hides every occurrence', ['hunter2'], 'a hunter2 b hunter2', 'a *** b ***'],
    ['hides the longest secret first', ['pass', 'password-1'], 'password-1 pass', '*** ***'],
    ['hides the JSON form of a secret', ['say "hi"'], '{"x":"say \\"hi\\""}', '{"x":"***"}'],
    ['hides the URL form of a secret', ['a/b c&d'], 'GET /?t=a%2Fb%20c%26d', 'GET /?t=***'],
    [
      'hides the lines of a key file one by one',
      ['-----BEGIN-----\nMIIEvQIBADANBg\nend'],
      'got MIIEvQIBADANBg!',
      'got ***!',
    ],
    [
      'hides the last line of a key file, however short, where it stands alone',
      ['MIIEvQIBADANBg\nab9Q==\n'],
      '  ab9Q==',
      '***',
    ],
    ['leaves such a line alone where it is part of another', ['MIIEvQIBADANBg\nab9Q==\n'], 'x ab9Q== y', 'x ab9Q== y'],
    ['hides lines that were printed without their indent', ['key: |\n    MIIEvQIBADANBg'], 'MIIEvQIBADANBg', '***'],
    ['hides a value that its file ends with a line end', ['hunter2\n'], 'a hunter2 b', 'a *** b'],
    ['hides a value that its file ends as on Windows', ['hunter2\r\n'], 'a hunter2 b', 'a *** b'],
    ['takes signs literally', ['a.b*c[1]'], 'a.b*c[1] axbxc1', '*** axbxc1'],
    ['leaves texts alone that are too short to be secrets', ['abc', ''], 'abc abc', 'abc abc'],
    ['leaves lines without secrets as they are', ['hunter2'], 'nothing here', 'nothing here'],
  ])('%s', (_, secrets, line, expected) => {
    expect(hide(secrets, line)).toBe(expected);
  });

  it('drops the beginning of a secret at the end of a line that was cut', () => {
    expect(hide(['correct-horse'], 'the key is correct-ho', true)).toBe('the key is ');
    expect(hide(['correct-horse'], 'the key is correct-ho', false)).toBe('the key is correct-ho');
    expect(hide(['abc-abc'], 'the key is abc-abc', true)).toBe('the key is ***');
  });

  it('finds every text of a structure, however deep', () => {
    expect(secretTexts({ a: 'long enough', b: ['abc', { c: 'four' }], d: 12345, e: null, f: true })).toEqual([
      'long enough',
      'four',
    ]);
  });

  it('never lets a secret through, wherever the bytes are split and the line is cut', () => {
    const secret = fc.stringMatching(/^[a-z€"%/]{4,12}$/);
    const noise = fc.stringMatching(/^[A-Z0-9 ]{0,10}$/);
    const pieces = fc.array(fc.oneof(fc.constant('SECRET'), noise), { maxLength: 12 });
    fc.assert(
      fc.property(secret, pieces, fc.nat(), fc.integer({ min: 5, max: 80 }), (value, parts, split, maxBytes) => {
        const line = parts.map((part) => (part === 'SECRET' ? value : part)).join(' ');
        const bytes = new TextEncoder().encode(`${line}\n`);
        const framer = new LineFramer(maxBytes);
        const cut = split % bytes.length;
        const framed = [...framer.push(bytes.subarray(0, cut)), ...framer.push(bytes.subarray(cut))];
        const shown = framed.map(({ text, omittedBytes }) => hide([value], text, omittedBytes > 0)).join('');
        expect(shown).not.toContain(value);
        // Not even its beginning: all of the noise is upper case.
        expect(shown).not.toMatch(/[a-z€"%/]/);
      }),
      { numRuns: 2_000 },
    );
  });
});
