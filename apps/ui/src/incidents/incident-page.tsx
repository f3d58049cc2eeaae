/** One incident: what is wrong since when, what it affects, who was told, what was changed before, and what people have noted. */
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { Textarea } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api, ofId, ok, type Schemas, useRights } from '../api/client.js';
import { changesBefore, deliveriesOf, itemsOf, oneIncident } from '../api/questions.js';
import { Strip, useRecent, type Recent } from '../jobs/recent-runs.js';
import { ActionButton } from '../parts/action-button.js';
import { DeliveryList, DELIVERY_STATES } from '../parts/delivery-list.js';
import { typed } from '../parts/inputs.js';
import { JobLink, RunLink, RunState } from '../parts/objects.js';
import { Card, Facts, Loaded, ObjectPage, Page } from '../parts/page.js';
import { column, List, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { durationText } from '../parts/time-text.js';
import { Exact, Lasting, Short, When } from '../parts/time.js';
import { changed, IncidentActions, IncidentState, type Incident } from './incident-list.js';
import { timelineOf, type Moment } from './timeline.js';
import './incidents.css';

const route = getRouteApi('/incidents/$id');

const CRUMBS = <Link to="/incidents">Incidents</Link>;

export function IncidentPage(): ReactElement {
  const { id } = route.useParams();
  const query = useQuery(oneIncident(id));
  return (
    <ObjectPage title="Incident" name={id} crumbs={CRUMBS} query={query}>
      {(incident) => <IncidentView key={id} incident={incident} />}
    </ObjectPage>
  );
}

interface IncidentOf {
  readonly incident: Incident;
}

const IncidentView = ({ incident }: IncidentOf): ReactElement => (
  <Page
    title={incident.message}
    crumbs={CRUMBS}
    beside={<IncidentState incident={incident} />}
    actions={<IncidentActions incident={incident} />}
  >
    <Card>
      <Facts of={factsOf(incident)} />
    </Card>
    <div className="incident-columns">
      <div className="page">
        {incident.jobCount > 0 && <Affected incident={incident} />}
        <Changes incident={incident} />
      </div>
      <Timeline incident={incident} />
    </div>
    <DeliveryList of="incidents" id={incident.id} tenant={incident.tenant} title="Notices" />
  </Page>
);

const CAUSES: Readonly<Record<NonNullable<Incident['endCause']>, string>> = {
  recovered: 'by itself: the problem is over',
  paused: 'by the pause of what watches',
  edited: 'by an edit of the rule',
  unwatched: 'because the rule does not watch the jobs any more',
};

const endText = ({ resolvedBy, endCause }: Incident): string =>
  resolvedBy === null ? CAUSES[endCause ?? 'recovered'] : `by ${resolvedBy}`;

const factsOf = (incident: Incident): Parameters<typeof Facts>[0]['of'] => {
  const { source, monitor, monitorName, reason, tenant, openedAt, resolvedAt, acknowledgedAt, acknowledgedBy } =
    incident;
  return [
    ['Opened', <Exact key="opened" at={openedAt} />],
    [resolvedAt === null ? 'Lasts' : 'Lasted', <Lasting key="lasts" from={openedAt} to={resolvedAt} />],
    resolvedAt !== null && ['Ended', endText(incident)],
    acknowledgedAt !== null && [
      'Acknowledged',
      <span key="acknowledged">
        by {acknowledgedBy} <When at={acknowledgedAt} />
      </span>,
    ],
    [
      source === 'rule' ? 'Rule' : 'Monitor',
      <Link key="source" to={source === 'rule' ? '/rules' : '/monitors'} title={monitor}>
        {monitorName}
      </Link>,
    ],
    ['Condition', <code key="reason">{reason}</code>],
    ['Tenant', tenant],
  ];
};

type AffectedJob = Incident['jobs'][number];

function Affected({ incident: { jobs, jobCount, openedAt, resolvedAt } }: IncidentOf): ReactElement {
  const recent = useRecent(jobs);
  return (
    <>
      <Card flush title={jobCount > jobs.length ? `Affected jobs: ${jobs.length} of ${jobCount}` : 'Affected jobs'}>
        <List
          caption="Affected jobs"
          columns={jobColumns(recent, { openedAt, resolvedAt })}
          rows={jobs}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          empty={resolvedAt === null ? 'No job is affected any more.' : 'No job was affected at its end.'}
        />
      </Card>
      <FailedRuns jobs={jobs} recent={recent} />
    </>
  );
}

const jobColumns = (
  recent: Recent,
  { openedAt, resolvedAt }: Pick<Incident, 'openedAt' | 'resolvedAt'>,
): readonly Column<AffectedJob>[] => [
  column('Job', ({ id, name }) => <JobLink id={id}>{name}</JobLink>, 'main'),
  plainColumn('Problem', 'message', 'why'),
  timeColumn('Since', 'since'),
  column('Last 20 runs', ({ id }) => <Strip runs={recent.get(id)} />),
  column('Failures', ({ id, run }) => (
    <>
      {run !== null && <FirstError run={run} />}
      <Link
        to="/runs"
        search={{ job: id, failed: 'true', from: openedAt, ...(resolvedAt !== null && { to: resolvedAt }) } as never}
        className="nowrap"
      >
        All failures
      </Link>
    </>
  )),
];

/** More than a screen of them are behind the link of the job. */
const MOST_RUNS = 5;

/** The newest failed runs of the affected jobs since the problem was found. */
function FailedRuns({ jobs, recent }: { readonly jobs: readonly AffectedJob[]; readonly recent: Recent }) {
  const runs = jobs.flatMap(({ id, name, since, run: foundBy }) =>
    (recent.get(id) ?? [])
      .filter((run) => run.state === 'FAILED' && (run.id === foundBy || run.createdAt >= since))
      .map((run) => ({ ...run, job: id, jobName: name })),
  );
  const newest = runs.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, MOST_RUNS);
  return newest.length === 0 ? null : (
    <Card flush title="Failed runs, newest first">
      <List caption="Failed runs, newest first" columns={RUN_COLUMNS} rows={newest} keyOf={({ id }) => id} />
    </Card>
  );
}

