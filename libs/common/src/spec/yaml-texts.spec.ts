import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { keptTexts } from './yaml-texts.js';

const sign = fc.constantFrom(
  ...[' ', '\n', '\t', '\r', 'a', '#', '-', ':', '"', "'", '|', '0', '~', '?', '%', '\\', '\u00a0', '\ufeff'],
);

test('a text is read as it was written, of whatever signs', () => {
  const written = (text: string): unknown =>
    parse(stringify({ in: { text, list: [text] } }, { lineWidth: 0, customTags: keptTexts }));
  for (const text of [' \n', ' \n\t\n', '\n \n', ' \n\n', '\n'])
    expect(written(text)).toEqual({ in: { text, list: [text] } });
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 8 }), (signs) => {
      const text = signs.join('');
      expect(written(text)).toEqual({ in: { text, list: [text] } });
    }),
    { numRuns: 2_000 },
  );
});
