/** Whether JSON text has property names that are written with escapes: see parse-json.ts. */
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Whether a string with a backslash is followed by a colon. In JSON a backslash occurs only in strings; in other text every parser stops
 * at the first backslash outside a string, so the result for the text after it does not matter.
 */
export function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    at = endOfString(text, at);
    while (WHITE_SPACE.has(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) === COLON) return true;
  }
  return false;
}

/** The position after the end of the string that contains `at`: its next quote with an even number of backslashes before it. */
export function endOfString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let from = quote;
    while (text.charCodeAt(from - 1) === BACKSLASH) from--;
    if ((quote - from) % 2 === 0) return quote + 1;
  }
  return text.length;
}
