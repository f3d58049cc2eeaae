import { contentOf, withField } from './definition-text.js';

test.each([
  ['an unknown alias', 'name: *f\n'],
  ['a value that contains itself', 'a: &a { b: *a }\n'],
  [
    'aliases that expand to very much',
    `a: &a [x]\n${'bcdefgh'.replaceAll(/./g, (n) => `${n}: &${n} [${`*${String.fromCharCode(n.charCodeAt(0) - 1)},`.repeat(10)}]\n`)}`,
  ],
  ['a name that is an object', 'name: {{ x }}\n'],
  ['a tag that nothing resolves', 'name: !Ref x\n'],
])('%s is text without content while it is typed', (_, text) => {
  expect(contentOf(text)).toBeNull();
});

test('merge keys and anchors are content', () => {
  expect(contentOf('a: &a { x: 1 }\nb: { <<: *a, y: *a }\n')).toEqual({ a: { x: 1 }, b: { x: 1, y: { x: 1 } } });
});

test.each([
  ['concurrency:\n', { concurrency: { policy: 'v' } }],
  ['concurrency: text # why\nname: n\n', { concurrency: { policy: 'v' }, name: 'n' }],
  [
    'a: &a { policy: x, max: 1 }\nconcurrency: *a\n',
    { a: { policy: 'x', max: 1 }, concurrency: { policy: 'v', max: 1 } },
  ],
  ['# why\nconcurrency: { max: 1 }\n', { concurrency: { policy: 'v', max: 1 } }],
  ['{ "concurrency": null }', { concurrency: { policy: 'v' } }],
])('a field is set within %j', (text, content) => {
  expect(contentOf(withField(text, ['concurrency', 'policy'], 'v'))).toEqual(content);
});

test('a field that others refer to is removed, and a field that nothing holds is none', () => {
  expect(contentOf(withField('a: &a { x: 1 }\nb: *a\n', ['a'], undefined))).toEqual({ b: { x: 1 } });
  expect(contentOf(withField('a: 1\nb:\n', ['b', 'c'], undefined))).toEqual({ a: 1, b: null });
});

test('comments stay', () => {
  expect(withField('# why\na: 1 # one\n', ['a'], 2)).toBe('# why\na: 2 # one\n');
  expect(withField('a: x\n', ['a'], '5')).toBe('a: "5"\n');
});
