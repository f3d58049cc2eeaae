/** @promise S3 */
import { HIDE_EVERYTHING, hideInJson, secretMask, secretTexts } from './secret-mask.js';

const hide = (secrets: readonly string[], line: string, isCut = false): string => secretMask(secrets).hide(line, isCut);

describe('secret masking', () => {
  it.each([
    ['hides every occurrence', ['hunter2'], 'a hunter2 b hunter2', 'a *** b ***'],
    ['hides the longest secret first', ['pass', 'password-1'], 'password-1 pass', '*** ***'],
    ['hides the JSON form of a secret', ['say "hi"'], '{"x":"say \\"hi\\""}', '{"x":"***"}'],
    ['hides the URL form of a secret', ['a/b c&d'], 'GET /?t=a%2Fb%20c%26d', 'GET /?t=***'],
    ['hides JSON inside JSON', ['say "hi"'], String.raw`"{\"x\":\"say \\\"hi\\\"\"}"`, String.raw`"{\"x\":\"***\"}"`],
    ['hides JSON that keeps to ASCII', ['pässword'], String.raw`{"x":"p\u00e4ssword"}`, '{"x":"***"}'],
    ['hides JSON with escaped slashes', ['a/b/c'], String.raw`{"x":"a\/b\/c"}`, '{"x":"***"}'],
    ['hides the form of a secret that a form sends', ["it's a secret"], 'x=it%27s+a+secret&y', 'x=***&y'],
    ['hides a URL form with lower-case digits', ['a/b c&d'], 't=a%2fb%20c%26d', 't=***'],
    ['hides the base64 form of a secret', ['hunter2-pass'], `x ${btoa('hunter2-pass')} y`, 'x *** y'],
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
    ['hides a value whose file ends with a line end', ['hunter2\n'], 'a hunter2 b', 'a *** b'],
    ['hides a value whose file ends with a Windows line end', ['hunter2\r\n'], 'a hunter2 b', 'a *** b'],
    ['takes signs literally', ['a.b*c[1]'], 'a.b*c[1] axbxc1', '*** axbxc1'],
    ['leaves texts alone that are too short to be secrets', ['abc', ''], 'abc abc', 'abc abc'],
    ['leaves lines without secrets as they are', ['hunter2'], 'nothing here', 'nothing here'],
  ])('%s', (_, secrets, line, expected) => {
    expect(hide(secrets, line)).toBe(expected);
  });

  it('removes the beginning of a secret at the end of a line that was cut', () => {
    expect(hide(['correct-horse'], 'the key is correct-ho', true)).toBe('the key is ');
    expect(hide(['correct-horse'], 'the key is correct-ho', false)).toBe('the key is correct-ho');
    expect(hide(['abc-abc'], 'the key is abc-abc', true)).toBe('the key is ***');
  });

  it('finds each text of a structure, at any depth', () => {
    expect(secretTexts({ a: 'long enough', b: ['abc', { c: 'four' }], d: 12345, e: null, f: true, g: 123456 })).toEqual(
      ['long enough', 'four', '123456'],
    );
  });

  it.each([0, 1, 2, 3, 4])('hides a secret within base64 that begins %i bytes before it', (before) => {
    const secret = 'hunter2-the-password';
    const text = btoa(`${'u'.repeat(before)}${secret}:more`);
    const shown = hide([secret], text);
    expect(shown).toContain('***');
    expect(Buffer.from(shown, 'base64').toString()).not.toContain('unter2');
    expect(hide([secret], text.replaceAll('+', '-').replaceAll('/', '_'))).toContain('***');
  });

  it.each([
    ['whose end was cut', 'answered 401: {"key":"correct-horse-b', 'answered 401: {"key":"***'],
    [
      'whose beginning was cut',
      'container main exited with 1: -horse-battery now',
      'container main exited with 1: *** now',
    ],
    ['whose beginning was cut in a line', 'first\nse-battery', 'first\n***'],
    ['of which nothing is a secret', 'correct: the horse', 'correct: the horse'],
    ['with a short line of a key file', 'x\nab9Q==\ny', 'x\n***\ny'],
  ])('hides in a message %s', (_, text, shown) => {
    expect(secretMask(['correct-horse-battery', 'MIIEvQIBADANBg\nab9Q==\n']).hideIn(text)).toBe(shown);
  });

  it('hides secrets in names, texts and numbers of JSON', () => {
    const mask = secretMask(['hunter2', '123456']);
    expect(hideInJson(mask, { hunter2: [1, 123456, 'is hunter2'], rows: 12, done: true, next: null })).toEqual({
      '***': [1, '***', 'is ***'],
      rows: 12,
      done: true,
      next: null,
    });
    expect(hideInJson(HIDE_EVERYTHING, { done: 3 })).toEqual({ '***': '***' });
  });

  it('hides secrets of the greatest size, and very many of them', () => {
    const long = '"x€/'.repeat(24_000);
    const line = 'answered 401: ';
    const many = Array.from({ length: 3_000 }, (_, i) => `secret number ${i} of many`);
    for (const secrets of [[long], many, [many.join('\n')]]) {
      const mask = secretMask(secrets);
      expect(mask.hideIn(`${line}${secrets[0]!.slice(0, 480)}`)).toMatch(/^answered 401: \*\*\*[*\n]*$/);
      expect(mask.hideIn('nothing to see: here')).toBe('nothing to see: here');
      expect(mask.hide(`a ${secrets[0]!.split('\n')[0]!} b`, false)).toBe('a *** b');
    }
  });
});
