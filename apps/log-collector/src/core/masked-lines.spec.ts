import fc from 'fast-check';
import { secretMask } from '#common/domain/secret-mask.js';
import { worlds } from '#testing/long-form.js';
import { LineFramer } from './line-framer.js';

test('no secret passes, for any split of the bytes and any cut of the line', () => {
  const secret = fc.stringMatching(/^[a-z€"%/]{4,12}$/);
  const noise = fc.stringMatching(/^[A-Z0-9 ]{0,10}$/);
  const pieces = fc.array(fc.oneof(fc.constant('SECRET'), noise), { maxLength: 12 });
  fc.assert(
    fc.property(secret, pieces, fc.nat(), fc.integer({ min: 5, max: 80 }), (value, parts, split, maxBytes) => {
      const line = parts.map((part) => (part === 'SECRET' ? value : part)).join(' ');
      const bytes = new TextEncoder().encode(`${line}\n`);
      const framer = new LineFramer(maxBytes);
      const cut = split % bytes.length;
      const framed = [...framer.push(bytes.subarray(0, cut)), ...framer.push(bytes.subarray(cut))];
      const shown = framed.map(({ text, omittedBytes }) => secretMask([value]).hide(text, omittedBytes > 0)).join('');
      expect(shown).not.toContain(value);
      // Not even its beginning passes: all of the noise is in capital letters.
      expect(shown).not.toMatch(/[a-z€"%/]/);
    }),
    { numRuns: worlds(2_000) },
  );
});
