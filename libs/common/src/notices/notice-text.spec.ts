import { cut, inOneLine, markdownText, slackText } from './notice-text.js';

test('a name begins no line of its own', () => {
  expect(inOneLine('a\r\nBcc: all@example.com\u2028b\u0000\n')).toBe('a Bcc: all@example.com b');
});

test('a name reverses no text, and letters from right to left stay', () => {
  expect(inOneLine('nightly \u202etxt.exe\u2066 שלום')).toBe('nightly  txt.exe  שלום');
});

test('colours and links of a terminal are no text', () => {
  expect(inOneLine('\u001b[31mfailed\u001b[0m: \u001b]8;;https://a.example\u0007why\u001b]8;;\u0007')).toBe(
    'failed: why',
  );
});

test.each<[string, string, string]>([
  [
    'mentions and links of Slack',
    slackText('<!channel> <http://x|y> &', 100),
    '&lt;!channel&gt; &lt;http://x|y&gt; &amp;',
  ],
  ['links of Markdown', markdownText('[your bank](https://x)', 100), String.raw`\[your bank\](https://x)`],
  [
    'formats of Markdown',
    markdownText('*a* _b_ `c` ~~d~~ ||e|| \\', 100),
    String.raw`\*a\* \_b\_ \`c\` \~\~d\~\~ \|\|e\|\| \\`,
  ],
  ['headings', markdownText('# all of it', 100), String.raw`\# all of it`],
  ['headings of a lower level', markdownText('  ### a # b', 100), String.raw`  \### a # b`],
  ['lists', markdownText('- a - b', 100), String.raw`\- a - b`],
  ['numbered lists', markdownText('12. of June', 100), String.raw`12\. of June`],
  ['numbers of other lists', markdownText('1) a', 100), String.raw`1\) a`],
  ['small print', markdownText('-# a', 100), String.raw`\-# a`],
  ['rules', markdownText('---', 100), String.raw`\---`],
  ['numbers and signs that mark nothing', markdownText('1.5 #a -b', 100), '1.5 #a -b'],
  ['mentions of people', markdownText('<at>all</at>', 100), String.raw`\<at\>all\</at\>`],
  ['mentions of Discord', markdownText('<@&123>', 100), String.raw`\<@&123\>`],
])('%s are shown as they are written', (_, shown, expected) => {
  expect(shown).toBe(expected);
});

test.each([
  ['*/5 * * * *', '`*/5 * * * *`'],
  ['rows of *.csv & *.txt', '`rows of *.csv &amp; *.txt`'],
  ['_night_ ~old~', '`_night_ ~old~`'],
  ['run `x` and `y`', "`run 'x' and 'y'`"],
  ['arn:bell:x', '`arn:bell:x`'],
  ['nightly_backup_job', 'nightly_backup_job'],
  ['at 2026-12-01T10:30:45.000Z', 'at 2026-12-01T10:30:45.000Z'],
  ['2 * 3', '2 * 3'],
  ['C:\\mydirto\\myfile.txt', 'C:\\mydirto\\myfile.txt'],
])('Slack shows %j as it is', (text, shown) => {
  expect(slackText(text, 100)).toBe(shown);
  expect(slackText(text.repeat(9), 20).length).toBeLessThanOrEqual(20);
});

test('a text is cut between characters, and is never longer than allowed', () => {
  expect([cut('abcd', 4), cut('abcde', 4)]).toEqual(['abcd', 'abc…']);
  expect([2, 3, 4, 5, 6].map((most) => cut('🔔🔔🔔', most))).toEqual(['…', '🔔…', '🔔…', '🔔🔔…', '🔔🔔🔔']);
  for (const most of [10, 11]) expect(markdownText('🔔'.repeat(20), most).length).toBeLessThanOrEqual(most);
  expect([slackText('abc<', 7), slackText('abc<', 6), slackText('abc<d', 6)]).toEqual(['abc&lt;', 'abc…', 'abc…']);
  expect([markdownText('ab*', 4), markdownText('ab*', 3), markdownText('', 3)]).toEqual([String.raw`ab\*`, 'ab…', '']);
  for (const most of [1, 2, 5, 9]) expect(slackText('<<<<🔔', most).length).toBeLessThanOrEqual(most);
});
