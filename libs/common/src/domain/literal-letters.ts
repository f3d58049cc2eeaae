/**
 * JSON from outside with letters beyond ASCII as themselves instead of as escapes, which means the same. JSON.parse of Node 24 may give an
 * escaped property name as another one that an object parsed before had at the same place (docs/security.md).
 */
const ESCAPE = /\\(?:u([0-9a-f]{4})|.)/gis;
const BEYOND_ASCII = 0x80;

/** Text that is no JSON stays none: outside of a string such a letter is as wrong as its escape. */
export function withLiteralLetters(json: string): string {
  if (!json.includes('\\u')) return json;
  return json.replace(ESCAPE, (escape, hex: string | undefined) => {
    const unit = hex === undefined ? 0 : parseInt(hex, 16);
    return unit < BEYOND_ASCII ? escape : String.fromCharCode(unit);
  });
}
