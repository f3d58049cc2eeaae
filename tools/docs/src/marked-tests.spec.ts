import { markedTestsIn } from './marked-tests.js';

const titlesIn = (text: string): string[] =>
  markedTestsIn('a.spec.ts', text).map(({ promise, title }) => `${promise} ${title}`);

test('a test belongs to the promise at the beginning of its title', () => {
  const text = `
    test('S5: a forged message is refused', () => {});
    it('S12: an image has a digest', () => {});
    test('about S5: no mark', () => {});
    test('S5 without a colon', () => {});`;
  expect(titlesIn(text)).toEqual(['S5 a forged message is refused', 'S12 an image has a digest']);
});

test('tables, groups and skipped words of a test are parsed', () => {
  const text = `
    test.each([['a', 1]])('S1: %s is refused', () => {});
    it.each<string>(['a'])('S1: also %s', () => {});
    describe('S3: masking', () => {
      it('hides', () => {});
      describe.each(['x'])('in %s', () => { test('S10: is recorded', () => {}); });
    });
    describe('a group', () => { test('S2: inside', () => {}); });`;
  expect(titlesIn(text)).toEqual([
    'S1 %s is refused',
    'S1 also %s',
    'S3 masking · hides',
    'S3 masking · in %s · is recorded',
    'S10 masking · in %s · is recorded',
    'S2 a group · inside',
  ]);
});

test('a file whose first comment names a promise belongs to it as a whole', () => {
  const text = `/** Strangers. @promise S5 @promise S7 */
    import x from 'y';
    /** @promise S9 */
    test('one', () => {});`;
  expect(titlesIn(text)).toEqual(['S5 one', 'S7 one']);
});

test('other calls are not tests', () => {
  expect(titlesIn(`const test2 = ['S5: x']; other('S5: y', () => {}); test(name, () => {});`)).toEqual([]);
});
