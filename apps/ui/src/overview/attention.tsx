/** What needs attention: failing jobs, slots that did not run, runs that wait or take long. */
import type { ReactElement } from 'react';
import { Link } from '@tanstack/react-router';
import { MAX_OVERVIEW_FAILING } from '#common/domain/limits.js';
import { useRights } from '../api/caller.js';
import type { Schemas } from '../api/client.js';
import { JobLink, RunLink } from '../parts/links.js';
import { Card } from '../parts/page.js';
import { RunState } from '../parts/state.js';
import { actionsColumn, type Column, List, plainColumn } from '../parts/table.js';
import { Lasting, Short, When } from '../parts/time.js';
import { durationText, upTo } from '../parts/time-text.js';

type Overview = Schemas['Overview'];

/** The slots of a gap that no backfill has run. */
export const leftOf = ({ count, backfilled }: Overview['missed'][number]): number => count - backfilled;

type RunOfJob = Overview['waiting'][number];
const JOB = {
  title: 'Job',
  look: 'main wrap',
  cell: ({ job, jobName }: RunOfJob) => <JobLink id={job}>{jobName}</JobLink>,
};

const FAILING: readonly Column<Overview['failing'][number]>[] = [
  JOB,
  {
    title: 'Last run',
    cell: (run) => (
      <span className="nowrap">
        <RunLink id={run.id}>
          <RunState run={run} />
        </RunLink>{' '}
        <When at={run.finished} />
      </span>
    ),
  },
  { title: 'Failures in a row', look: 'right num', cell: ({ failures }) => upTo(failures, MAX_OVERVIEW_FAILING) },
  {
    title: 'Reason',
    look: 'why',
    cell: ({ reason, message }) => [reason, message].filter(Boolean).join(': ').slice(0, 160),
  },
];
const WAITING: readonly Column<RunOfJob>[] = [
  JOB,
  { title: 'Run', cell: ({ id }) => <RunLink id={id} /> },
  { title: 'Waiting', look: 'right', cell: ({ phaseSince }) => <Lasting from={phaseSince} to={null} /> },
  { title: 'Reason', look: 'why', cell: ({ reason, message }) => [reason, message].filter(Boolean).join(': ') },
];
const LONG: readonly Column<Overview['long'][number]>[] = [
  JOB,
  { title: 'Run', cell: ({ id }) => <RunLink id={id} /> },
  { title: 'Running', look: 'right', cell: ({ started }) => <Lasting from={started} to={null} /> },
  { title: 'Usual duration', look: 'right num', cell: ({ usualSeconds }) => durationText(usualSeconds * 1_000) },
];
function BackfillLink({ gap }: { readonly gap: Missed }): ReactElement | null {
  const { may } = useRights();
  const { job, tenant, from, to } = gap;
  if (!may('operator', tenant)) return null;
  return (
    <Link to="/jobs/$id" params={{ id: job }} search={{ tab: 'slots', from, to }} className="nowrap">
      Backfill
    </Link>
  );
}

const MISSED: readonly Column<Overview['missed'][number]>[] = [
  { title: 'Job', look: 'main wrap', cell: ({ job, jobName }) => <JobLink id={job}>{jobName}</JobLink> },
  { title: 'Slots', look: 'right num', cell: leftOf },
  {
    title: 'Between',
    cell: ({ from, to }) => (
      <div>
        <Short at={from} among={[to]} />
        {to !== from && (
          <div>
            <Short at={to} among={[from]} />
          </div>
        )}
      </div>
    ),
  },
  plainColumn('Reason', 'message', 'why'),
  actionsColumn((gap) => <BackfillLink gap={gap} />),
];

type Missed = Overview['missed'][number];

/** Merges the gaps of a job that have the same reason. */
function byJob(missed: readonly Missed[]): Missed[] {
  const groups = new Map<string, Missed>();
  for (const each of missed) {
    const key = `${each.job} ${each.reason}`;
    const known = groups.get(key);
    const from = known && known.from < each.from ? known.from : each.from;
    const to = known && known.to > each.to ? known.to : each.to;
    const count = each.count + (known?.count ?? 0);
    groups.set(key, { ...each, from, to, count, backfilled: each.backfilled + (known?.backfilled ?? 0) });
  }
  return [...groups.values()];
}

/** The lists of what needs attention; those without entries are left out. */
export function Attention({ overview }: { readonly overview: Overview }): ReactElement {
  const { failing, failingJobs, waiting, long, missed } = overview;
  return (
    <>
      {failing.length > 0 && (
        <Card
          flush
          title={
            failingJobs > failing.length
              ? `Failing jobs: the latest ${failing.length} of ${upTo(failingJobs, MAX_OVERVIEW_FAILING)}`
              : 'Failing jobs'
          }
          actions={<Link to="/errors">Show all errors</Link>}
        >
          <List caption="Jobs that fail" columns={FAILING} rows={failing} keyOf={({ job }) => job} />
        </Card>
      )}
      {missed.length > 0 && (
        <Card flush title="Slots that did not run">
          <List
            caption="Slots that did not run"
            columns={MISSED}
            rows={byJob(missed)}
            keyOf={({ job, reason }) => `${job} ${reason}`}
          />
        </Card>
      )}
      {waiting.length > 0 && (
        <Card flush title="Runs that have waited for a long time">
          <List caption="Runs that wait" columns={WAITING} rows={waiting} keyOf={({ id }) => id} />
        </Card>
      )}
      {long.length > 0 && (
        <Card flush title="Runs that take longer than usual">
          <List caption="Runs that take longer than usual" columns={LONG} rows={long} keyOf={({ id }) => id} />
        </Card>
      )}
    </>
  );
}