type FailedRun = Schemas['RecentRuns']['runs'][number] & { readonly job: string; readonly jobName: string };

const RUN_COLUMNS: readonly Column<FailedRun>[] = [
  column('State', (run) => <RunState run={run} />, 'tight'),
  column('Job', ({ job, jobName }) => <JobLink id={job}>{jobName}</JobLink>),
  column('Run', ({ id }) => <RunLink id={id} />),
  timeColumn('Recorded', 'createdAt'),
  column('Duration', ({ started, finished }) => <Lasting from={started} to={finished} />, 'right'),
  column('Log', ({ id }) => <FirstError run={id} />),
];

/** One click to the line of the log that names an error. */
const FirstError = ({ run }: { readonly run: string }): ReactElement => (
  <div>
    <Link to="/runs/$id" params={{ id: run }} search={{ at: 'error' }} className="nowrap">
      First error
    </Link>
  </div>
);

type Change = Schemas['ListIncidentChangesAnswer']['items'][number];

function Changes({ incident: { id, openedAt } }: IncidentOf): ReactElement {
  const query = useQuery(changesBefore(id));
  return (
    <Card flush title="Changed in the hour before">
      <Loaded query={query}>
        {({ items }) => (
          <List
            caption="What was changed in the hour before the incident"
            columns={changeColumns(openedAt)}
            rows={items}
            keyOf={({ at, action, object }) => `${at} ${action} ${object}`}
            empty="Nothing was changed in the hour before."
          />
        )}
      </Loaded>
    </Card>
  );
}

const changeColumns = (openedAt: string): readonly Column<Change>[] => [
  column('Before', ({ at }) => `${durationText(Date.parse(openedAt) - Date.parse(at))} before`, 'nowrap'),
  column('Object', ({ object }) => <Changed object={object} />, 'main'),
  column('Change', ({ action, detail }) => [changeText(action), detail].filter(Boolean).join(': ')),
  plainColumn('By', 'by'),
];

const VERBS: Readonly<Record<string, string>> = {
  create: 'created',
  replace: 'changed',
  patch: 'changed',
  put: 'changed',
  delete: 'deleted',
  rollback: 'set back to an earlier version',
  restore: 'set back to an earlier value',
  pause: 'paused',
  resume: 'resumed',
};

/** `replaceJob`: "changed". */
const changeText = (action: string): string => VERBS[/^[a-z]+/.exec(action)?.[0] ?? ''] ?? action;

function Changed({ object }: { readonly object: string }): ReactElement {
  const [kind, id = '', part] = object.split('/');
  if (kind === 'job')
    return (
      <Link to="/jobs/$id" params={{ id }} search={{ tab: part === 'storage' ? 'storage' : 'versions' }}>
        job {id}
      </Link>
    );
  if (kind === 'worker')
    return (
      <Link to="/workers/$id" params={{ id }}>
        worker {id}
      </Link>
    );
  return <>{object.replace('/', ' ')}</>;
}

function Timeline({ incident }: IncidentOf): ReactElement {
  const { data } = useInfiniteQuery(deliveriesOf('incidents', incident.id));
  const moments = useMemo(() => timelineOf(incident, itemsOf(data)), [incident, data]);
  const { may } = useRights();
  return (
    <Card title="Timeline">
      <ol className="moments" aria-label="Timeline">
        {moments.map((moment, i) => (
          <li key={`${moment.at} ${i}`} data-tone={moment.tone}>
            <span className="dim">
              <Short at={moment.at} among={moments.map(({ at }) => at)} />
            </span>
            <MomentText moment={moment} />
          </li>
        ))}
      </ol>
      {may('operator', incident.tenant) && <NoteForm id={incident.id} />}
    </Card>
  );
}

function MomentText({ moment }: { readonly moment: Moment }): ReactNode {
  switch (moment.kind) {
    case 'note':
      return (
        <div>
          <strong>{moment.by}</strong>: <span className="note-text">{moment.text}</span>
        </div>
      );
    case 'notice':
      return (
        <div>
          Notice ({moment.step}) to <code>{moment.to}</code>: {DELIVERY_STATES[moment.state].says.toLowerCase()}
        </div>
      );
    case 'job':
      return (
        <div>
          <JobLink id={moment.id}>{moment.name}</JobLink>: {moment.text}
        </div>
      );
    case 'step':
      return <div>{moment.text}</div>;
  }
}

function NoteForm({ id }: { readonly id: string }): ReactElement {
  const [text, setText] = useState('');
  const add = async (): Promise<string> => {
    const request = ok(api.POST('/incidents/{id}/notes', { ...ofId(id), body: { text } }));
    const message = await changed(request, 'The note is added.');
    setText('');
    return message;
  };
  return (
    <div className="note-form">
      <Textarea
        label="Note"
        placeholder="What others should know"
        autosize
        minRows={2}
        value={text}
        onChange={typed(setText)}
      />
      <ActionButton act={add} disabled={text.trim() === ''}>
        Add note
      </ActionButton>
    </div>
  );
}
