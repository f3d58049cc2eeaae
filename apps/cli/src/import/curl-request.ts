/** What a call of curl sends: its address, method, headers and body, as curl puts them together from its options. */
import { parseJson } from '#common/domain/parse-json.js';
import type { CurlArguments } from './curl-fields.js';
import type { Fields } from './fields.js';

export interface CurlRequest {
  readonly address: string;
  /** Undefined where it follows from the body. */
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Gives the text of a file, or of the standard input for `-`; null if there is none. */
export type ReadFile = (file: string) => string | null;

/** The last text of an option that may be given more than once. */
export const lastOf = (fields: Fields, option: string): string | undefined => textsOf(fields, option).at(-1);
const textsOf = (fields: Fields, option: string): string[] => fields.list(option).map(String);

const DATA = ['data', 'data-ascii', 'data-raw', 'data-binary', 'data-urlencode', 'json'];
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const JSON_HEADERS = { Accept: JSON_TYPE, 'Content-Type': JSON_TYPE };
const isJson = ({ option }: CurlArguments['data'][number]): boolean => option === 'json';

/** Null for a request that Carillon cannot make, with the reason in the report. */
export function requestOf(
  fields: Fields,
  { data }: CurlArguments,
  written: string,
  read: ReadFile,
): CurlRequest | null {
  const headers = new Headers(fields, read);
  const sent = dataOf(fields, data, read);
  const form = formOf(fields);
  const isGet = fields.take('get') === true;
  const address = addressOf(fields, written, [...queryOf(fields, read), ...(isGet ? [sent ?? ''] : [])]);
  for (const option of DATA) fields.take(option);
  if (address === null || fields.isRefused) return null;
  const body = isGet ? undefined : (form?.body ?? sent);
  headers.setMissing({ ...address.authorization, ...form?.header });
  if (body !== undefined) headers.setMissing(data.some(isJson) ? JSON_HEADERS : { 'Content-Type': FORM });
  return { address: address.url, method: methodOf(fields, body), headers: headers.all(body), body };
}

/** Undefined for the method that a call has by itself. */
function methodOf(fields: Fields, body: string | undefined): string | undefined {
  const own = body === undefined ? 'GET' : 'POST';
  const isHead = fields.take('head') === true;
  const method = lastOf(fields, 'request') ?? (isHead ? 'HEAD' : own);
  return method === own ? undefined : method;
}

const queryOf = (fields: Fields, read: ReadFile): string[] =>
  textsOf(fields, 'url-query').map((each) => (each.startsWith('+') ? each.slice(1) : (encoded(each, read) ?? each)));

interface Address {
  readonly url: string;
  readonly authorization: Readonly<Record<string, string>>;
}

function addressOf(fields: Fields, written: string, query: readonly string[]): Address | null {
  const text = SCHEME.test(written) ? written : `http://${written}`;
  const problem = addressProblem(text, fields.take('globoff') === true);
  if (problem !== null) {
    fields.refuse('url', `${written} ${problem}`);
    return null;
  }
  const url = new URL(text);
  const hasUser = url.username !== '' || url.password !== '';
  const authorization = hasUser ? basic(`${decoded(url.username)}:${decoded(url.password)}`) : {};
  url.hash = '';
  url.username = '';
  url.password = '';
  const added = query.filter((each) => each !== '');
  if (added.length > 0) url.search = [...(url.search === '' ? [] : [url.search.slice(1)]), ...added].join('&');
  // As it was written, where nothing was changed.
  const isChanged = hasUser || added.length > 0 || text.includes('#');
  return { url: isChanged ? url.href : text, authorization };
}

/** Brackets, in which several addresses are given, but for the address of IPv6. */
const SEVERAL = /[{}]|\[(?![0-9a-f:.%]+\])/i;

function addressProblem(text: string, isLiteral: boolean): string | null {
  if (!/^https?:\/\/[^/]/i.test(text)) return 'is no address of HTTP';
  if (!isLiteral && SEVERAL.test(text)) return 'stands for several addresses: write one command for each';
  return URL.canParse(text) ? null : 'is no address';
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const basic = (pair: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
});

/** The headers of the options; names are compared without case, and the first spelling stays. */
class Headers {
  private readonly values = new Map<string, readonly [name: string, value: string]>();
  private readonly removed = new Set<string>();

