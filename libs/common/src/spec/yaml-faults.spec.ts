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
