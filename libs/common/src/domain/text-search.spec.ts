import { TextSearch } from './text-search.js';

const search = new TextSearch(['password-long', 'password', 'word']);

test('the first place counts, and of the texts that stand there the longest', () => {
  expect(search.find('a password-longer one')).toEqual({ index: 2, length: 13 });
  expect(search.find('a password-lon')).toEqual({ index: 2, length: 8 });
  expect(search.find('a sword', 3)).toEqual({ index: 3, length: 4 });
  expect(search.find('nothing here')).toBeNull();
});

test('everything that is found is replaced, neighbours too', () => {
  expect(search.replace('wordword password.', '*')).toBe('** *.');
  expect(search.replace('plain', '*')).toBe('plain');
});

test('the beginning of a text at the end is found from the least length on; a whole text is no beginning', () => {
  expect(search.beginningAtEnd('my passwor', 13, 1)).toBe(3);
  expect(search.beginningAtEnd('my pa', 13, 3)).toBeNull();
  expect(search.beginningAtEnd('my word', 13, 4)).toBeNull();
  expect(search.beginningAtEnd('my password', 13, 4)).toBe(3);
});
