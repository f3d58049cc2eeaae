/** Null for a text whose percent-encoding is malformed: the error of the language names neither the place nor what to do. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Ends a message about a field, of which no part is shown: it may be a secret. */
export const MALFORMED = 'that is not percent-encoded correctly (% itself is written %25)';
const MALFORMED_LOGIN = `a user or a password ${MALFORMED}`;

type Login = Pick<URL, 'username' | 'password'>;
type Parts = Login & Pick<URL, 'pathname' | 'search' | 'hash'>;
/** Such as that of `http://me:p@ss/1@host/` and of the same with `#` or `?`, whose host is `ss`. */
const CUT_LOGIN =
  'a user or a password and an @ after the host: @ is written %40, and within a user or a password / is %2F, ? is %3F, # is %23';

/** The user and the password in an address. Throws an Error that has no part of them. */
export function loginIn({ username, password }: Login): { readonly user: string; readonly password: string } {
  const user = percentDecoded(username);
  const word = percentDecoded(password);
  if (user === null || word === null) throw new Error(`the address has ${MALFORMED_LOGIN}`);
  return { user, password: word };
}

/** A problem of the user and the password in an address, as a sentence about the field; null if there is none. */
export function loginProblem({ username, password, pathname, search, hash }: Parts): string | null {
  if (percentDecoded(username) === null || percentDecoded(password) === null) return `must not have ${MALFORMED_LOGIN}`;
  const isCut = `${username}${password}` !== '' && `${pathname}${search}${hash}`.includes('@');
  return isCut ? `must not have ${CUT_LOGIN}` : null;
}

/**
 * A problem of the host, as a sentence about the field: URLs read numbers as the oldest programs do, so that `1.2.3` is 1.2.0.3 and `010.0.0.1`
 * is 8.0.0.1 (WHATWG URL, "IPv4 parser"). Null if there is none.
 */
function hostProblem(text: string, hostname: string): string | null {
  const [authority = ''] = text.replace(/^[^:]*:[/\\]*/, '').split(/[/\\?#]/);
  const written = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (written === hostname || !/^(?:\d+\.){3}\d+$/.test(hostname)) return null;
  return `must not have an IPv4 address in another form: write ${hostname} if that is meant`;
}

/** A check of a schema of addresses: nothing in them is read as something else. */
export function isReadableAddress(text: string, ctx: { addIssue(message: string): void }): void {
  if (!URL.canParse(text)) return;
  const url = new URL(text);
  for (const problem of [loginProblem(url), hostProblem(text, url.hostname)])
    if (problem !== null) ctx.addIssue(problem);
}
