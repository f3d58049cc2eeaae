import { linkParts } from './log-links.js';

test.each([
  ['no address: http:/x', ['no address: http:/x']],
  ['see https://a.example/b?c=1&d=2#e for it', ['see ', 'https://a.example/b?c=1&d=2#e', ' for it']],
  ['at https://a.example.', ['at ', 'https://a.example', '.']],
  ['(see http://a.example/x), or', ['(see ', 'http://a.example/x', '), or']],
  ['[https://a.example/x]: y', ['[', 'https://a.example/x', ']: y']],
  ['https://a.example/wiki/A_(b) is', ['', 'https://a.example/wiki/A_(b)', ' is']],
  ['"url":"https://a.example/x","b":1', ['"url":"', 'https://a.example/x', '","b":1']],
  ['\u001b[36mhttps://a.example\u001b[0m!', ['\u001b[36m', 'https://a.example', '\u001b[0m!']],
  ['http://a https://b', ['', 'http://a', ' ', 'https://b', '']],
  ['javascript://x and xhttp://y', ['javascript://x and xhttp://y']],
])('%s has addresses', (text, parts) => {
  expect(linkParts(text)).toEqual(parts);
  expect(linkParts(text).join('')).toBe(text);
});

test('brackets without end are read in linear time', () => {
  const text = `https://a.example/${')'.repeat(20_000)}`;
  expect(linkParts(text).join('')).toBe(text);
});
