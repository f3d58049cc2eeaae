import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from './api-client.js';
import { eventLines } from './event-lines.js';

const RECONNECT_MS = 1_000;

/** Shows a line per transition of every run, and goes on after every interruption, until `signal` is aborted. */
export async function followRunEvents(api: ApiClient, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const data of api.events('/events', signal)) for (const line of eventLines(data)) say(line);
    } catch {
      // The API is away or was restarted: quickstart says so elsewhere.
    }
    await delay(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}
