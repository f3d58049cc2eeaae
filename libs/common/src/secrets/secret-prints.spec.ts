import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { secretMask } from '../domain/secret-mask.js';
import { allMasks, printMask, secretPrints } from './secret-prints.js';

const maskOf = (...secrets: string[]): ReturnType<typeof printMask> => printMask(secretPrints(secrets) ?? '');

const VALUE = 'pass/word "one" äöü';

test('S3: a value is hidden in every form that it is known to take', () => {
  const mask = maskOf(VALUE);
  const forms = [VALUE, JSON.stringify(VALUE).slice(1, -1), encodeURIComponent(VALUE)];
  const encoded = [Buffer.from(VALUE).toString('base64'), Buffer.from(`user:${VALUE}`).toString('base64')];
  for (const form of [...forms, ...encoded]) {
    expect(mask.mayHide(`before ${form} after`)).toBe(true);
    expect(mask.hide(`before ${form} after`, false)).toMatch(/^before .{0,12}\*\*\*.{0,4} after$/);
    expect(mask.hideIn(`x: ${form}\ny`)).toContain('***');
  }
  expect(mask.mayHide('pass/word "two" äöü')).toBe(false);
  expect(mask.hide('pass/word "two" äöü', false)).toBe('pass/word "two" äöü');
});

test('S3: fingerprints contain neither the value nor any piece of it', () => {
  const text = secretPrints([VALUE]) ?? '';
  for (let i = 0; i + 5 <= VALUE.length; i++) expect(text).not.toContain(VALUE.slice(i, i + 5));
  // Another key gives other fingerprints: whether two jobs have the same secret cannot be seen.
  expect(secretPrints([VALUE])).not.toBe(text);
});

test('S3: a value is hidden if its beginning or its end was cut off', () => {
  const mask = maskOf('correct-horse-battery-staple');
  expect(mask.hideIn('failed: key correct-horse-ba')).toBe('failed: key ***');
  expect(mask.hideIn('failed: e-battery-staple was refused')).toBe('failed: *** was refused');
  expect(mask.hide('the key correct-horse-ba', true)).toBe('the key ');
  // Fewer than eight characters of it cannot be recognised: that many are removed at the end of a line that was cut.
  expect(mask.hide('the key is corr', true)).toBe('the key ');
  expect(mask.hide('key correct-horse-battery-staple', true)).toBe('key ***');
});

test('S3: short lines of a value of several lines are hidden where they stand alone', () => {
  const mask = maskOf('first-line-of-it\nshort\nlast-line-of-it');
  expect(mask.hide(' short ', false)).toBe('***');
  expect(mask.hide('a short word', false)).toBe('a short word');
  expect(mask.hideIn('a\nshort\nlast-line-of-it')).toBe('a\n***\n***');
});

test('values that are too short to be hidden have no fingerprints', () => {
  expect(secretPrints(['abc', ''])).toBeNull();
  expect(secretPrints([])).toBeNull();
});

test('fingerprints hide in any context what the value itself would hide', () => {
  const character = fc.constantFrom('a', 'b', '/', '"', '\\', ' ', 'é', '+', '=');
  const secret = fc.string({ unit: character, minLength: 6, maxLength: 24 }).filter((text) => text.trim().length >= 6);
  fc.assert(
    fc.property(secret, fc.string({ unit: character }), fc.string({ unit: character }), (value, before, after) => {
      const line = before + value + after;
      const byValue = secretMask([value]);
      const byPrints = maskOf(value);
      expect(byPrints.mayHide(line)).toBe(byValue.mayHide(line));
      expect(byPrints.hide(line, false).includes('***')).toBe(byValue.hide(line, false).includes('***'));
    }),
    { numRuns: worlds(300) },
  );
});

test('two masks together hide what either hides', () => {
  const mask = allMasks([maskOf('from-the-vault'), secretMask(['from-the-job'])]);
  expect(mask.hide('from-the-vault, from-the-job', false)).toBe('***, ***');
  expect(mask.hideIn('from-the-vault, from-the-job')).toBe('***, ***');
  expect([mask.mayHide('from-the-job'), mask.mayHide('from-the-vault'), mask.mayHide('neither')]).toEqual([
    true,
    true,
    false,
  ]);
});
