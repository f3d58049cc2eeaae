/** One error: what its failures have in common, when and where they occurred, its runs, and its actions. */
import { useState, type ReactElement } from 'react';
import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api, ofId, ok, refresh, type ErrorGroup, type Schemas, useRights } from '../api/client.js';
import { oneError } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { ActionButton } from '../parts/action-button.js';
import { endText, followed } from '../parts/bulk-progress.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { NumberField } from '../parts/fields.js';
import { typed } from '../parts/inputs.js';
import { JobLink, RunLink } from '../parts/objects.js';
import { Card, Facts, ObjectPage, Page, ProblemAlert } from '../parts/page.js';
import { column, List, timeColumn, type Column } from '../parts/table.js';
import { countText, DAY_MS, numberText } from '../parts/time-text.js';
import { Exact, When } from '../parts/time.js';
import { RunList } from '../runs/run-list.js';
import { ErrorState, groupText, TrendBars } from './errors-page.js';
import './errors.css';

const route = getRouteApi('/errors/$id');

export function ErrorPage(): ReactElement {
  const { id } = route.useParams();
  const query = useQuery(oneError(id));
  return (
    <ObjectPage title="Error" name={id} crumbs={CRUMBS} query={query}>
      {(group) => <ErrorView key={id} group={group} />}
    </ObjectPage>
  );
}

const CRUMBS = <Link to="/errors">Errors</Link>;

const ErrorView = ({ group }: { readonly group: ErrorGroup }): ReactElement => (
  <Page
    title={groupText(group)}
    crumbs={CRUMBS}
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

const factsOf = ({ count, first, last, tenant, jobCount, moreJobs }: ErrorGroup): Parameters<typeof Facts>[0]['of'] => [
  ['Failures', numberText(count)],
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

const JOB_COLUMNS: readonly Column<ErrorGroup['jobs'][number]>[] = [
  column('Job', ({ id, name }) => <JobLink id={id}>{name}</JobLink>, 'main'),
  column('Failures', ({ count }) => numberText(count), 'right num'),
  column('Versions', ({ versions }) => versions.join(', ')),
  timeColumn('Last seen', 'lastAt'),
];

/** Who has muted the error and why, and what opens it again or has opened it again. */
function Muted({ group: { mute, reopened, state } }: { readonly group: ErrorGroup }): ReactElement | null {
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

function EndOfMute({ mute }: { readonly mute: NonNullable<ErrorGroup['mute']> }): ReactElement {
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

function Actions({ group }: { readonly group: ErrorGroup }): ReactElement | null {
  const { may } = useRights();
  const unmute = async (): Promise<string> => {
    await ok(api.POST('/errors/{id}/unmute', ofId(group.id)));
    await refresh('errors');
    return 'The error is no longer muted.';
  };
  if (!may('operator', group.tenant)) return null;
  return (
    <>
      <Button onClick={opens(<RedriveDialog group={group} />)}>Run again…</Button>
      {group.mute !== null && <ActionButton act={unmute}>Unmute</ActionButton>}
      <Button onClick={opens(<MuteDialog group={group} />)}>Mute…</Button>
    </>
  );
}

type Until = 'newVersion' | 'version' | 'day' | 'week' | 'forever';

interface DialogOf {
  readonly group: ErrorGroup;
}

const CHOICES: readonly (readonly [Until, string])[] = [
  ['newVersion', 'Until a new version of a job fails with this error'],
  ['version', 'Until the given version of a job, or a later one, fails with this error'],
  ['day', 'For a day'],
  ['week', 'For a week'],
  ['forever', 'Until somebody unmutes it'],
];

export function MuteDialog({ group }: DialogOf): ReactElement {
  const newest = Math.max(0, ...group.jobs.flatMap(({ versions }) => versions));
  const [until, setUntil] = useState<Until>('newVersion');
  const [version = 0, setVersion] = useState<number | undefined>(newest + 1);
  const [why, setWhy] = useState('');
  return (
    <Dialog
      title="Mute this error"
      confirm="Mute"
      disabled={until === 'version' && version < 1}
      onConfirm={async () => {
        const body = bodyOf(until, version, why);
        await ok(api.POST('/errors/{id}/mute', { ...ofId(group.id), body }));
        await refresh('errors');
        return 'The error is muted.';
      }}
    >
      <p>Its failures are still counted, but the error is no longer listed as open.</p>
      <Radio.Group
        label="Mute it"
        value={until}
        onChange={(next) => {
          setUntil(CHOICES.find(([value]) => value === next)?.[0] ?? 'newVersion');
        }}
      >
        <Stack gap={6} mt={4}>
          {CHOICES.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {until === 'version' && (
        <NumberField label="Version" min={1} value={version || undefined} onChange={setVersion} />
      )}
      <TextInput label="Reason (optional)" value={why} onChange={typed(setWhy)} />
    </Dialog>
  );
}

function bodyOf(until: Until, version: number, why: string): Schemas['MuteErrorBody'] {
  if (until === 'version') return { until, version, why };
  if (until === 'newVersion' || until === 'forever') return { until, why };
  const days = until === 'day' ? 1 : 7;
  return { until: 'time', time: new Date(serverNow() + days * DAY_MS).toISOString(), why };
}

export function RedriveDialog({ group }: DialogOf): ReactElement {
  const request = { action: 'redrive', runs: { errorGroup: group.id }, dryRun: false } as const;
  const preview = useQuery({
    queryKey: ['bulk', 'preview', request],
    staleTime: 0,
    retry: false,
    queryFn: () => ok(api.POST('/bulk', { body: { ...request, dryRun: true } })),
  });
  const total = preview.data?.total;
  return (
    <Dialog
      title={total === undefined ? 'Run again' : `Run again: ${countText(total, 'run')}`}
      confirm="Run again"
      disabled={total === undefined || total === 0}
      onConfirm={async () => {
        const { bulk } = await ok(api.POST('/bulk', { body: request }));
        const bulkEnd = await followed(bulk, () => undefined);
        for (const key of ['errors', 'runs', 'totals']) await refresh(key);
        if (bulkEnd.refused > 0 || bulkEnd.state !== 'Completed') throw new Error(endText(bulkEnd));
        return `Runs started again: ${bulkEnd.done}.`;
      }}
    >
      <p>
        Each stored failed run of this error is run again, with the present version of its job. A run is run again only
        once: runs that were run again here before are not repeated.
      </p>
      {total === 0 && <p className="dim">No run is left to run again.</p>}
      <ProblemAlert error={preview.error} />
    </Dialog>
  );
}
