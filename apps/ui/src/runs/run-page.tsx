/** One run: its result and reason, its log, its indexes, its attempts over time, and its actions. */
import { Fragment, useEffect, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { isFailure } from '#common/run/failed-ends.js';
import { refresh, type RunDetail, type Schemas } from '../api/client.js';
import { limitsOf, nextTryOf, oneJob, oneRun, rerunsOf, runsUnderWay } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { useSetSearch } from '../app/search.js';
import { Archived } from '../parts/archived.js';
import { CopyButton } from '../parts/copy-button.js';
import { DeliveryList } from '../parts/delivery-list.js';
import { ErrorLink, isFinal, JobLink, RunLink, RunState } from '../parts/objects.js';
import { Card, Facts, ObjectPage, Page } from '../parts/page.js';
import { shortId } from '../parts/short-id.js';
import { TabView } from '../parts/tabs.js';
import { countText, numberText } from '../parts/time-text.js';
import { Countdown, Exact, Lasting, When } from '../parts/time.js';
import { AttemptList, EventList, Timeline } from './attempt-list.js';
import { Chain } from './chain.js';
import { IndexesPart } from './indexes-part.js';
import { InputPart } from './input-part.js';
import { LogPanel } from './log-panel.js';
import { RunActions } from './run-actions.js';

const route = getRouteApi('/runs/$id');

export const isParallel = ({ tasks }: Pick<RunDetail, 'tasks'>): boolean =>
  tasks.length > 1 || tasks.some(({ indexes }) => indexes !== 1);

/** The error group of a run is known a moment after its end, without a live event. */
const GROUPED_AGAIN_MS = 2_000;
const GROUPED_WITHIN_MS = 30_000;
const isToBeGrouped = (run: RunDetail): boolean =>
  isFailure(run) &&
  run.errorGroup === null &&
  run.finished !== null &&
  serverNow() - Date.parse(run.finished) < GROUPED_WITHIN_MS;

/** Indexes begin and end without a live event of their run. */
const PROGRESS_AGAIN_MS = 2_000;

/** Keeps the indexes of a parallel run fresh: whatever is shown of the run is read at the same time, so that its parts agree. */
function useProgress(run: RunDetail | undefined): void {
  const id = run !== undefined && isParallel(run) && !isFinal(run) ? run.id : null;
  useEffect(() => {
    if (id === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh('run', id);
    }, PROGRESS_AGAIN_MS);
    return () => {
      clearInterval(timer);
    };
  }, [id]);
}

export function RunPage(): ReactElement {
  const { id } = route.useParams();
  const query = useQuery({
    ...oneRun(id),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isToBeGrouped(data) ? GROUPED_AGAIN_MS : false),
  });
  useProgress(query.data);
  return (
    <ObjectPage title="Run" name={id} query={query}>
      {(run) => <RunView key={id} run={run} />}
    </ObjectPage>
  );
}

function RunView({ run }: { readonly run: RunDetail }): ReactElement {
  const search = route.useSearch();
  const set = useSetSearch<{ readonly tab: string }>();
  return (
    <Page
      name={`${run.jobName} ${shortId(run.id)}`}
      title={
        <>
          {run.jobName}{' '}
          <span className="mono dim" title={run.id} style={{ fontWeight: 400 }}>
            {shortId(run.id)}
          </span>
        </>
      }
      crumbs={
        <>
          <Link to="/runs">Runs</Link> / <JobLink id={run.job}>{run.jobName}</JobLink>
        </>
      }
      beside={
        <>
          <RunState run={run} /> {isParallel(run) && <Progress run={run} />} {run.archived && <Archived />}
        </>
      }
      actions={<RunActions run={run} />}
    >
      <Why run={run} />
      <Card>
        <RunFacts run={run} />
        <Reruns run={run} />
      </Card>
      <Chain run={run} />
      <TabView
        tab={search.tab ?? 'log'}
        onChange={(tab) => {
          set({ tab });
        }}
        tabs={[
          [
            'log',
            'Log',
            <>
              <LogChoiceNote />
              <Card flush>
                <LogPanel run={run.id} choice={search} />
              </Card>
            </>,
          ],
          ...(isParallel(run) ? [['indexes', 'Indexes', <IndexesPart run={run} />] as const] : []),
          [
            'attempts',
            'Attempts',
            <div className="page">
              <Timeline run={run} />
              <Card flush>
                <AttemptList run={run} />
              </Card>
            </div>,
          ],
          ['input', 'Input', <InputPart run={run} />],
          [
            'events',
            'Transitions',
            <Card flush>
              <EventList run={run.id} />
            </Card>,
          ],
          ['deliveries', 'Deliveries', <DeliveryList of="runs" id={run.id} tenant={run.tenant} />],
        ]}
      />
    </Page>
  );
}

