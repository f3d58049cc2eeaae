/** `parseJson` for programs that are loaded over a network: the parser of escaped names is loaded when needed. */
import { hasEscapedName } from './escaped-names.js';

/** Rejects where `parseJson` throws, and where the parser cannot be loaded. */
export async function parseJsonLater(text: string): Promise<unknown> {
  if (!hasEscapedName(text)) return JSON.parse(text);
  const { parseJson } = await import('./parse-json.js');
  return parseJson(text);
}
