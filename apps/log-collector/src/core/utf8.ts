const encoder = new TextEncoder();

/** Bytes of the text as UTF-8. */
export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8');

/** The longest prefix of the text with at most `maxBytes` bytes as UTF-8, whole characters only. */
export function utf8Prefix(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
