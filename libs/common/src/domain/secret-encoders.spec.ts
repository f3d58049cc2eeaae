/**
 * What programs print of a secret, in the forms that their encoders write.
 *
 * @promise S3
 */
import { execFileSync } from 'node:child_process';
import { inspect } from 'node:util';
import { printMask, secretPrints } from '../secrets/secret-prints.js';
import { secretMask, type SecretMask } from './secret-mask.js';

const SECRET = String.raw`a&b<c>d=e+f'g"h/i\j kçl€m😀n`;
const KEY = Array.from({ length: 12 }, (_, i) => `line ${i} of a key, 0x${'9d3c1e'.repeat(4)}`).join('');

const masksOf = (secret: string): readonly [string, SecretMask][] => [
  ['by value', secretMask([secret])],
  ['by fingerprint', printMask(secretPrints([secret]) ?? '')],
];
const shell = (script: string, secret: string): string =>
  execFileSync('sh', ['-c', script], { env: { PATH: '/usr/local/bin:/usr/bin:/bin', S: secret }, encoding: 'utf8' });
const folded = (text: string, length: number, end = '\n'): string =>
  text.replace(new RegExp(`.{${length}}(?=.)`, 'g'), `$&${end}`);

describe.each(masksOf(SECRET))('a secret is hidden %s as it is printed by', (_, mask) => {
  it.each<[string, string]>([
    ['JSON of JavaScript', JSON.stringify(SECRET)],
    ['JSON within JSON', JSON.stringify(JSON.stringify(SECRET))],
    ['JSON of Python', String.raw`"a&b<c>d=e+f'g\"h/i\\j k\u00e7l\u20acm\ud83d\ude00n"`],
    ['JSON within JSON of Python', String.raw`"\"a&b<c>d=e+f'g\\\"h/i\\\\j k\\u00e7l\\u20acm\\ud83d\\ude00n\""`],
    ['JSON of Go', String.raw`"a\u0026b\u003cc\u003ed=e+f'g\"h/i\\j kçl€m😀n"`],
    ['JSON of Gson', String.raw`"a\u0026b\u003cc\u003ed\u003de+f\u0027g\"h/i\\j kçl€m😀n"`],
    ['JSON of .NET', String.raw`"a\u0026b\u003Cc\u003Ed=e\u002Bf\u0027g\u0022h/i\\j k\u00E7l\u20ACm\uD83D\uDE00n"`],
    ['JSON of PHP', String.raw`"a&b<c>d=e+f'g\"h\/i\\j k\u00e7l\u20acm\ud83d\ude00n"`],
    ['JSON of PHP for HTML', String.raw`"a\u0026b\u003Cc\u003Ed=e+f\u0027g\u0022h\/i\\j k\u00e7l\u20acm\ud83d\ude00n"`],
    ['JSON of Jackson', String.raw`"a&b<c>d=e+f'g\"h/i\\j k\u00E7l\u20ACm\uD83D\uDE00n"`],
    ['JSON of Rails', String.raw`"a\u0026b\u003cc\u003ed=e+f'g\"h/i\\j kçl€m😀n"`],
    ['repr of Python', String.raw`'a&b<c>d=e+f\'g"h/i\\j kçl€m😀n'`],
    ['repr of bytes of Python', String.raw`b'a&b<c>d=e+f\'g"h/i\\j k\xc3\xa7l\xe2\x82\xacm\xf0\x9f\x98\x80n'`],
    ['ascii of Python', String.raw`'a&b<c>d=e+f\'g"h/i\\j k\xe7l\u20acm\U0001f600n'`],
    ['Data::Dumper of Perl', String.raw`$VAR1 = "a&b<c>d=e+f'g\"h/i\\j k\x{e7}l\x{20ac}m\x{1f600}n";`],
    ['YAML', String.raw`p: "a&b<c>d=e+f'g\"h/i\\j k\xE7l\u20ACm\U0001F600n"`],
    ['YAML in single quotes', String.raw`p: 'a&b<c>d=e+f''g"h/i\j kçl€m😀n'`],
    ['CSV', String.raw`x,"a&b<c>d=e+f'g""h/i\j kçl€m😀n"`],
    ['properties of Java', String.raw`p=a&b<c>d\=e+f'g"h/i\\j k\u00E7l\u20ACm\uD83D\uDE00n`],
    ['XML of Java', String.raw`a&amp;b&lt;c&gt;d=e+f'g"h/i\j kçl€m&#xd83d;&#xde00;n`],
    ['HTML of Go', String.raw`a&amp;b&lt;c&gt;d=e&#43;f&#39;g&#34;h/i\j kçl€m😀n`],
    ['HTML of Python', String.raw`a&amp;b&lt;c&gt;d=e+f&#x27;g&quot;h/i\j kçl€m😀n`],
    ['HTML of ASCII', String.raw`a&amp;b&lt;c&gt;d=e+f&apos;g&quot;h/i\j k&#231;l&#8364;m&#128512;n`],
    ['a component of an address', encodeURIComponent(SECRET)],
    ['an address', encodeURI(SECRET)],
    ['escape of JavaScript', 'a%26b%3Cc%3Ed%3De+f%27g%22h/i%5Cj%20k%E7l%u20ACm%uD83D%uDE00n'],
    ['a form', new URLSearchParams({ p: SECRET }).toString()],
    ['a form with lower digits', new URLSearchParams({ p: SECRET }).toString().replace(/%../g, (x) => x.toLowerCase())],
    ['an address within an address', encodeURIComponent(`ftp://x/?p=${encodeURIComponent(SECRET)}`)],
    ['an address within JSON of Go', `"?x=1\\u0026p=${encodeURIComponent(SECRET).replaceAll("'", '\\u0027')}"`],
    ['a trace of a shell', String.raw`+ curl 'a&b<c>d=e+f'\''g"h/i\j kçl€m😀n'`],
    ['shlex of Python, and set of dash', String.raw`S='a&b<c>d=e+f'"'"'g"h/i\j kçl€m😀n'`],
    ['printf %q of bash', String.raw`a\&b\<c\>d=e+f\'g\"h/i\\j\ kçl€m😀n`],
    ['printf %q without UTF-8', String.raw`$'a&b<c>d=e+f\'g"h/i\\j k\303\247l\342\202\254m\360\237\230\200n'`],
    ['inspect of Node', inspect({ p: SECRET })],
    ['base64 in an address', encodeURIComponent(btoa('000') + Buffer.from(SECRET).toString('base64'))],
    ['env and base64', shell('env | grep ^S= | base64 -w0', SECRET)],
  ])('%s', (_encoder, printed) => {
    expect(mask.mayHide(`${printed}\n`)).toBe(true);
    const shown = mask.hide(`before ${printed} after`, false);
    expect(shown).toMatch(/^before .*\*\*\*.* after$/);
    // Nothing of its middle is left, in any form.
    expect(shown).not.toMatch(/[hj]|[mM][nN]$/);
    // What is cut leaves no beginning either.
    for (const length of [10, 14, 25, 40])
      expect(mask.hide(printed.slice(0, length), true)).not.toMatch(/[aA].?.?[bB]/);
  });
});

