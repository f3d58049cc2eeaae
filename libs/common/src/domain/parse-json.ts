/**
 * The one way to read JSON, in two forms: `parseJson` for what we or other systems write, `parseExactJson` for what may hold values of
 * workers and users.
 * JSON.parse of V8 13 and 14 (Node 24.0 to 26.10) can take a property name that is written with escapes for
 * another one that an object parsed before had at the same place: after `{"rows":1,"\\u0":2}` it reads `{"rows":1,"\u00e91x":2}` with the
 * name `\u0`. So the input of one caller could change the names in the input of another. Text with such a name is never given to
 * JSON.parse, so that neither it nor a later text is misread. Names without escapes are not affected.
 */
import { parse } from 'lossless-json';
import { endOfString, hasEscapedName } from './escaped-names.js';
import { numberOf } from './exact-number.js';
import { mayHaveExactNumber } from './number-texts.js';

/** Depth of JSON text in which names are written with escapes, or numbers need care: its parser recurses. */
export const MAX_ESCAPED_JSON_DEPTH = 500;
const OPENING = new Set(['[', '{']);
const CLOSING = new Set([']', '}']);

/**
 * The value of a JSON text, as JSON.parse should give it: numbers are the nearest doubles. Throws a SyntaxError for text that is no JSON,
 * and for text with escaped names that is nested deeper than `MAX_ESCAPED_JSON_DEPTH`, because its parser recurses.
 */
export function parseJson(text: string): unknown {
  return hasEscapedName(text) ? parsedWith(Number, text) : JSON.parse(text);
}

/** As `parseJson`, with an `ExactNumber` for each number that JavaScript would write in another way; such text is limited in depth, too. */
export function parseExactJson(text: string): unknown {
  return hasEscapedName(text) || mayHaveExactNumber(text) ? parsedWith(numberOf, text) : JSON.parse(text);
}

function parsedWith(parseNumber: (text: string) => unknown, text: string): unknown {
  if (isDeeperThan(text, MAX_ESCAPED_JSON_DEPTH))
    throw new SyntaxError(
      `JSON with escaped names or exact numbers is nested deeper than ${MAX_ESCAPED_JSON_DEPTH} levels`,
    );
  return parse(text, null, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '"') at = endOfString(text, at + 1) - 1;
    else if (CLOSING.has(letter)) depth--;
    else if (OPENING.has(letter) && ++depth > most) return true;
  }
  return false;
}
