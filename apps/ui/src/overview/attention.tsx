/** What needs attention: failing jobs, slots that did not run, runs that wait or take long. */
import type { ReactElement } from 'react';
import { Link } from '@tanstack/react-router';
import { MAX_OVERVIEW_FAILING } from '#common/domain/limits.js';
import { useRights } from '../api/caller.js';
import type { Schemas } from '../api/client.js';
import { JobLink, RunLink, reasonText, RunState } from '../parts/objects.js';
import { Card } from '../parts/page.js';
import { column, actionsColumn, type Column, List, plainColumn } from '../parts/table.js';
import { Lasting, Short, When } from '../parts/time.js';
import { secondsText, upTo } from '../parts/time-text.js';

type Overview = Schemas['Overview'];

/** The slots of a gap that no backfill has run. */
export const leftOf = ({ count, backfilled }: Overview['missed'][number]): number => count - backfilled;

type RunOfJob = Overview['waiting'][number];
const JOB = column('Job', ({ job, jobName }: RunOfJob) => <JobLink id={job}>{jobName}</JobLink>, 'main wrap');

const FAILING: readonly Column<Overview['failing'][number]>[] = [
  JOB,
  column('Last run', (run) => (
    <span className="nowrap">
      <RunLink id={run.id}>
        <RunState run={run} />
      </RunLink>{' '}
      <When at={run.finished} />
    </span>
  )),
  column('Failures in a row', ({ failures }) => upTo(failures, MAX_OVERVIEW_FAILING), 'right num'),
  column('Reason', (run) => reasonText(run).slice(0, 160), 'why'),
];
const WAITING: readonly Column<RunOfJob>[] = [
  JOB,
  column('Run', ({ id }) => <RunLink id={id} />),
  column('Waiting', ({ phaseSince }) => <Lasting from={phaseSince} to={null} />, 'right'),
  column('Reason', reasonText, 'why'),
];
const LONG: readonly Column<Overview['long'][number]>[] = [
  JOB,
  column('Run', ({ id }) => <RunLink id={id} />),
  column('Running', ({ started }) => <Lasting from={started} to={null} />, 'right'),
  column('Usual duration', ({ usualSeconds }) => secondsText(usualSeconds), 'right num'),
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
  column('Job', ({ job, jobName }) => <JobLink id={job}>{jobName}</JobLink>, 'main wrap'),
  column('Slots', leftOf, 'right num'),
  column('Between', ({ from, to }) => (
    <div>
      <Short at={from} among={[to]} />
      {to !== from && (
        <div>
          <Short at={to} among={[from]} />
        </div>
      )}
    </div>
  )),
  plainColumn('Reason', 'message', 'why'),
  actionsColumn((gap) => <BackfillLink gap={gap} />),
];

type Missed = Overview['missed'][number];

/** Merges the gaps of a job that have the same reason. */
function byJob(missed: readonly Missed[]): Missed[] {
  const groups = new Map<string, Missed>();
  for (const each of missed) {
    const key = `${each.job} ${each.reason}`;
    const group = groups.get(key);
    const from = group && group.from < each.from ? group.from : each.from;
    const to = group && group.to > each.to ? group.to : each.to;
    const count = each.count + (group?.count ?? 0);
    groups.set(key, { ...each, from, to, count, backfilled: each.backfilled + (group?.backfilled ?? 0) });
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
