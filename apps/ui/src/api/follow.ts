/** Reads server-sent events by `fetch`, because an `EventSource` cannot carry a token. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { delay } from '#common/clock/delay.js';
import { backoffMs, type Backoff } from '#common/domain/back-off.js';
import { parseJsonLater } from '#common/domain/parse-json-later.js';
import { addressOf, credentials } from './session.js';
import { untilVisible, whenHidden } from './visibility.js';

const RECONNECT: Backoff = { baseMs: 500, capMs: 10_000 };
/**
 * A tab that is hidden for so long gives its connection back: without HTTP/2 a browser opens six to a server, for all tabs together, and a
 * further tab would wait for ever.
 */
const HIDDEN_MS = 5_000;

export interface FollowedEvent {
  readonly type: string;
  readonly data: unknown;
}

export interface Follower {
  /** Returns `false` to end the stream. */
  readonly event: (event: FollowedEvent) => unknown;
  readonly connected: (connected: boolean) => void;
}

/**
 * Follows until `signal` is aborted; connects again after a loss, and when a hidden tab is shown again, from the last event seen. A refusal
 * ends it. `whileHidden`: also in a hidden tab, for the other tabs.
 */
export async function follow(
  path: string,
  follower: Follower,
  signal: AbortSignal,
  { whileHidden = false } = {},
): Promise<void> {
  const place = { lastId: null as string | null, losses: 0 };
  while (!signal.aborted) {
    if (!whileHidden) await untilVisible(document, signal);
    if (isAborted(signal)) return;
    const hidden = whenHidden(document, whileHidden ? Infinity : HIDDEN_MS);
    const until = AbortSignal.any([signal, hidden.signal]);
    const ended = await readOnce(path, follower, place, until).catch(() => 'lost' as const);
    hidden.end();
    if (ended !== 'lost') return;
    if (isAborted(signal)) return;
    if (hidden.signal.aborted) continue;
    follower.connected(false);
    await delay(backoffMs(RECONNECT, ++place.losses), signal);
  }
}

// Read again: it may have changed during the await.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

async function readOnce(
  path: string,
  follower: Follower,
  place: { lastId: string | null; losses: number },
  signal: AbortSignal,
): Promise<'lost' | 'refused' | 'enough'> {
  const resumed: Record<string, string> = place.lastId === null ? {} : { 'last-event-id': place.lastId };
  const headers = { ...credentials(), accept: 'text/event-stream', ...resumed };
  const response = await fetch(addressOf(`api/v1/${path}`), { headers, signal });
  if (!response.ok) return response.status < 500 && response.status !== 429 ? 'refused' : 'lost';
  if (response.body === null) return 'lost';
  follower.connected(true);
  place.losses = 0;
  const received: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (message) => {
      received.push(message);
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return 'lost';
      parser.feed(value);
      for (const { id, event = 'message', data } of received.splice(0)) {
        if (id !== undefined) place.lastId = id;
        if (follower.event({ type: event, data: await parseJsonLater(data) }) === false) return 'enough';
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
