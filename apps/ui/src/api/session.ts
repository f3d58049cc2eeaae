/**
 * The token that was typed in. Unless it is to be remembered, it is kept by each tab, and a new tab is given it by another one. A sign-in by
 * the issuer uses a cookie instead, which this code cannot read.
 */
import { parseJsonLater } from '#common/domain/parse-json-later.js';
import { keptInBrowser, keptInTab } from '../parts/kept.js';

const KEY = 'carillon.token';
const ENDED_KEY = 'carillon.signed-out';
/** A new tab waits this long for another one; a tab that is put to sleep by the browser may not answer. */
const HAND_OVER_MS = 300;

type Message =
  { readonly kind: 'ask' } | { readonly kind: 'token'; readonly token: string } | { readonly kind: 'ended' };

/** Tabs of another installation under another prefix share nothing. */
const channel = new BroadcastChannel(`carillon-session ${new URL(document.baseURI).pathname}`);
const say = (message: Message): void => {
  channel.postMessage(message);
};
let receive: ((token: string) => void) | null = null;
let tellEnded = (): void => undefined;

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  const own = keptInTab.getItem(KEY);
  if (data.kind === 'ask' && own !== null) say({ kind: 'token', token: own });
  if (data.kind === 'token') receive?.(data.token);
  if (data.kind === 'ended') {
    forget();
    tellEnded();
  }
};

function forget(): void {
  keptInTab.removeItem(KEY);
  keptInBrowser.removeItem(KEY);
}

export const session = {
  get token(): string | null {
    return keptInTab.getItem(KEY) ?? keptInBrowser.getItem(KEY);
  },
  begin(token: string, remember: boolean): void {
    forget();
    (remember ? keptInBrowser : keptInTab).setItem(KEY, token);
  },
  /** Forgets the token in this tab. */
  end: forget,
  /** Somebody has signed out in this tab. */
  get wasEnded(): boolean {
    return keptInTab.getItem(ENDED_KEY) !== null;
  },
};

/** Calls back when another tab has signed out. */
export const whenEndedElsewhere = (handler: () => void): void => {
  tellEnded = handler;
};

/** Takes over the token of another tab, if this one has none. */
export async function takeOver(): Promise<void> {
  if (session.token !== null) return;
  const token = await new Promise<string | null>((resolve) => {
    receive = resolve;
    say({ kind: 'ask' });
    setTimeout(() => {
      resolve(null);
    }, HAND_OVER_MS);
  });
  receive = null;
  if (token !== null) session.begin(token, false);
}

/** This header proves that the page itself sends the request: other sites cannot set it. The API accepts the session's cookie only with it. */
const PAGE_HEADERS = { 'carillon-page': '1' };

/** The headers of every request. */
export const credentials = (): Record<string, string> =>
  session.token === null ? { ...PAGE_HEADERS } : { ...PAGE_HEADERS, authorization: `Bearer ${session.token}` };

/** An address outside the API, below the prefix of the page. */
export const addressOf = (path: string): URL => new URL(path, document.baseURI);

/** JSON from outside the API. */
export const fetchJson = async <T>(path: string): Promise<T> =>
  (await parseJsonLater(await (await fetch(addressOf(path))).text())) as T;

export interface SignInMethods {
  readonly token: boolean;
  readonly issuer: boolean;
}

/** The available ways of signing in. */
export const signInMethods = (): Promise<SignInMethods> => fetchJson('sign-in/methods');

/** Whether the caller may be known to the API: by a token, or by the cookie of a sign-in by the issuer. */
export const mayBeSignedIn = async (): Promise<boolean> => session.token !== null || (await signInMethods()).issuer;

/** Signs out in all tabs, whether the sign-in was by token or by the issuer. */
export async function signOut(): Promise<void> {
  session.end();
  keptInTab.setItem(ENDED_KEY, 'yes');
  await fetch(addressOf('sign-out'), { method: 'POST', headers: PAGE_HEADERS }).catch(() => undefined);
  say({ kind: 'ended' });
}
