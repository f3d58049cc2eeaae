// The three callbacks of the scheduler. Each is repeated until it is answered: the scheduler stores what it acknowledges,
// and takes a repeat for the same call (log lines by their `seq`).
import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const MAX_TRIES = 12;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

export class Callbacks {
  #urls;
  #signal;
  #seq = 0;

  /** `signal` ends the waiting between repeats. */
  constructor(urls, signal) {
    this.#urls = urls;
    this.#signal = signal;
  }

  async log(lines) {
    this.#seq += 1;
    await this.#post(this.#urls.log, { lines, seq: this.#seq });
  }

  async saveStorage(value) {
    await this.#post(this.#urls.jobStorage, value);
  }

  async status(status) {
    await this.#post(this.#urls.status, status);
  }

  async #post(url, body) {
    let problem = '';
    for (let tried = 1; tried <= MAX_TRIES; tried++) {
      problem = await this.#tryOnce(url, body);
      if (problem === '') return;
      await delay(Math.min(FIRST_DELAY_MS * 2 ** (tried - 1), MAX_DELAY_MS), undefined, { signal: this.#signal });
    }
    throw new Error(`${url} gave up after ${MAX_TRIES} tries: ${problem}`);
  }

  /** Empty if it was accepted, the reason if a repeat may help; throws if it was refused for good. */
  async #tryOnce(url, body) {
    let response;
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#urls.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      return error.cause?.message ?? error.message;
    }
    await response.body?.cancel();
    if (response.ok) return '';
    if (response.status >= 500 || response.status === 429) return `answered ${response.status}`;
    throw new Error(`${url} refused the callback: ${response.status}`);
  }
}
