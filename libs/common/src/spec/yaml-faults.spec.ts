import { parseDocument } from 'yaml';
import { JSON_TAGS_ONLY, yamlFaults } from './yaml-faults.js';

const faultsOf = (text: string): string[] =>
  yamlFaults(parseDocument(text, { prettyErrors: false, ...JSON_TAGS_ONLY })).map(({ message }) => message);

test.each([
  ['!secret db_password', '!secret'],
  ['!Ref UsersTable', '!Ref'],
  ['!reference [.setup, script]', '!reference'],
  ['!vault |\n    $ANSIBLE_VAULT;1.1;AES256', '!vault'],
  ['!!binary aGVsbG8=', '!!binary'],
  ['!!set { a, b }', '!!set'],
  ['!!omap [a: 1]', '!!omap'],
  ['!!timestamp 2002-12-14', '!!timestamp'],
  ['!!python/object:os.system x', '!!python/object:os.system'],
])('the tag of %s is a fault', (value, tag) => {
  expect(faultsOf(`parameters:\n  it: ${value}\n`)).toEqual([
    `the tag ${tag} cannot be applied here, and its value means something else without it`,
  ]);
});

test.each(['!!str 5', '!!int "5"', '!!float 1.5', '!!bool true', '!!null ""', '!!map { a: 1 }', '!!seq [a]', '! 5'])(
  'the tag of %s is of JSON',
  (value) => {
    expect(faultsOf(`it: ${value}\n`).filter((each) => each.includes('cannot be applied'))).toEqual([]);
  },
);

test('an error of the text keeps its message', () => {
  expect(faultsOf('a: [1')).toEqual([expect.stringContaining('Flow sequence')]);
});

const STAR = 'a text that begins with * needs quotes, because it means an alias without them';

test.each([
  ['schedule: */10 * * * *', [STAR, STAR, STAR, STAR]],
  ['hour: *', [STAR]],
  ['files: [a, *.txt]', [`there is no anchor &.txt before this alias: ${STAR}`]],
  ['a: *b\nb: &b 5', [`there is no anchor &b before this alias: ${STAR}`]],
  ['a: &b 5\nb: *b\nc: { <<: &d { x: 1 } }\ne: *d', []],
  ['at: @daily', ['Plain value cannot start with reserved character @: write the text in quotes']],
  ['a: {{ x }}', ['a name cannot be a list or an object; a text that begins with { or [ needs quotes']],
  ['? [a, b]\n: 5', ['a name cannot be a list or an object; a text that begins with { or [ needs quotes']],
])('%s', (text, faults) => {
  expect(faultsOf(text)).toEqual(faults);
});
