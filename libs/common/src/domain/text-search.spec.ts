import { TextSearch } from './text-search.js';

const search = new TextSearch(['password-long', 'password', 'word']);

test('the first position wins, and of the texts found there the longest', () => {
  expect(search.find('a password-longer one')).toEqual({ index: 2, length: 13 });
  expect(search.find('a password-lon')).toEqual({ index: 2, length: 8 });
  expect(search.find('a sword', 3)).toEqual({ index: 3, length: 4 });
  expect(search.find('nothing here')).toBeNull();
});

test('all texts are found, also adjacent ones', () => {
  expect(search.findAll('wordword password.')).toEqual([
    { from: 0, to: 4 },
    { from: 4, to: 8 },
    { from: 9, to: 17 },
  ]);
  expect(search.findAll('plain')).toEqual([]);
});

test('the beginning of a text is found at the end from the least length on; a whole text is not treated as a beginning', () => {
  expect(search.beginningAtEnd('my passwor', 13, 1)).toBe(3);
  expect(search.beginningAtEnd('my pa', 13, 3)).toBeNull();
  expect(search.beginningAtEnd('my word', 13, 4)).toBeNull();
  expect(search.beginningAtEnd('my password', 13, 4)).toBe(3);
});
