/** Requests to the API server: one rate limit, one set of connections, one count; retried while a failure may pass. */
import { request as httpRequest, type Dispatcher } from 'undici';
import { delay } from '../clock/clock.js';
import { OVER } from '../clock/over.js';
import { backoffMs, type Backoff } from '../domain/back-off.js';
import { parseJson } from '../domain/parse-json.js';
import { messageOf } from '../errors/app-error.js';
import type { Metrics } from '../metrics/catalogue.js';
import { ClusterAccess } from './cluster-access.js';
import type { ClusterSettings } from './cluster-env.js';
import { withoutManagedFields } from './managed-fields.js';
import { RequestLimiter, type Lane, StartsAtOnce } from './request-limiter.js';
import { z } from 'zod';

export type Verb = 'create' | 'get' | 'list' | 'watch' | 'patch' | 'delete' | 'deletecollection' | 'log';

export interface ApiRequest {
  readonly verb: Verb;
  /** The path below the server's address, such as `/api/v1/namespaces/workers/pods`. */
  readonly path: string;
  readonly lane: Lane;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  /** Called right before each sending; when it returns false, nothing is sent, and the ApiError of the last try is thrown, or `Withdrawn`. */
  readonly stillWanted?: () => boolean;
  /** The number of tries. */
  readonly maxTries?: number;
}

export interface ApiStream {
  readonly body: AsyncIterable<Buffer>;
  /** Cancels the request; reading then stops without an error. */
  readonly close: () => void;
}

const METHODS: Readonly<Record<Verb, Dispatcher.HttpMethod>> = {
  create: 'POST',
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  log: 'GET',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};

const MS_PER_SECOND = 1_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Requests that wait for an answer; the others wait in the queue of the rate limit, where urgent ones go first. */
const MAX_REQUESTS_AT_ONCE = 64;
const MAX_WAITING_REQUESTS = 10_000;
/** The buffer of a stream that is read more slowly than it arrives, besides the last part: there may be thousands of streams. */
const STREAM_BUFFER_BYTES = 16 * 1024;
const DEFAULT_MAX_TRIES = 5;
const RETRY: Backoff = { baseMs: 100, capMs: 5_000 };
const DEFAULT_RETRY_AFTER_MS = 1_000;
/** Otherwise a server drops fields that it does not know, such as a misspelt one of a pod template; before Kubernetes 1.25 each does. */
const STRICTLY = { fieldValidation: 'Strict' };

export interface ApiClientTools {
  readonly clock: { monotonic(): number };
  readonly metrics: Pick<
    Metrics,
    'kubernetesRequests' | 'kubernetesWait' | 'kubernetesSeconds' | 'kubernetesWatchRestarts'
  >;
  /** 0 to 1. */
  readonly random: () => number;
}

