import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { jobsSearch, labelChanges, labelsOf, labelText, unquoted } from './search.js';

test.each(['user@domain.com', 'a+b c', 'true', 'false', 'null', '137', '007', '1e3', '"q"', '{"a":1}', '%41'])(
  'a text that is searched for is the same after a reload: %s',
  (q) => {
    const address = stringifySearchWith(JSON.stringify, unquoted)({ q });
    expect(jobsSearch(parseSearchWith(unquoted)(address))).toEqual({ q });
  },
);

test.each([
  ['team=reports, set=nights', ['team=reports', 'set=nights']],
  ['team=reports set=nights words', ['team=reports', 'set=nights']],
  ['a=b=c', ['a=b=c']],
  ['"net=& e" team=x', ['net=& e', 'team=x']],
  ['"net=& e', ['"net=&']],
  ['set="all nights"', ['set=all nights']],
  ['set="a, \\"b\\"" team=x', ['set=a, "b"', 'team=x']],
  ['"team name"="a b",c=d', ['team name=a b', 'c=d']],
  ['set="all nights', ['set="all']],
])('labels as people type them: %s', (text, labels) => {
  expect(labelsOf(text)).toEqual(labels);
});

test.each([
  ['net', '& e'],
  ['team name', 'a, b'],
  ['quoted', '"a" \\ b'],
  ['"q', 'x'],
  ['said', '"hi"'],
  ['half', 'a"'],
  ['clé', 'ê=%'],
  ['empty', ''],
])('the link of a label finds it again: %s=%s', (name, value) => {
  expect(labelsOf(labelText(name, value))).toEqual([`${name}=${value}`]);
  expect(labelsOf(`a=b ${labelText(name, value)}, c=d`)).toEqual(['a=b', `${name}=${value}`, 'c=d']);
});

test('labels are set to whole values, and removed without one', () => {
  expect(labelChanges('team=data stage= "note=a b" url=x=y old')).toEqual({
    team: 'data',
    stage: null,
    note: 'a b',
    url: 'x=y',
    old: null,
  });
});
