/** One error: what its failures have in common, when and where they occurred, its runs, and its actions. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import { api, ofId, ok, type Schemas } from '../api/client.js';
import { oneError } from '../api/questions.js';
import { JobLink, RunLink } from '../parts/links.js';
import { Card, Facts, Loaded, Page } from '../parts/page.js';
import { type Column, List, timeColumn } from '../parts/table.js';
import { Exact, When } from '../parts/time.js';
import { announce, refused } from '../parts/toasts.js';
import { RunList } from '../runs/run-list.js';
import { MuteDialog, RedriveDialog } from './error-dialogs.js';
import { ErrorState, reasonText } from './error-state.js';
import { TrendBars } from './trend-bars.js';
import './errors.css';
import { refresh } from '../api/cache.js';
import { opens } from '../parts/dialog-outlet.js';

type Group = Schemas['ErrorGroup'];
const route = getRouteApi('/errors/$id');

export function ErrorPage(): ReactElement {
  const { id } = route.useParams();
  const query = useQuery(oneError(id));
  if (query.data === undefined)
    return (
      <Page title="Error" name={id} crumbs={<Link to="/errors">Errors</Link>}>
        <Card>
          <Loaded query={query}>{() => null}</Loaded>
        </Card>
      </Page>
    );
  return <Shown key={id} group={query.data} />;
}

const Shown = ({ group }: { readonly group: Group }): ReactElement => (
  <Page
    title={reasonText(group)}
    crumbs={<Link to="/errors">Errors</Link>}
    beside={<ErrorState group={group} />}
    actions={<Actions group={group} />}
  >
    <Muted group={group} />
    <Card>
      <pre className="error-lines mono">{group.lines.join('\n') || 'The runs wrote no output.'}</pre>
    </Card>
    <Card>
      <Facts of={factsOf(group)} />
    </Card>
    <Card>
      <div className="trends">
        <div>
          <div className="dim">The last 24 hours</div>
          <TrendBars buckets={group.hours} of="hour" />
        </div>
        <div>
          <div className="dim">The last 14 days</div>
          <TrendBars buckets={group.days} of="day" />
        </div>
      </div>
    </Card>
    <Card flush title="Jobs">
      <List caption="Jobs" columns={JOB_COLUMNS} rows={group.jobs} keyOf={({ id }) => id} nameOf={({ name }) => name} />
    </Card>
    <Card flush title="Stored runs">
      <RunList filter={{ errorGroup: group.id }} limit={20} empty="None of its runs is stored any longer." />
    </Card>
  </Page>
);

const factsOf = ({ count, first, last, tenant, jobCount, moreJobs }: Group): Parameters<typeof Facts>[0]['of'] => [
  ['Failures', count.toLocaleString('en')],
  ['First seen', <Seen key="first" at={first.at} run={first.run} />],
  ['Last seen', <Seen key="last" at={last.at} run={last.run} />],
  ['Jobs', `${jobCount}${moreJobs ? ' and more' : ''}`],
  ['Tenant', tenant],
];

const Seen = ({ at, run }: { readonly at: string; readonly run: string }): ReactElement => (
  <>
    <When at={at} /> in <RunLink id={run} />
  </>
);

const JOB_COLUMNS: readonly Column<Group['jobs'][number]>[] = [
  { title: 'Job', look: 'main wrap', cell: ({ id, name }) => <JobLink id={id}>{name}</JobLink> },
  { title: 'Failures', look: 'right num', cell: ({ count }) => count.toLocaleString('en') },
  { title: 'Versions', cell: ({ versions }) => versions.join(', ') },
  timeColumn('Last seen', 'lastAt'),
];

/** Who has muted the error and why, and what opens it again or has opened it again. */
function Muted({ group: { mute, reopened, state } }: { readonly group: Group }): ReactElement | null {
  if (mute === null || state !== 'muted') {
    if (reopened === null) return null;
    return (
      <div className="why-banner" data-tone="warn" role="status">
        The error was muted and opened again <When at={reopened.at} /> with version {reopened.version} of{' '}
        <JobLink id={reopened.job} />, in run <RunLink id={reopened.run} />.
      </div>
    );
  }
  return (
    <div className="why-banner" data-tone="off" role="status">
      <strong>Muted by {mute.by}</strong>
      {mute.why !== '' && <> – {mute.why}</>}. <EndOfMute mute={mute} />
    </div>
  );
}

function EndOfMute({ mute }: { readonly mute: NonNullable<Group['mute']> }): ReactElement {
  if (mute.until === 'time' && mute.time !== null)
    return (
      <>
        It opens again at <Exact at={mute.time} />.
      </>
    );
  if (mute.until === 'version')
    return <>It opens again when version {mute.version} of a job, or a later one, fails with it.</>;
  if (mute.until === 'newVersion') return <>It opens again when a new version of a job fails with it.</>;
  return <>It stays muted until somebody unmutes it.</>;
}

function Actions({ group }: { readonly group: Group }): ReactElement | null {
  const { may } = useRights();
  const unmute = async (): Promise<void> => {
    try {
      await ok(api.POST('/errors/{id}/unmute', ofId(group.id)));
      announce('The error is no longer muted.');
    } catch (error) {
      refused(error);
    }
    await refresh('errors');
  };
  if (!may('operator', group.tenant)) return null;
  return (
    <>
      <Button onClick={opens(<RedriveDialog group={group} />)}>Run again…</Button>
      {group.mute !== null && <Button onClick={() => void unmute()}>Unmute</Button>}
      <Button onClick={opens(<MuteDialog group={group} />)}>Mute…</Button>
    </>
  );
}
