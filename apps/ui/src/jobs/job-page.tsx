/** One job: its state, its runs, slots, dependencies, definition, versions, storage and deliveries. */
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { Alert, Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { refresh, type Job, type Schemas, useRights } from '../api/client.js';
import { EDITS_AGAIN_MS, graphOf, oneJob, slotsOf } from '../api/questions.js';
import { part } from '../app/part.js';
import { CopyButton } from '../parts/copy-button.js';
import { scheduleWords } from '../parts/cron-words.js';
import { DeliveryList } from '../parts/delivery-list.js';
import { withHiddenSecrets } from '#common/domain/secret-fields.js';
import { isLeftOut, JobState, SlotFlags } from '../parts/objects.js';
import { Card, Facts, Json, Loaded, ObjectPage, Page } from '../parts/page.js';
import { scheduleText } from '../parts/schedule-text.js';
import { TabView } from '../parts/tabs.js';
import { exactText, relativeText, shortText } from '../parts/time-text.js';
import { Here, useNow, When } from '../parts/time.js';
import { RunList } from '../runs/run-list.js';
import { JobActions } from './job-actions.js';
import { Strip, useRecent } from './recent-runs.js';
import { SlotsPart } from './slots-part.js';
import { TrendPart } from './trend-part.js';
import { StoragePart, VersionsPart } from './versions-part.js';

const route = getRouteApi('/jobs/$id');

/** Slots, versions and the rest of the page are read again when the job has been changed, also by somebody else. */
function useReloadAfterEdit(id: string, etag: string | null | undefined): void {
  const last = useRef({ id, etag });
  useEffect(() => {
    const before = last.current;
    last.current = { id, etag };
    if (before.id === id && before.etag !== undefined && before.etag !== etag) void refresh('job', id);
  }, [id, etag]);
}

export function JobPage(): ReactElement {
  const { id } = route.useParams();
  const query = useQuery({ ...oneJob(id), refetchInterval: EDITS_AGAIN_MS });
  useReloadAfterEdit(id, query.data?.etag);
  return (
    <ObjectPage title="Job" name={id} query={query}>
      {({ value }) => <JobView key={id} job={value} />}
    </ObjectPage>
  );
}

function JobView({ job }: { readonly job: Job }): ReactElement {
  const { tab = 'runs', from, to } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title={job.name}
      crumbs={
        <>
          <Link to="/jobs">Jobs</Link> /{' '}
          <Link to="/jobs" search={{ tenant: job.tenant }}>
            {job.tenant}
          </Link>
        </>
      }
      beside={<JobState job={job} />}
      actions={<JobActions job={job} />}
    >
      {job.paused !== null && (
        <Alert color="yellow" variant="light" p="xs" role="status">
          {job.paused.archived ? 'Archived' : 'Paused'} by {job.paused.by} <When at={job.paused.at} />
          {job.paused.note ? `: ${job.paused.note}` : '.'}
        </Alert>
      )}
      {job.warnings?.map(({ field, message }) => (
        <Alert key={field} color="yellow" variant="light" p="xs">
          <code>{field}</code>: {message}
        </Alert>
      ))}
      <div className="columns">
        <Card title="Job">
          <JobFacts job={job} />
        </Card>
        <NextSlots job={job} />
      </div>
      <TabView
        tab={tab}
        onChange={(next) => {
          void navigate({ search: { tab: next }, replace: true });
        }}
        tabs={[
          [
            'runs',
            'Runs',
            <Card flush>
              <RunList
                filter={{ job: job.id }}
                withJob={false}
                limit={20}
                empty="The job has not run yet. Run it now, or wait for its next slot."
              />
            </Card>,
          ],
          ['trend', 'Trend', <TrendPart job={job} />],
          [
            'slots',
            'Slots and backfill',
            <SlotsPart job={job} range={from !== undefined && to !== undefined ? { from, to } : null} />,
          ],
          ['graph', 'Dependencies', <GraphPart job={job} />],
          [
            'definition',
            'Definition',
            <Card>
              <Json label="The job as JSON" value={withHiddenSecrets('Job', job)} />
            </Card>,
          ],
          ['versions', 'Versions', <VersionsPart job={job} />],
          ['storage', 'Storage', <StoragePart job={job} />],
          ['deliveries', 'Deliveries', <DeliveryList of="jobs" id={job.id} tenant={job.tenant} />],
        ]}
      />
    </Page>
  );
}

function JobFacts({ job }: { readonly job: Job }): ReactElement {
  const recent = useRecent(useMemo(() => [{ id: job.id }], [job.id]));
  const words = scheduleWords(job);
  const { status } = job;
  return (
    <Facts
      of={[
        [
          'Schedule',
          <span key="schedule">
            <span className="mono">{scheduleText(job)}</span>
            {words !== null && <div className="dim">{words}</div>}
          </span>,
        ],
        ['Last 20 runs', <Strip key="strip" runs={recent.get(job.id)} />],
        ['Last success', <When key="success" at={status.lastSuccessFinish} missing="none yet" />],
        ['Active', `${status.activeRuns}${status.queuedRuns > 0 ? ` and ${status.queuedRuns} queued` : ''}`],
        [
          'Worker',
          <Link key="worker" to="/jobs" search={{ worker: job.worker }}>
            {job.worker}
          </Link>,
        ],
        ...(job.url === undefined ? [] : [['Calls', callText(job)] as const]),
        ['While a run is active', concurrencyText(job)],
        ['Attempts', String(job.maxAttempts ?? 1)],
        ['Version', `${job.version}, by ${job.updatedBy}`],
        ['Id', <code key="id">{job.id}</code>],
        ...(job.identitySubject === undefined ? [] : [['Identity', <Identity key="identity" job={job} />] as const]),
      ]}
    />
  );
}

