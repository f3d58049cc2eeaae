/** A list of runs as several pages show it. */
import type { ReactElement, ReactNode } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Run } from '../api/client.js';
import { runsList, runsTotal, type RunFilter, type RunSort } from '../api/questions.js';
import { Archived } from '../parts/archived.js';
import { JobLink, reasonText, RunLink, RunState } from '../parts/objects.js';
import { column, Listing, type Column, type Order } from '../parts/table.js';
import { numberText } from '../parts/time-text.js';
import { Lasting, Short, When } from '../parts/time.js';

const whyText = (run: Run): string =>
  run.state === 'FINISHED' || run.state === 'RUNNING' ? '' : reasonText(run).slice(0, 140);

const STATE: Column<Run> = column('State', (run) => <RunState run={run} />, 'tight');
const JOB: Column<Run> = column('Job', (run) => <JobLink id={run.job}>{run.jobName}</JobLink>, 'main');
const REST: readonly Column<Run>[] = [
  column('Run', (run) => (
    <>
      <RunLink id={run.id} /> {run.archived && <Archived />}
    </>
  )),
  column('Slot', (run) => (
    <Short at={run.scheduledFor} missing={run.requestedBy === null ? run.trigger : `by ${run.requestedBy}`} />
  )),
  { title: 'Recorded', sort: { up: 'createdAt', down: '-createdAt' }, cell: (run) => <When at={run.createdAt} /> },
  column('Duration', (run) => <Lasting from={run.started} to={run.finished} />, 'right'),
  column('Indexes', indexesText, 'right num'),
  column('Reason', whyText, 'wrap dim'),
];

/** "7 / 10": succeeded indexes of all indexes. */
function indexesText({ totals, tasks }: Run): ReactNode {
  const all = tasks.reduce((sum, { indexes }) => sum + indexes, 0);
  return all > 1 ? `${numberText(totals.succeeded)} / ${numberText(all)}` : '';
}

interface RunListProps {
  readonly filter: RunFilter;
  readonly withJob?: boolean;
  readonly limit?: number;
  readonly empty?: ReactNode;
  readonly order?: Order & { readonly by: RunSort };
}

export function RunList({
  filter,
  withJob = true,
  limit,
  empty = 'There are no runs.',
  order,
}: RunListProps): ReactElement {
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
