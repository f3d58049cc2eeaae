/**
 * One stream of run events per browser: the tab that holds the lock reads it and passes the events to the others by a channel; when that
 * tab is closed, the lock and with it the stream pass to the next tab. Without locks (on a page without TLS) each tab reads the stream
 * itself.
 */
import { follow } from './follow.js';
import type { Schemas } from './client.js';
import { session } from './session.js';

export type LiveRun = Schemas['Run'];

export type LiveNews =
  | { readonly kind: 'run'; readonly run: LiveRun }
  /** Changes may have been missed: a stream begins, or more were missed than are sent again. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'connected'; readonly connected: boolean };

type Said = LiveNews | { readonly kind: 'ask' };

/** Tabs of other users, or of another installation under another prefix, share nothing. */
function scopeOf(): string {
  let hash = 0;
  for (const char of `${location.pathname} ${session.token ?? ''}`)
    hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0;
  return `carillon-live-${hash >>> 0}`;
}

/** Reports changes until the returned function is called. */
export function startLive(hear: (news: LiveNews) => void): () => void {
  const stopping = new AbortController();
  const scope = scopeOf();
  const channel = new BroadcastChannel(scope);
  let own: boolean | null = null;
  const say = (news: LiveNews): void => {
    channel.postMessage(news);
    hear(news);
  };
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.kind !== 'ask') hear(data);
    else if (own !== null) channel.postMessage({ kind: 'connected', connected: own } satisfies LiveNews);
  };
  const { locks } = navigator as { locks?: LockManager };
  const read = (): Promise<void> =>
    follow(
      'events',
      {
        event: ({ type, data }) => {
          if (type === 'run') say({ kind: 'run', run: data as LiveRun });
          if (type === 'gap') say({ kind: 'gap' });
        },
        connected: (connected) => {
          own = connected;
          say({ kind: 'connected', connected });
          if (connected) say({ kind: 'gap' });
        },
      },
      stopping.signal,
      // With a lock this tab reads for all; without one each tab reads for itself.
      { whileHidden: locks !== undefined },
    );
  const reading = locks ? locks.request(scope, { signal: stopping.signal }, read) : read();
  reading.catch(() => undefined);
  channel.postMessage({ kind: 'ask' } satisfies Said);
  return () => {
    stopping.abort();
    channel.close();
  };
}
