/** A list of runs as several pages show it. */
import type { ReactElement, ReactNode } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Run } from '../api/client.js';
import { runsList, runsTotal, type RunFilter, type RunSort } from '../api/questions.js';
import { Archived } from '../parts/archived.js';
import { JobLink, RunLink } from '../parts/links.js';
import { RunState } from '../parts/state.js';
import { type Column, Listing, type Order } from '../parts/table.js';
import { Lasting, Short, When } from '../parts/time.js';

const whyText = ({ state, reason, message }: Run): string =>
  state === 'FINISHED' || state === 'RUNNING' ? '' : [reason, message].filter(Boolean).join(': ').slice(0, 140);

const STATE: Column<Run> = { title: 'State', cell: (run) => <RunState run={run} />, look: 'tight' };
const JOB: Column<Run> = {
  title: 'Job',
  cell: (run) => <JobLink id={run.job}>{run.jobName}</JobLink>,
  look: 'main wrap',
};
const REST: readonly Column<Run>[] = [
  {
    title: 'Run',
    cell: (run) => (
      <>
        <RunLink id={run.id} /> {run.archived && <Archived />}
      </>
    ),
  },
  {
    title: 'Slot',
    cell: (run) => (
      <Short at={run.scheduledFor} missing={run.requestedBy === null ? run.trigger : `by ${run.requestedBy}`} />
    ),
  },
  { title: 'Recorded', sort: { up: 'createdAt', down: '-createdAt' }, cell: (run) => <When at={run.createdAt} /> },
  { title: 'Duration', cell: (run) => <Lasting from={run.started} to={run.finished} />, look: 'right' },
  { title: 'Indexes', cell: indexesText, look: 'right num' },
  { title: 'Reason', cell: whyText, look: 'wrap dim' },
];

/** "7 / 10": succeeded indexes of all indexes. */
function indexesText({ totals, tasks }: Run): ReactNode {
  const all = tasks.reduce((sum, { indexes }) => sum + indexes, 0);
  return all > 1 ? `${totals.succeeded.toLocaleString('en')} / ${all.toLocaleString('en')}` : '';
}

interface Shown {
  readonly filter: RunFilter;
  readonly withJob?: boolean;
  readonly limit?: number;
  readonly empty?: ReactNode;
  readonly order?: Order & { readonly by: RunSort };
}

export function RunList({ filter, withJob = true, limit, empty = 'There are no runs.', order }: Shown): ReactElement {
  const query = useInfiniteQuery(runsList(filter, limit, order?.by));
  const total = useQuery(runsTotal(filter)).data ?? undefined;
  return (
    <Listing
      query={query}
      lines={8}
      caption={order?.by === 'createdAt' ? 'Runs, oldest first' : 'Runs, newest first'}
      columns={withJob ? [STATE, JOB, ...REST] : [STATE, ...REST]}
      keyOf={({ id }) => id}
      empty={empty}
      order={order}
      total={total}
    />
  );
}
