/** The token that was typed in. Who has signed in by the issuer has a cookie instead, which cannot be seen from here. */
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

/** This header proves that the page itself sends the request, which no other site can: with it the session's cookie is accepted. */
const PAGE_HEADERS = { 'carillon-page': '1' };

/** The headers of every request. */
export const credentials = (): Record<string, string> =>
  session.token === null ? { ...PAGE_HEADERS } : { ...PAGE_HEADERS, authorization: `Bearer ${session.token}` };

/** An address beside the API, below the prefix that the page is served under. */
export const addressOf = (path: string): URL => new URL(path, document.baseURI);

export interface SignInMethods {
  readonly token: boolean;
  readonly issuer: boolean;
}

/** Which ways of signing in there are; by a token alone where that cannot be found out. */
export const signInMethods = (): Promise<SignInMethods> =>
  fetch(addressOf('sign-in/methods'))
    .then(async (response) => (await parseJsonLater(await response.text())) as SignInMethods)
    .catch(() => ({ token: true, issuer: false }));

/** Ends what was begun by a token or by the issuer. */
export async function signOut(): Promise<void> {
  session.end();
  await fetch(addressOf('sign-out'), { method: 'POST', headers: PAGE_HEADERS }).catch(() => undefined);
}
