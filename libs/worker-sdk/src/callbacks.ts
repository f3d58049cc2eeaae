/** The callbacks of one attempt, each repeated until it is answered. Carillon recognises a repeat as the same call. */
import { setTimeout as delay } from 'node:timers/promises';
import { parseJson } from '#common/domain/parse-json.js';
import type { Invocation } from './invocation.js';

const ANSWER_WITHIN_MS = 15_000;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;
const OF_BODY: ReadonlySet<number> = new Set([400, 413, 422]);

/** The API refused for good: the attempt is not the current one any more, or the token is not valid. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';

  constructor(
    message: string,
    /** The attempt is the current one, but the body has a value that the API does not take. */
    readonly isOfBody = false,
  ) {
    super(message);
  }
}

export type Callback = Exclude<keyof Invocation['callback'], 'token' | 'identity'>;

/** Resolves when it is stored; throws RefusedError, or the reason of the signal. */
export async function callBack(
  { callback }: Pick<Invocation, 'callback'>,
  name: Callback,
  { body, signal }: { readonly body: unknown; readonly signal: AbortSignal },
): Promise<void> {
  const headers = { authorization: `Bearer ${callback.token}`, 'content-type': 'application/json' };
  const text = JSON.stringify(body);
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, waitMs * 2)) {
    signal.throwIfAborted();
    const { status, detail } = await send(callback[name], headers, text);
    if (status >= 200 && status < 300) return;
    if (status >= 300 && status < 500 && status !== 429)
      throw new RefusedError(`the request ${name} was answered ${status}${detail}`, OF_BODY.has(status));
    await delay(Math.min(waitMs * (0.5 + Math.random() / 2), MAX_WAIT_MS), undefined, { signal });
  }
}

interface Answer {
  /** 0 if there was none. */
  readonly status: number;
  /** Why the API refused, for the end of a sentence; empty where it does not say. */
  readonly detail: string;
}

async function send(url: string, headers: Record<string, string>, body: string): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    // A redirect that is followed makes a GET of the POST.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    if (/[/+]json\b/.test(response.headers.get('content-type') ?? ''))
      return { status: response.status, detail: detailOf(await response.text()) };
    await response.body?.cancel();
    return { status: response.status, detail: '' };
  } catch {
    return { status: 0, detail: '' };
  }
}

function detailOf(problem: string): string {
  const { detail } = parseJson(problem) as { readonly detail?: unknown };
  return typeof detail === 'string' ? `: ${detail}` : '';
}
