import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;
const ANSWER_LIMIT_MS = 2_000;

export interface Waiting {
  readonly limitMs: number;
  /** Resolves with the reason if the awaited process has ended. */
  readonly ended: Promise<string>;
}

/** Waits until the address answers 2xx. Throws when that takes too long, or when the process has ended. */
export async function untilReady(name: string, url: string, waiting: Waiting): Promise<void> {
  let ended: string | undefined;
  void waiting.ended.then((reason) => (ended = reason));
  const deadline = performance.now() + waiting.limitMs;
  let last = 'no answer yet';
  while (performance.now() < deadline) {
    if (ended !== undefined) throw new Error(`${name} ended before it was ready (${ended})`);
    last = await ask(url);
    if (last === '') return;
    await delay(POLL_MS);
  }
  throw new Error(`${name} is not ready after ${waiting.limitMs / 1000} s: ${last}`);
}

/** Empty when it is ready, otherwise its answer. */
async function ask(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    const text = await response.text();
    return response.ok ? '' : `${response.status} ${text}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
