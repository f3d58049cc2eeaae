/** Secret values that a test plants, the forms in which a worker may output them, and a search for them in all output. */

export interface Planted {
  /** Tells which one was found. */
  readonly name: string;
  readonly value: string;
}

type Form = (value: string) => string;

const plain: Form = (value) => value;
const inJson: Form = (value) => JSON.stringify({ echo: value });
const inUrl: Form = (value) => `/cb?key=${encodeURIComponent(value)}&x=1`;
const inBase64: Form = (value) => Buffer.from(value).toString('base64');
const inHeader: Form = (value) => `Basic ${Buffer.from(`user:${value}`).toString('base64')}`;

/** In order, so that each channel outputs each value in another form. */
export const FORMS: readonly Form[] = [plain, inJson, inUrl, inBase64, inHeader];

/** A worker's words that hold all of them. */
export const saying = (planted: readonly Planted[], from: number): string =>
  planted.map(({ value }, i) => FORMS[(i + from) % FORMS.length]!(value)).join(' ');

/** The names of those that occur anywhere in the text, in clear or in a form that can be decoded without a key. */
export function foundIn(text: string, planted: readonly Planted[]): string[] {
  const readable = [text, text.replaceAll('\\\\', '\\'), text.replaceAll('\\"', '"')].join('\n');
  return planted
    .filter(({ value }) =>
      [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), ...cores(value)].some((form) =>
        readable.includes(form),
      ),
    )
    .map(({ name }) => name);
}

/** The text that every base64 of a text with the value in it must contain, at whatever position the value begins. */
const cores = (value: string): string[] =>
  [0, 1, 2].map((before) => {
    const text = Buffer.from(`${'x'.repeat(before)}${value}`).toString('base64');
    return text.slice(4, -4);
  });
