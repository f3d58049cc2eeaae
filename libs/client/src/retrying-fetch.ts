/**
 * Repeats a request whose answer got lost or that a server was too busy for. Every request that changes something carries an
 * `Idempotency-Key`, the same one in each repeat, so that nothing is done twice.
 */
import { UnreachableError } from './api-error.js';
import { jsonAnswer } from './json-answer.js';

export interface RetryLimits {
  /** How often a request is sent at most, the first time included. */
  readonly tries: number;
  /** The wait before the second try; doubled before each further one. */
  readonly firstWaitMs: number;
  /** If a server asks for a longer pause (`Retry-After`), its answer is returned without a further try. */
  readonly maxWaitMs: number;
  /**
   * The time until the answer begins, and for each further part of one that is JSON; streams have no limit here. Node's own fetch gives up after
   * 300 s without a part.
   */
  readonly answerWithinMs: number;
}

export const RETRY_LIMITS: RetryLimits = {
  tries: 5,
  firstWaitMs: 250,
  maxWaitMs: 10_000,
  answerWithinMs: 30_000,
};

/** The signal of the request once more: Node holds a request only weakly, and the signal of one that was collected ends nothing. */
export interface Ending {
  readonly signal: AbortSignal;
  /** Where it is given: an answer that leads to another address is returned. */
  readonly redirect?: 'manual';
}

type Fetch = (request: Request, init: Ending) => Promise<Response>;

/** 503 and similar statuses mean that the request was not executed, or that a repeat with the same key gets the answer. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const MS_PER_SECOND = 1_000;
/** The longest wait of one timer: beyond it browsers and Node call back at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A fetch that repeats; rejects with `UnreachableError`, or with the reason of the request's own signal or of `ending`. */
export function retryingFetch(
  fetch: Fetch,
  limits: RetryLimits,
  ending?: AbortSignal,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const signal = ending === undefined ? request.signal : AbortSignal.any([request.signal, ending]);
    if (request.method !== 'GET' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', randomKey());
    for (let tried = 1; ; tried++) {
      const outcome = await sendOnce(fetch, request, signal, limits.answerWithinMs);
      const waitMs = waitBefore(outcome, tried, limits);
      if (waitMs !== null) {
        if ('response' in outcome) await outcome.response.body?.cancel();
        await pause(waitMs, signal);
        continue;
      }
      if ('response' in outcome) return outcome.response;
      throw new UnreachableError(request.url, outcome.error);
    }
  };
}

type Outcome = { readonly response: Response } | { readonly error: unknown };

async function sendOnce(fetch: Fetch, request: Request, ending: AbortSignal, answerWithinMs: number): Promise<Outcome> {
  const late = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (what: string): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        late.abort(new Error(`no ${what} within ${answerWithinMs / MS_PER_SECOND} s`));
      },
      Math.min(answerWithinMs, MAX_TIMER_MS),
    );
  };
  wait('answer');
  const signal = AbortSignal.any([ending, late.signal]);
  try {
    const response = await fetch(new Request(request.clone(), { signal }), { signal });
    const part = (): void => {
      wait('further part of the answer');
    };
    part();
    // An answer that is cut off is as good as none.
    return { response: await jsonAnswer(response, part) };
  } catch (error) {
    ending.throwIfAborted();
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

/** How long to wait before the next try; null if there is none. */
function waitBefore(outcome: Outcome, tried: number, { tries, firstWaitMs, maxWaitMs }: RetryLimits): number | null {
  if (tried >= tries) return null;
  const backoffMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (tried - 1)) * (0.5 + Math.random() / 2);
  if ('error' in outcome) return backoffMs;
  if (!PASSING.has(outcome.response.status)) return null;
  const retryAfterMs = Number(outcome.response.headers.get('retry-after') ?? 0) * MS_PER_SECOND;
  if (!Number.isFinite(retryAfterMs)) return backoffMs;
  return retryAfterMs > maxWaitMs ? null : Math.max(retryAfterMs, backoffMs);
}

/** Rejects with the signal's reason when it is aborted meanwhile. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** An id of one request. Browsers offer `randomUUID` on secure pages only. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
