import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const invocation = z.looseObject({
  runId: z.string(),
  attemptId: z.string(),
  callback: z.object({ log: z.string(), status: z.string(), token: z.string() }),
});

/** Longer than a killed part needs to run again on a slow machine. */
const CALLBACK_TRIED_FOR_MS = 120_000;
const RETRY_MS = 500;

/** A web-service worker that reports its run's id and finishes; it does the work of one Idempotency-Key once. */
export class EchoWorker {
  /** How often each attempt was really done. */
  readonly done = new Map<string, number>();
  /** Callbacks that were not accepted, each with its last answer: what they told is lost. */
  readonly lost: string[] = [];
  readonly #names: Readonly<Record<string, string>>;
  readonly #server: Server;
  readonly #working = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** `names`: what the worker's cluster knows, where the test has no such names: the address of each origin. */
  constructor(names: Readonly<Record<string, string>> = {}) {
    this.#names = names;
    this.#server = createServer((request, response) => {
      const key = String(request.headers['idempotency-key']);
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        response.writeHead(201).end();
        if (this.done.has(key)) return;
        this.done.set(key, 1);
        const work = this.#work(invocation.parse(JSON.parse(body)));
        this.#working.add(work);
        void work.finally(() => this.#working.delete(work));
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Gives up callbacks that nobody accepts any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#working);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #work({ runId, callback }: z.output<typeof invocation>): Promise<void> {
    await this.#post(callback.log, callback.token, { lines: [`echo of ${runId}`], seq: 1 });
    await this.#post(callback.status, callback.token, { state: 'FINISHED' });
  }

  async #post(url: string, token: string, body: unknown): Promise<void> {
    const until = Date.now() + CALLBACK_TRIED_FOR_MS;
    let last = '';
    const { signal } = this.#closing;
    while (!signal.aborted && Date.now() < until) {
      try {
        const { origin } = new URL(url);
        const response = await fetch(url.replace(origin, this.#names[origin] ?? origin), {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal,
        });
        last = `${response.status} ${await response.text()}`;
        if (response.ok) return;
        if (response.status < 500 && response.status !== 429) break;
      } catch (error) {
        // The API was killed: it will be restarted.
        last = String(error);
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
    if (!signal.aborted) this.lost.push(`${url} ${JSON.stringify(body)}: ${last}`);
  }
}