/** "34 of 200 indexes", and how many of these have failed. */
function Progress({ run: { tasks, totals } }: { readonly run: RunDetail }): ReactElement {
  const all = tasks.reduce((sum, { indexes }) => sum + indexes, 0);
  const { succeeded, failed } = totals;
  return (
    <span className="dim num nowrap" role="status">
      {(succeeded + failed).toLocaleString('en')} of {countText(all, 'index', 'indexes')}
      {failed > 0 && `, ${numberText(failed)} failed`}
    </span>
  );
}

/** Shows that only a part of the log is visible, and links to all of it. */
function LogChoiceNote(): ReactElement | null {
  const { task, index, attempt } = route.useSearch();
  const { id } = route.useParams();
  if (task === undefined && index === undefined && attempt === undefined) return null;
  const parts = [task, index && `index ${index}`, attempt && `attempt ${attempt}`].filter(Boolean);
  return (
    <p className="dim" style={{ marginTop: 0 }}>
      The log shows only {parts.join(', ')}.{' '}
      <Link to="/runs/$id" params={{ id }} search={{ tab: 'log' }}>
        Show the whole log
      </Link>
    </p>
  );
}

/** Why the run failed, or what it waits for. */
function Why({ run }: { readonly run: RunDetail }): ReactElement | null {
  const isWaiting = !isFinal(run) && ['Queued', 'Pending', 'Backoff'].includes(run.phase);
  if (run.reason === '' || (run.state === 'FINISHED' && run.message === '')) return null;
  if (!isWaiting && run.state === 'RUNNING') return null;
  const tone = isFailure(run) ? 'bad' : isWaiting || run.state === 'MISSED' ? 'warn' : 'off';
  return (
    <div className="why-banner" data-tone={tone} role="status">
      <strong>{isWaiting ? `Waiting: ${run.reason}` : run.reason}</strong>
      {run.message !== '' && <> – {run.message}</>}
      {isParallel(run) && run.totals.failed > 0 && (
        <>
          {' '}
          <Link to="/runs/$id" params={{ id: run.id }} search={{ tab: 'indexes', state: 'failed' }}>
            Show the failed indexes
          </Link>
        </>
      )}
      {run.errorGroup !== null && (
        <>
          {' '}
          <ErrorLink id={run.errorGroup}>Show failures like this one</ErrorLink>
        </>
      )}
      {isWaiting && (
        <>
          {' '}
          <span className="dim">
            for <Lasting from={run.phaseSince} to={null} />
            {run.priority !== 0 && `, with priority ${run.priority}`}
          </span>
        </>
      )}
      {run.phase === 'Backoff' && <TriedAgain run={run} />}
      {run.phase === 'Queued' && <WaitsFor run={run} />}
    </div>
  );
}

/** When the next attempt of a waiting index starts. */
function TriedAgain({ run }: { readonly run: RunDetail }): ReactElement | null {
  const { data } = useQuery(nextTryOf(run.id));
  if (data == null) return null;
  return (
    <div>
      The next attempt starts in <Countdown at={data} />.
    </div>
  );
}

const startedBy = (run: RunDetail): string =>
  run.trigger === 'schedule' ? 'its schedule' : `${run.trigger}${run.requestedBy ? `, by ${run.requestedBy}` : ''}`;

/** What has started the run, the run that it repeats, and its backfill. */
const ComesFrom = ({ run }: { readonly run: RunDetail }): ReactElement => (
  <>
    {startedBy(run)}
    {run.rerunOf !== null && (
      <div>
        rerun of <RunLink id={run.rerunOf} />
      </div>
    )}
    {run.backfill !== null && (
      <div>
        <Link to="/jobs/$id" params={{ id: run.job }} search={{ tab: 'slots' }}>
          backfill {shortId(run.backfill)}
        </Link>
      </div>
    )}
  </>
);

function Reruns({ run }: { readonly run: RunDetail }): ReactElement | null {
  const { data = [] } = useQuery({ ...rerunsOf(run), enabled: isFinal(run) });
  if (data.length === 0) return null;
  return (
    <p style={{ margin: '10px 0 0' }}>
      <span className="dim">Run again as</span>{' '}
      {data.map((again) => (
        <span key={again.id} className="nowrap">
          <RunLink id={again.id} /> <RunState run={again} />{' '}
        </span>
      ))}
    </p>
  );
}

