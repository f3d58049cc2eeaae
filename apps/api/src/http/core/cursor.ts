/** Opaque places in a keyset-ordered list: the sort key of the last item shown. */
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';

const MAX_CURSOR_LENGTH = 2_048;
const keyShape = z
  .array(z.union([z.string(), z.number()]))
  .min(1)
  .max(4);
export type CursorKey = readonly (string | number)[];

export const encodeCursor = (key: CursorKey): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(key))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns null for anything that `encodeCursor` did not make in the given form: one letter per part, `s` or `n`. */
export function decodeCursor(text: string, form: string): CursorKey | null {
  if (text.length > MAX_CURSOR_LENGTH) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const parsed = keyShape.safeParse(parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    if (!parsed.success) return null;
    const types = parsed.data.map((part) => (typeof part === 'string' ? 's' : 'n')).join('');
    return types === form ? parsed.data : null;
  } catch {
    return null;
  }
}
