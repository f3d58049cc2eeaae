/** The token that was typed in. A sign-in by the issuer uses a cookie instead, which this code cannot read. */
import { parseJsonLater } from '#common/domain/parse-json-later.js';

const KEY = 'carillon.token';

export const session = {
  get token(): string | null {
    return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  },
  begin(token: string, remember: boolean): void {
    session.end();
    (remember ? localStorage : sessionStorage).setItem(KEY, token);
  },
  end(): void {
    sessionStorage.removeItem(KEY);
    localStorage.removeItem(KEY);
  },
};

/** This header proves that the page itself sends the request: other sites cannot set it. The API accepts the session's cookie only with it. */
const PAGE_HEADERS = { 'carillon-page': '1' };

/** The headers of every request. */
export const credentials = (): Record<string, string> =>
  session.token === null ? { ...PAGE_HEADERS } : { ...PAGE_HEADERS, authorization: `Bearer ${session.token}` };

/** An address outside the API, below the prefix of the page. */
export const addressOf = (path: string): URL => new URL(path, document.baseURI);

export interface SignInMethods {
  readonly token: boolean;
  readonly issuer: boolean;
}

/** The available ways of signing in; by token only if the request fails. */
export const signInMethods = (): Promise<SignInMethods> =>
  fetch(addressOf('sign-in/methods'))
    .then(async (response) => (await parseJsonLater(await response.text())) as SignInMethods)
    .catch(() => ({ token: true, issuer: false }));

/** Signs out, whether the sign-in was by token or by the issuer. */
export async function signOut(): Promise<void> {
  session.end();
  await fetch(addressOf('sign-out'), { method: 'POST', headers: PAGE_HEADERS }).catch(() => undefined);
}