/** What recipients of its tokens compare, and who they are. */
const Identity = ({ job: { identity, identitySubject = '' } }: { readonly job: Job }): ReactElement => (
  <>
    <code>{identitySubject}</code> <CopyButton text={identitySubject} label="Copy subject" />
    <div className="dim">for {identity?.audience.join(', ')}</div>
  </>
);

const callText = ({ url = '', answer, http }: Job): string =>
  `${http?.method ?? ''} ${url}${answer === 'ends' ? ', whose answer ends the run' : ''}`.trimStart();

const CONCURRENCY = {
  Allow: 'another run starts, too',
  Forbid: 'no other run starts',
  Enqueue: 'another run waits',
  Replace: 'a new run replaces it',
} as const;

const concurrencyText = ({ concurrency }: Job): string =>
  `${CONCURRENCY[concurrency?.policy ?? 'Allow']}${concurrency?.group === undefined ? '' : ` (group ${concurrency.group})`}${keyText(concurrency?.perKey)}`;

function keyText(perKey: NonNullable<Job['concurrency']>['perKey']): string {
  if (perKey === undefined) return '';
  const { key, max, rate } = perKey;
  const limits = [max && `${max} at once`, rate && `${rate.runs} in ${rate.perSeconds} s`].filter(Boolean);
  return `; for each ${key} ${limits.join(', ')}`;
}

const NEXT = 6;

/** A time in the job's zone, and also in the reader's zone if that differs. */
function NextSlots({ job }: { readonly job: Job }): ReactElement {
  const query = useQuery(slotsOf(job.id, { count: NEXT }));
  const now = useNow();
  const own = job.schedule?.timezone ?? 'UTC';
  return (
    <Card title="Next slots" actions={<span className="dim">{own}</span>}>
      <Loaded query={query}>
        {({ slots }) =>
          slots.length === 0 ? (
            <p className="dim">There are none: the job {job.after ? 'runs after other jobs' : 'is started by hand'}.</p>
          ) : (
            <>
              <ol className="next">
                {slots.map(({ nominal, flags }) => {
                  const at = Date.parse(nominal);
                  return (
                    <li key={nominal} className={job.status.nextSlot === null || isLeftOut(flags) ? 'dim' : ''}>
                      <span title={exactText(at, own)}>
                        {shortText(at, own)} <Here at={at} own={own} /> <SlotFlags flags={flags} />
                      </span>
                      <span className="dim nowrap">{relativeText(at, now)}</span>
                    </li>
                  );
                })}
              </ol>
              {job.status.nextSlot === null && (
                <p className="dim">These slots do not run while the job is disabled or paused.</p>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const JobGraph = lazy(part(() => import('../graph/job-graph.js')));

const DEPTHS = ['1', '2', '3', '5', '10'];

export function GraphPart({ job }: { readonly job: Schemas['Job'] }): ReactElement {
  const [depth, setDepth] = useState('2');
  const query = useQuery({ ...graphOf(job.id, Number(depth)), placeholderData: keepPreviousData });
  const { may } = useRights();
  return (
    <Card
      title="Dependencies"
      actions={
        <Select
          w={120}
          aria-label="Steps shown"
          allowDeselect={false}
          data={DEPTHS.map((value) => ({ value, label: value === '1' ? '1 step' : `${value} steps` }))}
          value={depth}
          onChange={(next) => {
            setDepth(next ?? '2');
          }}
        />
      }
    >
      <Loaded query={query}>
        {(graph) =>
          graph.nodes.length < 2 && graph.hidden === 0 ? (
            <div className="empty">
              This job depends on no other job, and no job depends on it.{' '}
              {may('editor', job.tenant) && (
                <Link to="/jobs/$id/edit" params={{ id: job.id }}>
                  Add a dependency
                </Link>
              )}
            </div>
          ) : (
            <>
              <Suspense fallback={<Skeleton height={240} />}>
                <JobGraph graph={graph} />
              </Suspense>
              <Notes graph={graph} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const Notes = ({
  graph: { edges, hidden, truncated },
}: {
  readonly graph: Schemas['JobGraphAnswer'];
}): ReactElement => (
  <p className="dim" style={{ margin: '8px 0 0' }}>
    {edges.some(({ match }) => match === 'latest') &&
      'A dashed line means that the latest run is checked and not waited for. '}
    {hidden > 0 && `${hidden} jobs of other tenants depend on some of these jobs. `}
    {truncated && 'There are more jobs than are shown. Open one of the shown jobs to see its dependencies. '}
  </p>
);