/** The requests that a gathered run stands for. */
const StandsFor = ({ requests }: { readonly requests: NonNullable<RunDetail['requests']> }): ReactElement => (
  <>
    {requests.count === 1 ? '1 request' : `${requests.count} requests`}
    {requests.key !== '' && (
      <>
        {' '}
        with the key <code>{requests.key}</code>
      </>
    )}
    {requests.open && ', and further ones are added'}
  </>
);

const RunFacts = ({ run }: { readonly run: RunDetail }): ReactElement => (
  <Facts
    of={[
      ['Started by', <ComesFrom key="from" run={run} />],
      run.scheduledFor !== null && ['Slot', <Exact key="slot" at={run.scheduledFor} />],
      run.requests !== null && ['Requests', <StandsFor key="requests" requests={run.requests} />],
      ['Recorded', <When key="created" at={run.createdAt} />],
      ['Waited', <Lasting key="waited" from={run.createdAt} to={run.started ?? run.finished} />],
      ['Started', <When key="started" at={run.started} />],
      ['Duration', <Lasting key="took" from={run.started} to={run.finished} />],
      run.exitCode !== null && ['Exit code', String(run.exitCode)],
      run.generation > 0 && ['Restarts', String(run.generation)],
      run.retries > 0 && ['Retries', String(run.retries)],
      run.preemptions > 0 && ['Preempted', `${run.preemptions} times`],
      ['Worker', `${run.worker} (${run.engine})`],
      ['Job version', String(run.jobVersion)],
      ['Tenant', run.tenant],
      [
        'Id',
        <Fragment key="id">
          <code>{run.id}</code> <CopyButton text={run.id} label="Copy id" />
        </Fragment>,
      ],
    ]}
  />
);

type Limit = Schemas['ListLimitsAnswer']['items'][number];

/** The maximum number of named holders. */
const NAMED = 10;

const limitText = ({ group }: Limit): string => (group === null ? 'its tenant' : `the group ${group}`);

export function WaitsFor({ run }: { readonly run: RunDetail }): ReactElement | null {
  const job = useQuery(oneJob(run.job)).data?.value;
  const limits = useQuery(limitsOf(run.tenant)).data?.items ?? [];
  const group = job?.concurrency?.group;
  const isLimited = job !== undefined && (job.concurrency?.policy ?? 'Allow') !== 'Allow' && group === undefined;
  const holders = useQuery({ ...runsUnderWay(run.job), enabled: isLimited }).data?.items ?? [];
  const full = limits.filter(
    ({ group: name, size, held, waiting }) =>
      waiting.some((each) => each.run === run.id) ||
      (size !== null && held >= size && (name === null || name === group)),
  );
  const others = holders.filter(({ id }) => id !== run.id);
  const isLater = Date.parse(run.startAfter) > serverNow();
  const key = run.waitsFor.find(({ kind }) => kind === 'key');
  if (!isLater && key === undefined && full.length === 0 && others.length === 0) return null;
  return (
    <ul className="waits-for" aria-label="What the run waits for">
      {isLater && (
        <li>
          Start time: the run starts no earlier than <When at={run.startAfter} />.
        </li>
      )}
      {key && (
        <li>
          Limit of its key: {key.message}
          {key.holders.length > 0 && (
            <>
              , held by <Holders of={key.holders.map((id) => ({ run: id }))} />
            </>
          )}
          .
        </li>
      )}
      {others.length > 0 && (
        <li>
          Limit of its job: the permits ({job?.concurrency?.maxConcurrency ?? 1}) are held by{' '}
          <Holders of={others.map(({ id }) => ({ run: id }))} />.
        </li>
      )}
      {full.map((limit) => (
        <li key={limit.group ?? ''}>
          Limit of {limitText(limit)}: {limit.held}
          {limit.size !== null && ` of ${limit.size}`} permits are in use
          {limit.holders.length > 0 && (
            <>
              , held by <Holders of={limit.holders} />
            </>
          )}
          .
        </li>
      ))}
    </ul>
  );
}

const Holders = ({ of }: { readonly of: readonly { readonly run: string; readonly job?: string }[] }): ReactElement => (
  <>
    {of.slice(0, NAMED).map(({ run, job }, i) => (
      <span key={run}>
        {i > 0 && ', '}
        <RunLink id={run} />
        {job !== undefined && (
          <>
            {' '}
            of <JobLink id={job} />
          </>
        )}
      </span>
    ))}
    {of.length > NAMED && ` and ${of.length - NAMED} more`}
  </>
);
