import { fitOf, fitting } from './fuzzy.js';

const PLACES = ['Overview', 'Jobs', 'Failed runs', 'Runs', 'Last successes', 'Show times in UTC'].map((label) => ({
  label,
}));
const labels = (typed: string): string[] => fitting(PLACES, typed).map(({ label }) => label);

test.each([
  ['runs', ['Runs', 'Failed runs']],
  ['fr', ['Failed runs']],
  ['stu', ['Show times in UTC', 'Last successes']],
  ['lasu', ['Last successes']],
  ['xyz', []],
])('%s', (typed, best) => {
  expect(labels(typed)).toEqual(best);
});

test('without a text the order stays', () => {
  expect(labels(' ')).toEqual(PLACES.map(({ label }) => label));
});

test('letters in another order do not fit', () => {
  expect(fitOf('sboj', 'Jobs')).toBeNull();
});