export class ApiClient {
  readonly limiter: RequestLimiter;
  private readonly starts: StartsAtOnce;
  private opened: ClusterAccess | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly settings: ClusterSettings,
    private readonly tools: ApiClientTools,
  ) {
    const { requestsPerSecond } = settings;
    this.starts = new StartsAtOnce({ requestsPerSecond, most: MAX_REQUESTS_AT_ONCE });
    const options = {
      requestsPerSecond,
      maxAtOnce: MAX_REQUESTS_AT_ONCE,
      maxWaiting: MAX_WAITING_REQUESTS,
      startsAtOnce: () => this.starts.allowed,
    };
    this.limiter = new RequestLimiter(options, tools.clock);
  }

  /** Reads the configuration of the cluster. Must be called once, before anything else. Throws AppError that names the problem. */
  async open(): Promise<void> {
    this.opened = await ClusterAccess.load(this.settings, this.tools.clock);
  }

  /** The namespace in which workers run unless their tenant has one of its own. */
  get namespace(): string {
    return this.access.namespace;
  }

  private get access(): ClusterAccess {
    if (!this.opened) throw new Error('the client is not open');
    return this.opened;
  }

  /** The JSON of the answer, without managed fields. Temporary failures are retried with backoff; any request may be repeated. Throws ApiError. */
  async call(request: ApiRequest): Promise<unknown> {
    const text = await this.retry(request, () => this.send(request));
    return text === '' ? null : parseJson(withoutManagedFields(text));
  }

  /** A streamed answer: a watch or a followed log. Throws ApiError when it does not begin. */
  async stream(request: ApiRequest, idleMs: number): Promise<ApiStream> {
    const stream = await this.throttled(request.lane, () => this.beginStream(request, idleMs));
    if (!stream) throw queueFull();
    return stream;
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.opened?.close();
  }

  /** A watch was interrupted and is started again. */
  noteWatchRestart(): void {
    this.tools.metrics.kubernetesWatchRestarts.inc();
  }

  private async throttled<T>(lane: Lane, work: () => Promise<T>): Promise<T | null> {
    const { clock, metrics } = this.tools;
    const askedAt = clock.monotonic();
    return this.limiter.run(lane, () => {
      metrics.kubernetesWait.observe({ lane }, (clock.monotonic() - askedAt) / MS_PER_SECOND);
      return work();
    });
  }

  private async retry<T>(request: ApiRequest, once: () => Promise<T>): Promise<T> {
    const isWithdrawn = (): boolean => request.stillWanted?.() === false;
    // The answer to a former try says more than that there was no time for another.
    let answer = new ApiError(0, 'Withdrawn', 'the caller no longer wants the request');
    for (let tries = 1; ; tries++) {
      try {
        const result = await this.throttled(request.lane, async () => {
          if (isWithdrawn()) throw answer;
          return { value: await once() };
        });
        if (!result) throw queueFull();
        return result.value;
      } catch (error) {
        const mayRetry = error instanceof ApiError && error.isPassing && !isWithdrawn();
        if (mayRetry) answer = error;
        if (!mayRetry || tries >= (request.maxTries ?? DEFAULT_MAX_TRIES) || this.stopping.signal.aborted) throw error;
        await delay(this.retryInMs(error, tries), this.stopping.signal);
      }
    }
  }

  private retryInMs(error: ApiError, tries: number): number {
    const backoff = backoffMs(RETRY, tries) * (0.5 + this.tools.random() / 2);
    return Math.max(backoff, error.retryAfterMs ?? 0);
  }

  private async send(request: ApiRequest): Promise<string> {
    const { clock } = this.tools;
    const begunAt = clock.monotonic();
    const answer = await this.begin(request, { bodyTimeout: REQUEST_TIMEOUT_MS });
    try {
      const text = await answer.body.text();
      this.count(request.verb, String(answer.statusCode));
      if (answer.statusCode >= 300) throw this.failure(answer, text);
      if (isStart(request)) this.starts.answered(clock.monotonic() - begunAt, clock.monotonic());
      return text;
    } catch (error) {
      throw error instanceof ApiError ? error : this.noAnswer(request.verb, error);
    }
  }

  private async beginStream(request: ApiRequest, idleMs: number): Promise<ApiStream> {
    const control = new AbortController();
    const options = { bodyTimeout: idleMs, signal: control.signal, highWaterMark: STREAM_BUFFER_BYTES };
    const answer = await this.begin(request, options);
    this.count(request.verb, String(answer.statusCode));
    if (answer.statusCode >= 300) throw this.failure(answer, await answer.body.text());
    return {
      body: untilClosed(answer.body, control.signal),
      close: () => {
        control.abort(OVER);
      },
    };
  }

  private async begin(
    request: ApiRequest,
    options: { readonly bodyTimeout: number; readonly signal?: AbortSignal; readonly highWaterMark?: number },
  ): Promise<Dispatcher.ResponseData> {
    const { clock, metrics } = this.tools;
    const begunAt = clock.monotonic();
    try {
      const { headers, dispatcher } = await this.access.credentials();
      const parameters = request.verb === 'create' ? { ...STRICTLY, ...request.query } : request.query;
      const query = parameters ? `?${new URLSearchParams(parameters).toString()}` : '';
      const answer = await httpRequest(`${this.access.server}${request.path}${query}`, {
        ...options,
        method: METHODS[request.verb],
        dispatcher,
        headersTimeout: REQUEST_TIMEOUT_MS,
        headers: {
          ...headers,
          accept: request.accept ?? 'application/json',
          'user-agent': 'carillon',
          ...(request.body !== undefined && { 'content-type': request.contentType ?? 'application/json' }),
        },
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      });
      metrics.kubernetesSeconds.observe({ verb: request.verb }, (clock.monotonic() - begunAt) / MS_PER_SECOND);
      return answer;
    } catch (error) {
      throw this.noAnswer(request.verb, error);
    }
  }

  private failure(answer: Dispatcher.ResponseData, text: string): ApiError {
    if (answer.statusCode === 401) this.access.forgetCredentials();
    const retryAfter = answer.headers['retry-after'];
    const error = apiErrorOf(answer.statusCode, text, typeof retryAfter === 'string' ? retryAfter : undefined);
    // An overloaded server gets no request of any kind from this process for a while.
    if (error.status === 429) this.limiter.pause(error.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS);
    return error;
  }

  private noAnswer(verb: Verb, cause: unknown): ApiError {
    this.count(verb, 'error');
    return new ApiError(0, '', `no answer from the API server: ${messageOf(cause)}`, { cause });
  }

  private count(verb: Verb, code: string): void {
    this.tools.metrics.kubernetesRequests.inc({ verb, code });
  }
}

