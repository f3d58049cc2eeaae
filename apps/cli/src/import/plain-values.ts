/** Which values of an import may be secrets, and which ones its files may show. */
import { parseJson } from '#common/domain/parse-json.js';
import type { Found } from '#common/domain/secret-fields.js';

const SECRET_NAME =
  /key|token|secret|pass|pwd|auth|sig|hash|hmac|credential|session|cookie|csrf|jwt|webhook|access|private|pin$|^(?:sid|sas|code|k|t)$/i;
/** Letters and digits without sense: a key, an id that nobody can guess. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])[\w.~+/=:%-]{12,}$/i;
/** Headers that say what is sent and wanted, and who sends it. */
const OPEN_HEADER =
  /^(?:accept(?:-\w+)?|cache-control|content-(?:type|language|encoding)|host|if-modified-since|origin|pragma|prefer|range|referer|user-agent|x-requested-with)$/i;

/** True for a value by whose name, or look, it may be a secret. */
export const maySecret = (name: string, value: string): boolean => SECRET_NAME.test(name) || RANDOM.test(value);

/** Whether a segment of a path may be a token, as addresses of webhooks have. */
const isToken = (segment: string): boolean => RANDOM.test(segment) && !/\.\w{2,4}$/.test(segment);
export const tokensInPath = (address: string): string[] => new URL(address).pathname.split('/').filter(isToken);

/** The host and path of an address as the name of what it does: without tokens, which lists would show. */
export function nameOfAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return [host, ...pathname.split('/').filter((segment) => segment !== '' && !isToken(segment))].join('/');
}

/** True for a header or an address that a file may show. */
export function isPlain({ value, path }: Found): boolean {
  if (typeof value !== 'string') return false;
  if (path.at(-2) === 'httpHeaders') return OPEN_HEADER.test(path.at(-1) ?? '') && !RANDOM.test(value);
  if (path.at(-1) !== 'url' || !URL.canParse(value)) return false;
  return [...new URL(value).searchParams].every(([name, each]) => !maySecret(name, each));
}

/** `name=value` of a form, `"name": "value"` of JSON, and a part of a form of several parts. */
const PART = /(?<=^|&)([^=&{}\s]+)=([^&]+)|"([^"\\]+)"\s*:\s*("(?:[^"\\]|\\.)+")|name="([^"]+)"\r\n\r\n([^\r\n]+)/g;

interface HiddenParts {
  readonly body: string | undefined;
  /** Undefined where there is none. */
  readonly options: readonly object[] | undefined;
}

/** The body with values that may be secrets as options of that type: a body is no place for them. */
export function withSecretOptions(body: string | undefined): HiddenParts {
  const options: { name: string; type: 'secret'; default: string }[] = [];
  const optionFor = (name: string, value: string): string => {
    const own = name.replaceAll(/[^A-Za-z0-9_.-]/g, '-').slice(0, MAX_OPTION_NAME);
    const used = options.filter((option) => option.name.replace(/-\d+$/, '') === own).length;
    options.push({ name: used === 0 ? own : `${own}-${used + 1}`, type: 'secret', default: value });
    return options.at(-1)?.name ?? own;
  };
  const hidden = body?.replaceAll(PART, (whole, ...parts: (string | undefined)[]) => {
    const [name = parts[2] ?? parts[4] ?? '', value = parts[5] ?? '', , quoted] = parts;
    const text = quoted === undefined ? value : String(parseJson(quoted));
    if (!maySecret(name, text) || text.includes('${')) return whole;
    const end = quoted ?? text;
    return `${whole.slice(0, -end.length)}\${option.${optionFor(name, text)}${quoted === undefined ? '' : ':json'}}`;
  });
  return { body: hidden, options: options.length === 0 ? undefined : options };
}

const MAX_OPTION_NAME = 60;
