/**
 * The one way to read JSON. JSON.parse of V8 13 and 14 (Node 24.0 to 26.10) can take a property name that is written with escapes for
 * another one that an object parsed before had at the same place: after `{"rows":1,"\\u0":2}` it reads `{"rows":1,"\u00e91x":2}` with the
 * name `\u0`. So what somebody has sent could change the names of somebody else. Text with such a name is never given to JSON.parse: that
 * it is not misread, and that it leaves nothing behind which others are misread by. Names without escapes are compared as they are.
 */
import { parse } from 'lossless-json';

/** Depth of JSON text in which names are written with escapes: its parser recurses. */
export const MAX_ESCAPED_JSON_DEPTH = 500;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = new Set(['[', '{']);
const CLOSING = new Set([']', '}']);
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * The value of a JSON text, as JSON.parse should give it. Throws a SyntaxError for text that is no JSON, and for text with escaped names
 * that is nested deeper than `MAX_ESCAPED_JSON_DEPTH`, because its parser recurses.
 */
export function parseJson(text: string): unknown {
  if (!hasEscapedName(text)) return JSON.parse(text);
  if (isDeeperThan(text, MAX_ESCAPED_JSON_DEPTH))
    throw new SyntaxError(`JSON with escaped names is nested deeper than ${MAX_ESCAPED_JSON_DEPTH} levels`);
  return parse(text, null, { parseNumber: Number, onDuplicateKey: ({ newValue }) => newValue });
}

/**
 * Whether a string with a backslash is followed by a colon. In JSON a backslash stands in strings only; in other text the first one that
 * does not is where every parser stops, so that it does not matter what is found behind it.
 */
function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    at = endOfString(text, at);
    while (WHITE_SPACE.has(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) === COLON) return true;
  }
  return false;
}

/** Behind the quote that ends the string which `at` is in: the next one with an even number of backslashes before it. */
function endOfString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let from = quote;
    while (text.charCodeAt(from - 1) === BACKSLASH) from--;
    if ((quote - from) % 2 === 0) return quote + 1;
  }
  return text.length;
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
