/** The cookie of a person who has signed in to the web UI. Pure. */

const SESSION_COOKIE = 'carillon-session';
/** The page sends this header with every request: a browser does not let another site add it. */
export const PAGE_HEADER = 'carillon-page';

/** The token in a `Cookie` header; null if there is none. */
export const sessionOf = (cookie: string | undefined): string | null => cookieOf(cookie, SESSION_COOKIE);

/** The value of one cookie; ours contain no characters that must be escaped. */
export function cookieOf(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value !== undefined && value !== '') return value;
  }
  return null;
}

/** The names of the cookies that begin so, the oldest first: browsers send them in this order (RFC 6265, 5.4). */
export const cookieNames = (header: string | undefined, prefix: string): string[] =>
  (header ?? '').split(';').flatMap((part) => {
    const [name = ''] = part.trim().split('=', 1);
    return name.startsWith(prefix) ? [name] : [];
  });

export interface CookiePlace {
  readonly path: string;
  /** The cookie is sent only over TLS; false if the service itself is reached without TLS. */
  readonly secure: boolean;
}

/** A `Set-Cookie` header for the session. Scripts cannot read it, other sites cannot cause it to be sent. */
export const sessionCookie = (token: string, maxAgeSeconds: number, place: CookiePlace): string =>
  cookieText({ name: SESSION_COOKIE, value: token, maxAgeSeconds, sameSite: 'Strict' }, place);

export const noSessionCookie = (place: CookiePlace): string => sessionCookie('', 0, place);

export function cookieText(
  cookie: { name: string; value: string; maxAgeSeconds: number; sameSite: 'Strict' | 'Lax' },
  { path, secure }: CookiePlace,
): string {
  const { name, value, maxAgeSeconds, sameSite } = cookie;
  const attributes = [`Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', `SameSite=${sameSite}`];
  return [`${name}=${value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ');
}
