/** Follows server-sent events in this tab; by `fetch`, because an `EventSource` cannot carry a token. */
import { followEvents, isRefusal } from '#client/event-stream.js';
import { addressOf, credentials } from './session.js';
import { untilVisible, whenHidden } from './visibility.js';

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
  const open = (lastId: string | null, until: AbortSignal): Promise<Response> => {
    const headers = new Headers({ ...credentials(), accept: 'text/event-stream' });
    if (lastId !== null) headers.set('last-event-id', lastId);
    return fetch(addressOf(`api/v1/${path}`), { headers, signal: until });
  };
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    if (!whileHidden) await untilVisible(document, signal);
    const hidden = whenHidden(document, whileHidden ? Infinity : HIDDEN_MS);
    const options = { lastEventId, signal: AbortSignal.any([signal, hidden.signal]), onConnected: follower.connected };
    try {
      for await (const { id, type, data } of followEvents(open, options)) {
        lastEventId = id ?? lastEventId;
        if (follower.event({ type, data }) === false) return;
      }
    } catch (error) {
      if (isRefusal(error)) return;
    } finally {
      hidden.end();
    }
  }
}