const isStart = ({ verb, lane }: ApiRequest): boolean => verb === 'create' && lane === 'start';
const queueFull = (): ApiError =>
  new ApiError(429, 'ClientQueueFull', `${MAX_WAITING_REQUESTS} requests to Kubernetes are waiting already`);

/** The parts of the body; ends quietly after we have closed it, and with ApiError when the connection was lost. */
async function* untilClosed(body: Dispatcher.ResponseData['body'], closed: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const part of body) yield part as Buffer;
  } catch (error) {
    if (!closed.aborted) throw new ApiError(0, '', `the stream was interrupted: ${messageOf(error)}`, { cause: error });
  }
}

/* An unsuccessful answer of the API server, or none. */

const statusBody = z.object({ reason: z.string().nullish(), message: z.string().nullish() });

const MAX_MESSAGE_LENGTH = 1_000;
/** The longest wait that a server or a proxy can ask for, because stops and results wait, too. */
const MAX_RETRY_AFTER_MS = 60_000;

export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The reason of Kubernetes, such as `NotFound`, `AlreadyExists` or `Expired`; empty if there was none. */
    readonly reason: string,
    message: string,
    options: { readonly cause?: unknown; readonly retryAfterMs?: number } = {},
  ) {
    super(message.slice(0, MAX_MESSAGE_LENGTH), options.cause === undefined ? undefined : { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  /** How long the server asked us to wait, at most a minute; null if it did not. */
  readonly retryAfterMs: number | null;

  /** The same request may succeed later; without an answer, or with 408 of a proxy, it may have succeeded already. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Of a read: the object does not exist. Throws every other error. */
export function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}

/** Of a removal: the object does not exist. Throws every other error. */
export function ignoreNotFound(error: unknown): void {
  nullIfNotFound(error);
}

/** True if the object was removed, or another one has its name now (409 on a request that names a uid or a version). */
export const isGone = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ApiError && error.status === 409);

/** Ignores this error for a change of an object that may have been removed; throws every other error. */
export function ignoreGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

/** True if an object of this name exists already. */
export const isExisting = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.reason === 'AlreadyExists';

/** True if we lack this right: none of our objects can exist there either. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** 410: our version is older than those that the server remembers. */
export const isExpired = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

/** The error of an unsuccessful answer. */
export function apiErrorOf(status: number, body: string, retryAfter: string | undefined): ApiError {
  const seconds = retryAfter === undefined ? NaN : Number(retryAfter);
  const isGiven = Number.isFinite(seconds) && seconds > 0;
  const options = isGiven ? { retryAfterMs: Math.min(MAX_RETRY_AFTER_MS, seconds * 1_000) } : {};
  try {
    const { reason, message } = statusBody.parse(parseJson(body));
    return new ApiError(status, reason ?? '', message ?? `HTTP ${status}`, options);
  } catch {
    return new ApiError(status, '', body === '' ? `HTTP ${status}` : body, options);
  }
}
