/** What needs attention: failing jobs, slots that did not run, runs that wait or take long. */
import type { ReactElement, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { MAX_OVERVIEW_FAILING } from '#common/domain/limits.js';
import { isAsConfigured } from '#common/domain/as-configured.js';
import { type Schemas, useRights, type Rights } from '../api/client.js';
import { JobLink, reasonText, RunLink, RunState } from '../parts/objects.js';
import { Card } from '../parts/page.js';
import { actionsColumn, column, List, plainColumn, type Column, type ListProps } from '../parts/table.js';
import { countText, secondsText, upTo } from '../parts/time-text.js';
import { Lasting, Short, When } from '../parts/time.js';

type Overview = Schemas['Overview'];

/** Slots that should have run: those that a job leaves out as it is configured, such as by the policy `Forbid`, need no attention. */
export const missedOf = ({ missed }: Overview): Overview['missed'] => missed.filter((gap) => !isAsConfigured(gap));

/** The slots of a gap that no backfill has run. */
export const leftOf = ({ count, backfilled }: Overview['missed'][number]): number => count - backfilled;

type RunOfJob = Overview['waiting'][number];
const JOB = column<Pick<RunOfJob, 'job' | 'jobName'>>(
  'Job',
  ({ job, jobName }) => <JobLink id={job}>{jobName}</JobLink>,
  'main',
);
const RUN = column<{ readonly id: string }>('Run', ({ id }) => <RunLink id={id} />);

type Incident = Schemas['Incident'];

const INCIDENTS: readonly Column<Incident>[] = [
  column(
    'Incident',
    ({ id, message }) => (
      <Link to="/incidents/$id" params={{ id }}>
        {message}
      </Link>
    ),
    'main',
  ),
  column('Open for', ({ openedAt }) => <Lasting from={openedAt} to={null} />, 'right'),
  column('Affects', ({ jobCount }) => (jobCount === 0 ? 'work elsewhere' : countText(jobCount, 'job')), 'right num'),
];

/** The newest open incidents. */
export const OpenIncidents = ({ incidents }: { readonly incidents: readonly Incident[] }): ReactElement | false =>
  Section({
    title: 'Open incidents',
    actions: <Link to="/incidents">Show all incidents</Link>,
    caption: 'Open incidents',
    columns: INCIDENTS,
    rows: incidents,
    keyOf: ({ id }) => id,
  });

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
  RUN,
  column('Waiting', ({ phaseSince }) => <Lasting from={phaseSince} to={null} />, 'right'),
  column('Reason', reasonText, 'why'),
];
const LONG: readonly Column<Overview['long'][number]>[] = [
  JOB,
  RUN,
  column('Running', ({ started }) => <Lasting from={started} to={null} />, 'right'),
  column('Usual duration', ({ usualSeconds }) => secondsText(usualSeconds), 'right num'),
];
const missedColumns = (may: Rights['may']): readonly Column<Missed>[] => [
  JOB,
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
  actionsColumn(
    ({ job, tenant, from, to }) =>
      may('operator', tenant) && (
        <Link to="/jobs/$id" params={{ id: job }} search={{ tab: 'slots', from, to }} className="nowrap">
          Backfill
        </Link>
      ),
  ),
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

interface SectionProps<T> extends ListProps<T> {
  readonly title: string;
  readonly actions?: ReactNode;
}

/** A list that is left out while it is empty. */
const Section = <T,>({ title, actions, ...list }: SectionProps<T>): ReactElement | false =>
  list.rows.length > 0 && (
    <Card flush title={title} actions={actions}>
      <List {...list} />
    </Card>
  );

/** The lists of what needs attention. */
export function Attention({ overview }: { readonly overview: Overview }): ReactElement {
  const { failing, failingJobs, waiting, long } = overview;
  const { may } = useRights();
  return (
    <>
      <Section
        title={
          failingJobs > failing.length
            ? `Failing jobs: the latest ${failing.length} of ${upTo(failingJobs, MAX_OVERVIEW_FAILING)}`
            : 'Failing jobs'
        }
        actions={<Link to="/errors">Show all errors</Link>}
        caption="Jobs that fail"
        columns={FAILING}
        rows={failing}
        keyOf={({ job }) => job}
      />
      <Section
        title="Slots that did not run"
        caption="Slots that did not run"
        columns={missedColumns(may)}
        rows={byJob(missedOf(overview))}
        keyOf={({ job, reason }) => `${job} ${reason}`}
      />
      <Section
        title="Runs that have waited for a long time"
        caption="Runs that wait"
        columns={WAITING}
        rows={waiting}
        keyOf={({ id }) => id}
      />
      <Section
        title="Runs that take longer than usual"
        caption="Runs that take longer than usual"
        columns={LONG}
        rows={long}
        keyOf={({ id }) => id}
      />
    </>
  );
}
