/** Numbers in YAML of definitions: one that would reach the API as another number is an error of the text. */
import type { ScalarTag, Tags } from 'yaml';
import { ExactNumber, isDouble } from '../domain/exact-number.js';

const NUMBERS: ReadonlySet<string> = new Set(['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']);

/** For `customTags` of the parser: its own tags, with a check of numbers. */
export const checkedNumbers = (tags: Tags): Tags =>
  tags.map((tag) => (typeof tag === 'object' && isScalarTag(tag) && NUMBERS.has(tag.tag) ? checked(tag) : tag));

const isScalarTag = (tag: Exclude<Tags[number], string>): tag is ScalarTag => tag.collection === undefined;

const checked = (tag: ScalarTag): ScalarTag => ({
  ...tag,
  resolve(text, onError, options) {
    if (/^[-+]?0\d/.test(text))
      onError(
        `the number ${text} begins with 0, and some readers take it for octal: leave the 0 out, or write a text in quotes`,
      );
    else if (!isKept(text))
      onError(`the number ${text} would change, because numbers are doubles here: write it in quotes, as a text`);
    return tag.resolve(text, onError, options);
  },
});

function isKept(text: string): boolean {
  if (/^0[xo]/.test(text)) return Number.isSafeInteger(Number(text));
  const decimal = text.replace(/^\+/, '').replace(/^(-?)\./, '$10.');
  // The numbers .inf and .nan do not exist in JSON.
  return /^-?\d/.test(decimal) && isDouble(new ExactNumber(decimal));
}
