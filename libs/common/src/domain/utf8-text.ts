const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes from outside; null where they are not UTF-8: another encoding would be read as U+FFFD, in silence. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return DECODER.decode(bytes);
  } catch {
    return null;
  }
}
