/** `parseExactJson` for programs that are loaded over a network: the parser of escaped names and exact numbers is loaded when needed. */
import { hasEscapedName } from './escaped-names.js';
import { mayHaveExactNumber } from './number-texts.js';

/** Rejects where `parseExactJson` throws, and where the parser cannot be loaded. */
export async function parseJsonLater(text: string): Promise<unknown> {
  if (!hasEscapedName(text) && !mayHaveExactNumber(text)) return JSON.parse(text);
  const { parseExactJson } = await import('./parse-json.js');
  return parseExactJson(text);
}
