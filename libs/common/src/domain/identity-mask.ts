/**
 * Hides identity tokens in texts from outside. No token is stored, so tokens are recognised by their form: each that was ever made,
 * renewed ones included, and foreign ones of the same form.
 */
import { base64Forms, keptWhenEncoded } from './secret-forms.js';
import { maskBy, MIN_CUT_PIECE_LENGTH } from './secret-mask.js';
import type { Span } from './span.js';
import { TextSearch } from './text-search.js';

/** Base64url of the part of the header that does not depend on the key. */
const BEGINNING = Buffer.from('{"alg":"ES256","kid":').toString('base64url');
/** The beginning in base64 of a longer text, such as the credentials of `Basic`. */
const ENCODED = base64Forms(BEGINNING).filter((form) => !form.includes('='));
const LONGEST_FIRST = [...new Set([BEGINNING, ...ENCODED])].sort((a, b) => b.length - a.length);
const SEARCH = new TextSearch(LONGEST_FIRST);
const LONGEST = LONGEST_FIRST[0]?.length ?? 0;
const SIGNS = LONGEST_FIRST.map(keptWhenEncoded);
/** Characters of tokens, and of their base64. */
const PART = /[\w.+/=-]/;
const PART_OF_TOKEN = /[\w.-]/;
/** The last part of a token: the 64 bytes of an ES256 signature. */
const SIGNATURE = /\.[\w-]{86}(?![\w-])/g;
/** A line of base64, such as `base64 FILE` prints. */
const BASE64_RUN = /[A-Za-z0-9+/_-]{40,}={0,2}/g;
const ALIGNMENTS = [0, 1, 2, 3];
const ONLY_TOKEN = /^[\w.-]+$/;

function extended(text: string, { from, to }: Span): Span {
  let end = to;
  while (PART.test(text.charAt(end))) end++;
  return { from, to: end };
}

/** With what is left of the parts before it. */
function withParts(text: string, signatureAt: number, length: number): Span {
  let from = signatureAt;
  while (from > 0 && PART_OF_TOKEN.test(text.charAt(from - 1))) from--;
  return { from, to: signatureAt + length };
}

/** Base64 of nothing but characters of tokens: that of other data has others, too. */
const isOfToken = (base64: string): boolean =>
  ALIGNMENTS.some((skipped) => ONLY_TOKEN.test(Buffer.from(base64.slice(skipped, -4), 'base64').toString('latin1')));

const find = (text: string): Span[] => [
  ...SEARCH.findAll(text).map((span) => extended(text, span)),
  ...[...text.matchAll(SIGNATURE)].map(({ index, 0: { length } }) => withParts(text, index, length)),
  ...[...text.matchAll(BASE64_RUN)]
    .filter(([run]) => isOfToken(run))
    .map(({ index, 0: { length } }) => ({ from: index, to: index + length })),
];

export const IDENTITY_MASK = maskBy({
  mayHoldEncoded: (text) => SIGNS.some((sign) => text.includes(sign)),
  mayFind: (text) => find(text).length > 0,
  find,
  cutAt: (text, least) => SEARCH.beginningAtEnd(text, LONGEST, Math.max(least, MIN_CUT_PIECE_LENGTH)),
  // A token whose beginning is missing is found by its signature.
  findEnds: () => [],
  mayHaveShortLine: () => false,
  isShortLine: () => false,
});
