/** The last runs of jobs, as a strip of bars and as the last result. */
import { useMemo, type ReactElement } from 'react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, ok, type Schemas } from '../api/client.js';
import { phaseText, RUN_TONES, RunState } from '../parts/objects.js';
import { durationText, exactText, relativeText } from '../parts/time-text.js';
import { useNow, useZone } from '../parts/time.js';

export type RecentRun = Schemas['RecentRuns']['runs'][number];
export type Recent = ReadonlyMap<string, readonly RecentRun[]>;

const STRIP_RUNS = 20;
/** Jobs that one request asks for. */
const AT_ONCE = 50;

/** The newest runs of the jobs, newest first, in as few requests as possible. */
export function useRecent(jobs: readonly { readonly id: string }[]): Recent {
  const groups = useMemo(() => {
    const ids = jobs.map(({ id }) => id);
    return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, i) => ids.slice(i * AT_ONCE, (i + 1) * AT_ONCE));
  }, [jobs]);
  return useQueries({
    queries: groups.map((job) => ({
      queryKey: ['recent', job],
      placeholderData: keepPreviousData<Schemas['ListRecentRunsAnswer'] | undefined>,
      queryFn: () => ok(api.GET('/recent-runs', { params: { query: { job, count: STRIP_RUNS } } })),
    })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => data?.items.map(({ job, runs }) => [job, runs] as const) ?? [])),
  });
}

const tookText = ({ started, finished }: RecentRun): string =>
  started !== null && finished !== null ? `, took ${durationText(Date.parse(finished) - Date.parse(started))}` : '';

/** One bar for each run, the newest at the right. */
export function Strip({ runs }: { readonly runs: readonly RecentRun[] | undefined }): ReactElement {
  const zone = useZone();
  const oldestFirst = (runs ?? []).slice(0, STRIP_RUNS).reverse();
  const empty = Array.from({ length: STRIP_RUNS - oldestFirst.length }, (_, i) => <span key={i} aria-hidden="true" />);
  return (
    <span className="strip">
      {empty}
      {oldestFirst.map((run) => {
        const at = exactText(Date.parse(run.scheduledFor ?? run.createdAt), zone);
        const says = `${phaseText(run)}, ${at}${tookText(run)}`;
        return (
          <Link
            key={run.id}
            to="/runs/$id"
            params={{ id: run.id }}
            data-tone={RUN_TONES[run.state]}
            title={says}
            aria-label={says}
            tabIndex={-1}
            preload={false}
          />
        );
      })}
    </span>
  );
}

export function LastResult({ runs }: { readonly runs: readonly RecentRun[] | undefined }): ReactElement {
  const now = useNow();
  const [last] = runs ?? [];
  if (last === undefined) return <span className="dim">–</span>;
  return (
    <Link to="/runs/$id" params={{ id: last.id }} className="nowrap">
      <RunState run={last} />{' '}
      <span className="dim">{relativeText(Date.parse(last.finished ?? last.createdAt), now)}</span>
    </Link>
  );
}
