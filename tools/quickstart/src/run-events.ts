import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '#client/client.js';
import { parseEvent, type RunEvent } from './event-lines.js';

const RECONNECT_MS = 1_000;

/** Every event of the feed, also after every interruption, until `signal` is aborted. */
export async function followRunEvents(
  client: Client,
  take: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { data } of client.follow('/events', {}, { signal })) {
        const event = parseEvent(data);
        if (event) take(event);
      }
    } catch {
      // The API is unavailable or was restarted: this is reported elsewhere.
    }
    await delay(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}
