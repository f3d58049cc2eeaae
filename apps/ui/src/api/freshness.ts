/** Keeps the shown data fresh by the live stream: runs are put into lists at once, other data is read again at intervals. */
import { useEffect, useState } from 'react';
import { useQueryClient, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query';
import type { Schemas } from './client.js';
import { type RunDetail } from './client.js';
import { follow } from './follow.js';
import { session } from './session.js';

const GATHER_MS = 150;
/** Throttles reloads of lists: they are at least this far apart. */
const RELOAD_MS = 2_000;

type RunPages = InfiniteData<Schemas['ListRunsAnswer']>;

/** Queries that depend on runs, and are read again when some have changed. */
const DEPENDENT = ['runs', 'jobs', 'recent', 'overview', 'limits', 'graph'];

class Freshness {
  private readonly changed = new Map<string, LiveRun>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly reloads = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly cache: QueryClient) {}

  hear(run: LiveRun): void {
    this.changed.set(run.id, run);
    this.timer ??= setTimeout(() => {
      this.flush();
    }, GATHER_MS);
  }

  reload(key: readonly string[], afterMs: number): void {
    const name = key.join('/');
    if (this.reloads.has(name)) return;
    const again = (): void => {
      this.reloads.delete(name);
      // A reload ends what is under way, and with it a next page that the user has asked for.
      if (this.cache.isFetching({ queryKey: key, predicate: fetchesMore }) > 0) this.reload(key, RELOAD_MS);
      else void this.cache.invalidateQueries({ queryKey: key });
    };
    this.reloads.set(name, setTimeout(again, Math.min(afterMs, RELOAD_MS)));
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    for (const timer of this.reloads.values()) clearTimeout(timer);
  }

  private flush(): void {
    this.timer = null;
    const runs = new Map(this.changed);
    this.changed.clear();
    this.cache.setQueriesData<RunPages>({ queryKey: ['runs'] }, (pages) => pages && withRuns(pages, runs));
    for (const run of runs.values()) {
      if (this.cache.getQueryData(['run', run.id]) !== undefined) this.reload(['run', run.id], 0);
      this.reload(['job', run.job], RELOAD_MS);
    }
    this.reloadCauses([...runs.values()]);
    for (const name of DEPENDENT) this.reload([name], name === 'runs' ? RELOAD_MS / 2 : RELOAD_MS);
  }

  /** Reloads the shown runs whose dependents are among the changed runs. */
  private reloadCauses(changed: readonly LiveRun[]): void {
    const jobs = new Set(changed.map(({ job }) => job));
    for (const [key, run] of this.cache.getQueriesData<RunDetail>({ queryKey: ['run'] })) {
      if (key.length !== 2 || !run?.dependents.some(({ job }) => jobs.has(job))) continue;
      this.reload(['run', run.id], RELOAD_MS);
    }
  }
}

const fetchesMore = ({ state }: Query): boolean => state.fetchMeta?.fetchMore !== undefined;

/** The pages with the present state of their runs; new runs come with the next reload. */
function withRuns(pages: RunPages, runs: ReadonlyMap<string, LiveRun>): RunPages {
  if (!pages.pages.some(({ items }) => items.some(({ id }) => runs.has(id)))) return pages;
  const fresh = pages.pages.map((page) => ({
    ...page,
    items: page.items.map((run) => ({ ...run, ...runs.get(run.id) })),
  }));
  return { ...pages, pages: fresh };
}

/** Keeps the cache fresh while the page is shown; returns whether the live stream is connected. */
export function useFreshness(): boolean {
  const cache = useQueryClient();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const freshness = new Freshness(cache);
    const stop = startLive((news) => {
      if (news.kind === 'run') freshness.hear(news.run);
      if (news.kind === 'gap') freshness.reload([], 0);
      if (news.kind === 'connected') setConnected(news.connected);
    });
    return () => {
      stop();
      freshness.stop();
    };
  }, [cache]);
  return connected;
}

export type LiveRun = Schemas['Run'];

export type LiveNews =
  | { readonly kind: 'run'; readonly run: LiveRun }
  /** Changes may have been missed: a stream begins, or more were missed than are sent again. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'connected'; readonly connected: boolean };

type ChannelMessage = LiveNews | { readonly kind: 'ask' };

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
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
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
  channel.postMessage({ kind: 'ask' } satisfies ChannelMessage);
  return () => {
    stopping.abort();
    channel.close();
  };
}