describe.each(masksOf(KEY))('a long secret is hidden %s in base64 that is broken into lines by', (_, mask) => {
  const pieces = Array.from({ length: KEY.length - 11 }, (_each, i) => KEY.slice(i, i + 12));
  it.each<[string, string]>([
    ['base64', shell('printf %s "$S" | base64', KEY)],
    ['base64 after a line end was added', shell('echo "$S" | base64', KEY)],
    ['PEM', folded(Buffer.from(KEY).toString('base64'), 64)],
    ['MIME', folded(Buffer.from(KEY).toString('base64'), 76, '\r\n')],
    ['a program that encodes it behind other text', shell('echo "user:$S" | base64', KEY)],
    ['a program that encodes all variables', folded(Buffer.from(`A=1\nB=22\nS=${KEY}\nC=3\n`).toString('base64'), 76)],
    ['YAML, with an indent', folded(Buffer.from(KEY).toString('base64'), 70).replaceAll(/^/gm, '    ')],
    ['JSON', JSON.stringify(folded(Buffer.from(`x${KEY}`).toString('base64'), 64))],
  ])('%s', (_program, printed) => {
    expect(mask.mayHide(printed)).toBe(true);
    const shown = printed
      .split('\n')
      .map((line) => mask.hide(line, false))
      .join('\n');
    const runs = shown.replaceAll(String.raw`\n`, '\n').match(/[A-Za-z0-9+/]{4,}/g) ?? [];
    const decoded = runs.flatMap((run) =>
      [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')),
    );
    for (const piece of pieces) expect(decoded.join('\n')).not.toContain(piece);
  });

  it('and other base64 is kept', () => {
    const other = folded(
      Buffer.from('another text that is long enough to be broken '.repeat(5)).toString('base64'),
      76,
    );
    expect(mask.mayHide(other)).toBe(false);
    expect(other.split('\n').map((line) => mask.hide(line, false))).toEqual(other.split('\n'));
  });
});

test('a text of nothing but encoded characters is read in linear time', () => {
  const mask = secretMask([SECRET]);
  for (const sign of ['\\', '%41', '+', '&amp;', `""`, `'"'"'`, '\\u005c', '%25', '&#', '\\x', `\\%2B&lt;+''`]) {
    const text = sign.repeat(50_000 / sign.length);
    expect(mask.mayHide(text)).toBe(false);
    expect(mask.hide(text, false)).toBe(text);
  }
});
