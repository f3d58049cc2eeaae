/** The client of the API: one session's token, problems as errors, server-sent events with resumption. */

const BASE = new URL('api/v1/', document.baseURI);
const KEY = 'carillon.token';

export const session = {
  get token() {
    return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  },
  begin(token, remember) {
    (remember ? localStorage : sessionStorage).setItem(KEY, token);
  },
  end() {
    sessionStorage.removeItem(KEY);
    localStorage.removeItem(KEY);
  },
};

/** What the API refused, with the fields that it names. */
export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.code = problem.code ?? 'UNKNOWN';
    this.errors = problem.errors ?? [];
  }
}

let onSignedOut = () => undefined;
/** Called when the token is no longer taken. */
export const whenSignedOut = (handler) => {
  onSignedOut = handler;
};

const urlOf = (path) => new URL(path.replace(/^\//, ''), BASE);

/** Says that this page asks, which no other site can: with it the cookie of a sign-in counts. */
const PAGE = { 'carillon-page': '1' };

/** Which ways of signing in there are; by a token alone where that cannot be found out. */
export const signInMethods = () =>
  fetch(new URL('sign-in/methods', document.baseURI))
    .then((response) => response.json())
    .catch(() => ({ token: true, issuer: false }));

/** Ends what was begun by a token or by the issuer. */
export async function signOut() {
  session.end();
  await fetch(new URL('sign-out', document.baseURI), { method: 'POST', headers: PAGE }).catch(() => undefined);
}

/** The token that was typed in; who has signed in by the issuer has a cookie instead. */
const credentials = () => (session.token === null ? {} : { authorization: `Bearer ${session.token}` });

async function send(method, path, { body, headers = {}, signal } = {}) {
  const sent = { ...PAGE, ...credentials(), ...headers };
  if (body !== undefined) sent['content-type'] = 'application/json';
  // A repeat of a lost request must not do its work twice.
  if (method !== 'GET') sent['idempotency-key'] = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  let response;
  try {
    response = await fetch(urlOf(path), {
      method,
      headers: sent,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, { detail: 'The server cannot be reached.' });
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  if (response.status === 401) onSignedOut();
  throw new ApiError(response.status, problem);
}

/** The parsed answer, with its `ETag`. */
async function json(method, path, options) {
  const response = await send(method, path, options);
  const text = await response.text();
  return { body: text === '' ? null : JSON.parse(text), etag: response.headers.get('etag') };
}

export const get = async (path, signal) => (await json('GET', path, { signal })).body;
export const getWithTag = (path, signal) => json('GET', path, { signal });
export const post = async (path, body = {}) => (await json('POST', path, { body })).body;
export const put = async (path, body, etag) =>
  (await json('PUT', path, { body, headers: etag ? { 'if-match': etag } : {} })).body;
export const patch = async (path, body) => (await json('PATCH', path, { body })).body;
export const remove = async (path) => (await json('DELETE', path)).body;
/** As `get`, but null where there is nothing. */
export const getOrNull = (path, signal) =>
  get(path, signal).catch((error) => {
    if (error.status === 404) return null;
    throw error;
  });

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/**
 * Follows server-sent events until `signal` is aborted; connects again after a loss, from the last event seen.
 * `on.event(type, data)` may give `false` to stop; `on.state(connected)` tells of the connection.
 */
export async function follow(path, on, signal) {
  const place = { lastId: null, waitMs: FIRST_WAIT_MS };
  while (!signal.aborted) {
    try {
      if (await readOnce(path, on, place, signal)) return;
    } catch (error) {
      // Neither a page that was left nor a refusal is asked again.
      if (signal.aborted || (error.status >= 400 && error.status < 500 && error.status !== 429)) return;
    }
    on.state?.(false);
    await new Promise((resolve) => setTimeout(resolve, place.waitMs));
    place.waitMs = Math.min(LONGEST_WAIT_MS, place.waitMs * 2);
  }
}

/** Reads one connection to its end; true when the reader wants no more. */
async function readOnce(path, on, place, signal) {
  const resumed = place.lastId ? { 'last-event-id': place.lastId } : {};
  const response = await send('GET', path, { headers: { accept: 'text/event-stream', ...resumed }, signal });
  on.state?.(true);
  place.waitMs = FIRST_WAIT_MS;
  for await (const event of eventsOf(response.body)) {
    if (event.id) place.lastId = event.id;
    if (on.event(event.type, event.data) === false) return true;
  }
  return false;
}

async function* eventsOf(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop();
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split('\n').flatMap((line) => {
            const at = line.indexOf(': ');
            return at > 0 ? [[line.slice(0, at), line.slice(at + 2)]] : [];
          }),
        );
        if (fields.event) yield { type: fields.event, id: fields.id, data: JSON.parse(fields.data) };
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