  constructor(fields: Fields, read: ReadFile) {
    const lines = textsOf(fields, 'header').flatMap((text) => {
      if (!text.startsWith('@')) return [text];
      const file = read(text.slice(1));
      if (file === null) fields.refuse('header', `${text.slice(1)} cannot be read`);
      return (file ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
    });
    for (const line of lines) this.add(line);
    const user = lastOf(fields, 'user');
    if (user?.includes(':') === false)
      fields.note('user', 'has no password, for which curl asks: an empty one is sent');
    if (user !== undefined) {
      fields.note('user', 'is the header Authorization here: Basic, a space, and the Base64 of name:password');
      this.setMissing(basic(user.includes(':') ? user : `${user}:`));
    }
    const bearer = lastOf(fields, 'oauth2-bearer');
    if (bearer !== undefined) {
      fields.note('oauth2-bearer', 'is the header Authorization here: Bearer, a space, and the token');
      this.setMissing({ Authorization: `Bearer ${bearer}` });
    }
    const cookies = textsOf(fields, 'cookie');
    const files = cookies.filter((each) => each !== '' && !each.includes('='));
    if (files.length > 0) fields.refuse('cookie', `reads cookies from the file ${files.join(', ')}`);
    this.setText('Cookie', cookies.filter((each) => each.includes('=')).join('; '));
    this.setText('User-Agent', lastOf(fields, 'user-agent'));
    this.setText('Referer', lastOf(fields, 'referer')?.replace(/;auto$/, ''));
    const range = lastOf(fields, 'range');
    this.setText('Range', range === undefined ? undefined : `bytes=${range}`);
  }

  private add(line: string): void {
    const [, name = '', sign, value = ''] = /^([^:;]+)([:;])\s*(.*)$/s.exec(line) ?? [];
    const key = name.trim().toLowerCase();
    if (key === '') return;
    const before = this.values.get(key);
    if (sign === ':' && value.trim() === '') this.removed.add(key);
    else if (before) this.values.set(key, [before[0], `${before[1]}${key === 'cookie' ? '; ' : ', '}${value.trim()}`]);
    else this.values.set(key, [name.trim(), value.trim()]);
  }

  private setText(name: string, value: string | undefined): void {
    if (value !== undefined && value !== '') this.setMissing({ [name]: value });
  }

  setMissing(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) {
      const key = name.toLowerCase();
      if (!this.values.has(key) && !this.removed.has(key)) this.values.set(key, [name, value]);
    }
  }

  /** Without a type that a call sends by itself. */
  all(body: string | undefined): Record<string, string> {
    const hasJson = body !== undefined && isJsonText(body);
    return Object.fromEntries(
      [...this.values]
        .filter(([key, [, value]]) => !(hasJson && key === 'content-type' && value === JSON_TYPE))
        .map(([, pair]) => pair),
    );
  }
}

const isJsonText = (text: string): boolean => {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
};

function dataOf(fields: Fields, data: CurlArguments['data'], read: ReadFile): string | undefined {
  const parts = data.map(({ option, text }, at) => {
    const part = option === 'data-urlencode' ? encoded(text, read) : plain(option, text, read);
    if (part === null) fields.refuse(option, `${text.replace(/^.*@/, '')} cannot be read`);
    else if (text.includes('@') && isOfFile(option, text))
      fields.note(option, `${text} is read now: later changes of the file are not sent`);
    return option === 'json' || at === 0 ? (part ?? '') : `&${part}`;
  });
  return parts.length === 0 ? undefined : parts.join('');
}

const isOfFile = (option: string, text: string): boolean =>
  !text.endsWith('@-') &&
  (option === 'data-urlencode' ? /^[^=]*@/.test(text) : option !== 'data-raw' && text.startsWith('@'));

function plain(option: string, text: string, read: ReadFile): string | null {
  if (option === 'data-raw' || !text.startsWith('@')) return text;
  const file = read(text.slice(1));
  return file !== null && (option === 'data' || option === 'data-ascii') ? file.replaceAll(/[\r\n\0]/g, '') : file;
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`. */
function encoded(text: string, read: ReadFile): string | null {
  const [, name = '', sign, rest = ''] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? [];
  const content = sign === undefined ? text : sign === '@' ? read(rest) : rest;
  return content === null ? null : `${name === '' ? '' : `${name}=`}${percentEncoded(content)}`;
}

const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const BOUNDARY = 'carillon-import';

/** The parts of a form; those that are files are refused. */
function formOf(fields: Fields): { readonly body: string; readonly header: Readonly<Record<string, string>> } | null {
  const literal = textsOf(fields, 'form-string').map((text) => ({ text, isLiteral: true }));
  const parts = [...textsOf(fields, 'form').map((text) => ({ text, isLiteral: false })), ...literal];
  if (parts.length === 0) return null;
  const written = parts.map(({ text, isLiteral }) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (!isLiteral && /^[@<(]/.test(value))
      fields.refuse('form', `${name} sends a file as it is at the time of each call`);
    const [, content = value, type] = (isLiteral ? null : /^(.*?);type=([^;]+)$/s.exec(value)) ?? [];
    const head = [
      `Content-Disposition: form-data; name="${name}"`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ];
    return `--${BOUNDARY}\r\n${head.join('\r\n')}\r\n\r\n${content}\r\n`;
  });
  return {
    body: `${written.join('')}--${BOUNDARY}--\r\n`,
    header: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
