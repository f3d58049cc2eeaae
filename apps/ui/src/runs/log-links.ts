/** Web addresses in the output of programs. Pure. */

/** It begins where a word begins, or after a colour (ECMA-48 SGR). */
const ADDRESS = /((?:(?<=\u001b\[[\d;:]*m)|(?<![\p{L}\p{N}]))https?:\/\/[^\s\p{Cc}"'<>`\\^{|}]+)/u;
/** Punctuation of the sentence around an address. */
const AFTER = /[.,;:!?]+$/;

/** The text in parts: the second, the fourth and so on are addresses of web pages. Commands to a terminal stay in the other parts. */
export function linkParts(text: string): readonly string[] {
  if (!text.includes('://')) return [text];
  const parts = text.split(ADDRESS);
  for (let i = 1; i < parts.length; i += 2) {
    const match = parts[i] ?? '';
    const address = withoutRest(match);
    parts[i] = address;
    parts[i + 1] = match.slice(address.length) + (parts[i + 1] ?? '');
  }
  return parts;
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** `(see https://a.example/x).`: a bracket that was opened before the address ends it. */
function withoutRest(match: string): string {
  const open: string[] = [];
  for (let i = 0; i < match.length; i++) {
    const character = match.charAt(i);
    if (character === '(' || character === '[') open.push(character);
    if (character in OPENING && open.pop() !== OPENING[character]) return match.slice(0, i).replace(AFTER, '');
  }
  return match.replace(AFTER, '');
}
