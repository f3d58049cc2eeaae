/** Keeps the shown data fresh by the live stream: runs are put into lists at once, other data is read again at intervals. */
import { useEffect, useState } from 'react';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { Schemas } from './client.js';
import { startLive, type LiveRun } from './live.js';

const GATHER_MS = 150;
/** Throttles reloads of lists: they are at least this far apart. */
const RELOAD_MS = 2_000;

type RunDetail = Schemas['RunDetail'];
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
