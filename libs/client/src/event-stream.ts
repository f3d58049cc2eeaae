/** Server-sent events that continue after a lost connection, from the last event that was seen. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parseJsonLater } from '#common/domain/parse-json-later.js';
import { ApiError, UnreachableError } from './api-error.js';
import { pause } from './retrying-fetch.js';

export interface ServerEvent {
  readonly type: string;
  /** The id by which a reader resumes after the event; null if that is not possible. */
  readonly id: string | null;
  readonly data: unknown;
}

export interface FollowOptions {
  readonly signal?: AbortSignal;
  /** The id of the last event that was seen in an earlier stream. */
  readonly lastEventId?: string | undefined;
  /** Called whenever the connection is made or lost. */
  readonly onConnected?: (connected: boolean) => void;
  /** Milliseconds before a lost connection is made again; 500 unless given, doubled while no event comes. */
  readonly firstWaitMs?: number;
}

/** Opens the stream from an event on. */
export type OpenStream = (lastEventId: string | null, signal: AbortSignal) => Promise<Response>;

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** The server sends something every few seconds, at least a comment: a connection that is silent for this long is dead. */
const SILENCE_MS = 60_000;
/** After this long without a connection the stream ends with an error. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Yields events until the caller stops or `signal` is aborted; both end the connection. Throws `ApiError` where the server
 * refuses, and `UnreachableError` where it cannot be reached for ten minutes.
 */
export async function* followEvents(open: OpenStream, options: FollowOptions = {}): AsyncGenerator<ServerEvent> {
  const left = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
  const firstWaitMs = options.firstWaitMs ?? FIRST_WAIT_MS;
  const place = { lastId: options.lastEventId ?? null, lost: 0, seenAt: performance.now() };
  try {
    while (!signal.aborted) {
      try {
        yield* readOnce(open, place, { ...options, signal });
      } catch (error) {
        if (hasEnded(signal)) return;
        throwIfHopeless(error, place);
      }
      options.onConnected?.(false);
      await pause(Math.min(MAX_WAIT_MS, firstWaitMs * 2 ** place.lost), signal).catch(() => undefined);
      place.lost += 1;
    }
  } finally {
    left.abort(new Error('the listener has left'));
  }
}

/** A function, because the compiler would otherwise assume that the value stays false. */
const hasEnded = (signal: AbortSignal): boolean => signal.aborted;

/** Whether the server does not give the stream to this caller, now and later. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

function throwIfHopeless(error: unknown, { seenAt }: Place): void {
  if (isRefusal(error)) throw error;
  if (performance.now() - seenAt > PATIENCE_MS)
    throw error instanceof ApiError ? error : new UnreachableError('the stream of events', error);
}

interface Place {
  lastId: string | null;
  /** Connections in a row that brought no event. */
  lost: number;
  seenAt: number;
}

async function* readOnce(
  open: OpenStream,
  place: Place,
  { signal, onConnected }: FollowOptions & { readonly signal: AbortSignal },
): AsyncGenerator<ServerEvent> {
  const silent = new AbortController();
  const connection = AbortSignal.any([signal, silent.signal]);
  const hush = (): ReturnType<typeof setTimeout> =>
    setTimeout(() => {
      silent.abort(new Error(`the server was silent for ${SILENCE_MS / 1_000} s`));
    }, SILENCE_MS);
  let timer = hush();
  try {
    const response = await open(place.lastId, connection);
    if (!response.ok)
      throw new ApiError(
        response,
        await response
          .text()
          .then(parseJsonLater)
          .catch(() => null),
      );
    onConnected?.(true);
    const heard: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (message) => heard.push(message) });
    for await (const text of textsOf(response)) {
      clearTimeout(timer);
      timer = hush();
      place.lost = 0;
      place.seenAt = performance.now();
      parser.feed(text);
      for (const { id, event, data } of heard.splice(0)) {
        yield { type: event ?? 'message', id: id ?? null, data: await parseJsonLater(data) };
        // Only events that the caller has taken count as seen.
        if (id !== undefined) place.lastId = id;
      }
    }
  } finally {
    clearTimeout(timer);
    silent.abort(new Error('the connection has ended'));
  }
}

/** Some browsers cannot iterate over a stream. */
async function* textsOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { value, done } = (await reader.read()) as { value?: Uint8Array; done: boolean };
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}
