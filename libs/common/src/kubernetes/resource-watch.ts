/**
 * Follows the objects of one kind in one namespace: a list, then every change. The connection may drop, the server may have
 * forgotten our version (410), events may come twice: the listener gets the whole list again, or the changes continue.
 */
import { z } from 'zod';
import { delay } from '../clock/clock.js';
import { backoffMs, type Backoff } from '../domain/back-off.js';
import { parseJson } from '../domain/parse-json.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { type ApiClient, ApiError, apiErrorOf, isExpired, isForbidden } from './api-client.js';
import { withoutManagedFields } from './managed-fields.js';
import { listPages } from './requests.js';

export interface WatchTarget {
  /** The collection, such as `/api/v1/namespaces/workers/pods`. */
  readonly path: string;
  readonly labelSelector: string;
  readonly fieldSelector?: string;
}

export interface WatchListener {
  /** A list is about to be requested: objects that are created from now on may be missing in it. */
  listing(): void;
  /** All existing objects. Known objects that are not among them were removed. */
  listed(objects: readonly unknown[]): void;
  changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: unknown): void;
}

/** The server ends a watch after this long, so that watches spread over its replicas again. */
const WATCH_SECONDS = 540;
/** Servers send a bookmark every minute: after a longer silence the connection is dead. */
const IDLE_MS = 90_000;
const PAUSE: Backoff = { baseMs: 50, capMs: 10_000 };
/** An object may have 1.5 MB in the server's store. */
const MAX_EVENT_BYTES = 8 * 1024 * 1024;

const watchEvent = z.object({ type: z.string(), object: z.unknown() });
const versioned = z.object({ metadata: z.object({ resourceVersion: z.string() }) });

export class ResourceWatch {
  private readonly stopping = new AbortController();
  private ended: Promise<void> = Promise.resolve();
  private close: (() => void) | null = null;
  private version: string | null = null;
  private failures = 0;

  constructor(
    private readonly client: ApiClient,
    private readonly target: WatchTarget,
    private readonly listener: WatchListener,
    private readonly log: Logger,
  ) {}

  /** Resolves when the first list was delivered, or was refused. Never fails: it retries until it is stopped. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.ended = this.follow(resolve).finally(resolve);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.close?.();
    await this.ended;
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async follow(listed: () => void): Promise<void> {
    while (!this.isStopped()) {
      try {
        if (this.version === null) {
          this.version = await this.list();
          if (this.version === null) return;
          listed();
        }
        await this.watch(this.version);
        // It is normal that a watch ends by itself after a while; one that ends at once must not be opened again without a pause.
        await delay(PAUSE.baseMs, this.stopping.signal);
      } catch (error) {
        if (isForbidden(error)) listed();
        await this.recover(error);
      }
    }
  }

  private async recover(error: unknown): Promise<void> {
    if (this.isStopped()) return;
    this.client.noteWatchRestart();
    if (isExpired(error)) this.version = null;
    else this.failures++;
    const backoff = backoffMs(PAUSE, this.failures + 1);
    const pause = Math.max(backoff, (error instanceof ApiError ? error.retryAfterMs : null) ?? 0);
    this.log.warn(
      { path: this.target.path, error: messageOf(error), pauseMs: pause },
      'a watch of Kubernetes was interrupted',
    );
    await delay(pause, this.stopping.signal);
  }

  /** Null if it was stopped meanwhile. */
  private async list(): Promise<string | null> {
    this.listener.listing();
    const list = await listPages(this.client, { ...this.target, maxTries: 1 }, this.stopping.signal);
    if (list) this.listener.listed(list.items);
    return list?.version ?? null;
  }

  private async watch(version: string): Promise<void> {
    const { path, labelSelector, fieldSelector } = this.target;
    const query = {
      watch: 'true',
      allowWatchBookmarks: 'true',
      labelSelector,
      ...(fieldSelector !== undefined && { fieldSelector }),
      resourceVersion: version,
      timeoutSeconds: String(WATCH_SECONDS),
    };
    const stream = await this.client.stream({ verb: 'watch', path, lane: 'read', query }, IDLE_MS);
    this.close = stream.close;
    try {
      if (this.isStopped()) return;
      for await (const line of linesOf(stream.body)) {
        if (this.isStopped()) return;
        this.take(line);
      }
    } finally {
      this.close = null;
      stream.close();
    }
  }

  private take(line: string): void {
    const { type, object } = watchEvent.parse(parseJson(withoutManagedFields(line)));
    if (type === 'ERROR') throw errorEvent(object);
    if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') this.listener.changed(type, object);
    this.version = versioned.parse(object).metadata.resourceVersion;
    this.failures = 0;
  }
}

function errorEvent(object: unknown): ApiError {
  const { code } = z.object({ code: z.number().default(500) }).parse(object);
  return apiErrorOf(code, JSON.stringify(object), undefined);
}

/** The lines of the stream without line ends. Throws ApiError for a line that is too long. */
async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const part of parts) {
    let from = 0;
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, from)) {
      const piece = part.subarray(from, end);
      yield rest.length === 0 ? piece.toString('utf8') : Buffer.concat([...rest, piece]).toString('utf8');
      rest = [];
      restBytes = 0;
      from = end + 1;
    }
    if (from === part.length) continue;
    rest.push(part.subarray(from));
    restBytes += part.length - from;
    if (restBytes > MAX_EVENT_BYTES) throw new ApiError(0, '', `an event has more than ${MAX_EVENT_BYTES} bytes`);
  }
}

const DIGITS = /^\d+$/;

/** True if reading `a` of an object is older than `b`: replies and watches overtake each other. Versions grow on a server that has not lost its store (KEP-5504); a version that is no number counts as new. */
export const isOlderVersion = (a: string, b: string): boolean =>
  DIGITS.test(a) && DIGITS.test(b) && BigInt(a) < BigInt(b);
