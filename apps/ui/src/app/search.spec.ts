import { labelChanges, labelsOf, labelText } from './search.js';

test.each([
  ['team=reports, set=nights', ['team=reports', 'set=nights']],
  ['team=reports set=nights words', ['team=reports', 'set=nights']],
  ['a=b=c', ['a=b=c']],
  ['"net=& e" team=x', ['net=& e', 'team=x']],
  ['"net=& e', ['"net=&']],
])('labels as people type them: %s', (text, labels) => {
  expect(labelsOf(text)).toEqual(labels);
});

test.each([
  ['net', '& e'],
  ['team name', 'a, b'],
  ['quoted', '"a" \\ b'],
  ['"q', 'x'],
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
