/** Which values of an import are no secrets, so that its files may show them. */
import type { Found } from '#common/domain/secret-fields.js';

const SECRET_NAME =
  /key|token|secret|pass|pwd|auth|sig|hash|hmac|credential|session|cookie|csrf|jwt|webhook|access|private|pin$|^(?:sid|sas|code|k|t)$/i;
/** Letters and digits without sense: a key, an id that nobody can guess. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])[\w.~+/=-]{12,}$/i;
/** Headers that say what is sent and wanted, and who sends it. */
const OPEN_HEADER =
  /^(?:accept(?:-\w+)?|cache-control|content-(?:type|language|encoding)|host|if-modified-since|origin|pragma|prefer|range|referer|user-agent|x-requested-with)$/i;

/** True for a value by whose name, or look, it may be a secret. */
export const maySecret = (name: string, value: string): boolean => SECRET_NAME.test(name) || RANDOM.test(value);

/** Segments of a path that may be a token, as addresses of webhooks have. */
export const tokensInPath = (address: string): string[] =>
  new URL(address).pathname.split('/').filter((part) => RANDOM.test(part) && !/\.\w{2,4}$/.test(part));

/** True for a header or an address that a file may show. */
export function isPlain({ value, path }: Found): boolean {
  if (typeof value !== 'string') return false;
  if (path.at(-2) === 'httpHeaders') return OPEN_HEADER.test(path.at(-1) ?? '') && !RANDOM.test(value);
  if (path.at(-1) !== 'url' || !URL.canParse(value)) return false;
  return [...new URL(value).searchParams].every(([name, each]) => !maySecret(name, each));
}
