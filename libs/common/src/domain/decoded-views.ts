/**
 * The readings of a text in which parts may be encoded: as JSON or a string literal, for a shell, for a URL or a form, as HTML or
 * XML, with doubled quotes, and one encoding within another. Encoders differ in the characters that they encode and in the case of
 * digits, so the text is decoded instead of each secret being encoded. Every pattern matches in linear time.
 */

/** One reading of a text. */
export interface View {
  readonly text: string;
  /** The position in the original text of the character at `index`; of the beginning of its encoded form. */
  readonly start: (index: number) => number;
  /** The position in the original text after the last character before `index`. */
  readonly end: (index: number) => number;
}

/** Encodings of one within another that are read: JSON within JSON, a URL within JSON. */
const MAX_DEPTH = 2;
/** More readings of one text do not occur in practice; the limit bounds the work for a hostile text. */
const MAX_VIEWS = 12;
/** No encoded character is longer. */
const MAX_ENCODED_LENGTH = 12;

interface Encoding {
  /** A text that contains none of these is not encoded in this way. */
  readonly signs: readonly string[];
  readonly pattern: RegExp;
  readonly decode: (match: string) => string;
  /** Read alone: in another encoding the same characters mean other things. */
  readonly isAlone?: true;
}

const HEX = '[0-9A-Fa-f]';
const LITERAL = new RegExp(
  [
    // Bytes of UTF-8 or Latin-1, as Python and shells write them.
    `(?:\\\\x[89A-Fa-f]${HEX}|\\\\[23][0-7]{2})+`,
    `\\\\(?:u\\{${HEX}{1,6}\\}|u${HEX}{4}|U${HEX}{8}|x\\{${HEX}{1,6}\\}|x${HEX}{2}|[01][0-7]{2}|[^])`,
  ].join('|'),
  'g',
);
/** A character of ASCII, the bytes of others, and the form of JavaScript's `escape`. */
const PERCENT = `%[0-7]${HEX}|(?:%[89A-Fa-f]${HEX})+|%u${HEX}{4}`;
/** At most three bytes of a character of four. */
const ENCODED_BYTES_AT_END = new RegExp(`(?:(?:\\\\x|%)[89A-Fa-f]${HEX}|\\\\[23][0-7]{2}){1,3}$`);
const CONTROLS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001b',
  0: '\0',
};
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

const ENCODINGS: readonly Encoding[] = [
  { signs: ['\\'], pattern: LITERAL, decode: literalCharacter },
  { signs: ['%'], pattern: new RegExp(PERCENT, 'g'), decode: percentDecoded },
  { signs: ['+'], pattern: new RegExp(`${PERCENT}|\\+`, 'g'), decode: formDecoded },
  {
    signs: ['&'],
    pattern: /&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});/g,
    decode: (entity) => entityCharacter(entity.slice(1, -1)),
  },
  // A quotation mark within quotation marks of a shell.
  { signs: [`'\\''`, `'"'"'`], pattern: /'(?:\\'|"'")'/g, decode: () => "'" },
  // CSV, SQL and YAML.
  { signs: [`""`, `''`], pattern: /""|''/g, decode: (pair) => pair.charAt(0), isAlone: true },
];

export const plainView = (text: string): View => ({ text, start: (index) => index, end: (index) => index });

/** The text as it is, then each different reading of it. `isCut`: an encoded character may be incomplete at the end. */
export function viewsOf(text: string, isCut = false): View[] {
  const views = [plainView(text)];
  const whole = isCut ? withoutEncodedEnd(text) : text;
  if (whole !== text) views.push(plainView(whole));
  const texts = new Set([text, whole]);
  let outers = [...views];
  for (let depth = 1; depth <= MAX_DEPTH; depth++) {
    const inner: View[] = [];
    for (const encoding of ENCODINGS.filter(({ isAlone }) => depth === 1 || isAlone !== true)) {
      for (const outer of outers) {
        const view = decoded(outer, encoding);
        if (view === null || texts.has(view.text)) continue;
        texts.add(view.text);
        views.push(view);
        if (views.length >= MAX_VIEWS) return views;
        if (encoding.isAlone !== true) inner.push(view);
      }
    }
    outers = inner;
  }
  return views;
}

/** Without the last characters that may be the beginning of an encoded one, and the bytes before them of the same character. */
function withoutEncodedEnd(text: string): string {
  const at = Math.max(0, text.length - MAX_ENCODED_LENGTH);
  const sign = text.slice(at).search(/[\\%&]/);
  if (sign === -1) return text;
  return text.slice(0, at + sign).replace(ENCODED_BYTES_AT_END, '');
}

/** A decoded part of a text: its place in the decoded text, and in the encoded one. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly outerFrom: number;
  readonly outerTo: number;
}

function decoded(outer: View, { signs, pattern, decode }: Encoding): View | null {
  if (!signs.some((sign) => outer.text.includes(sign))) return null;
  const parts: Part[] = [];
  let shift = 0;
  const text = outer.text.replace(pattern, (match, at: number) => {
    const decodedText = decode(match);
    parts.push({
      from: at + shift,
      to: at + shift + decodedText.length,
      outerFrom: at,
      outerTo: at + match.length,
    });
    shift += decodedText.length - match.length;
    return decodedText;
  });
  if (parts.length === 0) return null;
  return {
    text,
    start: (index) => {
      const part = lastFrom(parts, index);
      if (part === null) return outer.start(index);
      return outer.start(index < part.to ? part.outerFrom : part.outerTo + index - part.to);
    },
    end: (index) => {
      const part = lastFrom(parts, index - 1);
      if (part === null) return outer.end(index);
      return outer.end(index <= part.to ? part.outerTo : part.outerTo + index - part.to);
    },
  };
}

/** The last part that begins at the position or before it. */
function lastFrom(parts: readonly Part[], index: number): Part | null {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((parts[middle]?.from ?? Infinity) <= index) low = middle + 1;
    else high = middle;
  }
  return parts[low - 1] ?? null;
}

function literalCharacter(match: string): string {
  const first = match.charAt(1);
  if (match.length === 2) return CONTROLS[first] ?? first;
  if (/^\\(?:x[89A-Fa-f]|[23])/.test(match)) return bytesDecoded(match.split('\\').slice(1).map(byteOf));
  return character(/[01]/.test(first) ? parseInt(match.slice(1), 8) : parseInt(match.replace(/[\\uUx{}]/g, ''), 16));
}

const byteOf = (text: string): number => (text.startsWith('x') ? parseInt(text.slice(1), 16) : parseInt(text, 8));

function percentDecoded(match: string): string {
  return match.startsWith('%u')
    ? character(parseInt(match.slice(2), 16))
    : bytesDecoded([...Buffer.from(match.replaceAll('%', ''), 'hex')]);
}

function formDecoded(match: string): string {
  return match === '+' ? ' ' : percentDecoded(match);
}

function entityCharacter(name: string): string {
  const digits = name.slice(1);
  if (!name.startsWith('#')) return ENTITIES[name] ?? '';
  return character(/^x/i.test(digits) ? parseInt(digits.slice(1), 16) : Number(digits));
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** As UTF-8; as Latin-1 where they are none. */
function bytesDecoded(bytes: readonly number[]): string {
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
