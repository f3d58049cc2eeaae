/** The keys of callbacks of an attempt that are stored already. */
import { MAX_CALLBACK_KEYS } from '#common/domain/limits.js';

/** The key of a callback within its attempt: the worker's own number if it gave one. */
export const callbackKey = (call: { readonly seq: number | null; readonly key: string }): string =>
  call.seq === null ? call.key : `${SEQ_MARK}${call.seq}`;

const SEQ_MARK = '#';

/** Remembers the newest keys of an attempt; numbers far below the highest one count as stored. */
export class CallbackKeys {
  private readonly seen = new Set<string>();
  private highest = -Infinity;

  constructor(keys: readonly string[]) {
    for (const key of keys) this.add(key);
  }

  has(key: string): boolean {
    return this.seen.has(key) || (isNumber(key) && Number(key.slice(1)) <= this.highest - MAX_CALLBACK_KEYS);
  }

  add(key: string): void {
    this.seen.add(key);
    if (isNumber(key)) this.highest = Math.max(this.highest, Number(key.slice(1)));
    const oldest = this.seen.values().next();
    if (this.seen.size > MAX_CALLBACK_KEYS && !oldest.done) this.seen.delete(oldest.value);
  }
}

const isNumber = (key: string): boolean => /^#\d+$/.test(key);
