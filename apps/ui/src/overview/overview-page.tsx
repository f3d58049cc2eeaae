/** The first page: what needs attention now, what comes next, and how the last hours went. */
import { useState, type ReactElement, type ReactNode } from 'react';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MAX_OVERVIEW_FAILING, MAX_OVERVIEW_RUNS } from '#common/domain/limits.js';
import { api, ok, type Schemas } from '../api/client.js';
import { incidentsOpen, itemsOf, lastSuccesses, readiness } from '../api/questions.js';
import { JobLink, State } from '../parts/objects.js';
import { Card, Loaded, Page } from '../parts/page.js';
import { countText, dayText, minuteText, numberText, secondsText, upTo } from '../parts/time-text.js';
import { Countdown, Lasting, Short, useZone } from '../parts/time.js';
import { Attention, leftOf, missedOf, OpenIncidents } from './attention.js';
import './overview.css';

type Overview = Schemas['Overview'];

const REFRESH_MS = 15_000;

export function OverviewPage(): ReactElement {
  const [hours, setHours] = useState('24');
  const query = useQuery({
    queryKey: ['overview', hours],
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: () => ok(api.GET('/overview', { params: { query: { hours: Number(hours) } } })),
  });
  return (
    <Page
      title="Overview"
      actions={
        <SegmentedControl
          aria-label="Period"
          value={hours}
          onChange={setHours}
          data={[
            { value: '6', label: '6 h' },
            { value: '24', label: '24 h' },
            { value: '168', label: '7 d' },
          ]}
        />
      }
    >
      <Loaded query={query} lines={10}>
        {(overview) => <OverviewView overview={overview} />}
      </Loaded>
    </Page>
  );
}

function OverviewView({ overview }: { readonly overview: Overview }): ReactElement {
  const away = useAway();
  const { data: incidents } = useQuery(incidentsOpen());
  const { ended } = overview;
  const sum = (pick: (period: Period) => number): number | string =>
    ended.since === null ? '…' : sumOf(ended.periods, pick);
  const failed = sum((period) => period.failed);
  const open = (count: number): string => upTo(count, MAX_OVERVIEW_RUNS);
  const from = ended.since === null ? undefined : { from: ended.since };
  return (
    <>
      <Verdict overview={overview} incidents={incidents?.total} away={away ?? []} />
      <div className="tiles">
        <Tile
          label="Open incidents"
          value={incidents?.total === undefined ? '…' : totalText(incidents.total)}
          tone={incidents?.items.length ? 'bad' : undefined}
          to="/incidents"
          search={{ state: 'open' }}
        />
        <Tile label="Running" value={open(overview.running)} to="/runs" search={{ state: 'RUNNING' }} />
        <Tile label="Pending" value={open(overview.pending)} to="/runs" search={{ phase: 'Pending' }} />
        <Tile label="Queued" value={open(overview.queued)} to="/runs" search={{ state: 'QUEUED' }} />
        {overview.delayed > 0 && (
          <Tile
            label="Delayed"
            value={open(overview.delayed)}
            note="start later"
            to="/runs"
            search={{ phase: 'Pending' }}
          />
        )}
        <Tile
          label="Completed"
          value={sum((period) => period.finished)}
          note={<Since ended={ended} />}
          to="/runs"
          search={{ state: 'FINISHED', ...from }}
        />
        <Tile
          label="Failed"
          value={failed}
          note={<Since ended={ended} />}
          tone={Number(failed) > 0 ? 'bad' : undefined}
          to="/runs"
          search={{ failed: 'true', ...from }}
        />
        <OldestSuccess />
        <Health away={away} />
      </div>
      <div className="overview-columns">
        <div className="page">
          <OpenIncidents incidents={incidents?.items ?? []} />
          <Attention overview={overview} />
          <Card
            title={ended.periodSeconds < DAY_SECONDS ? 'Ended runs by hour' : 'Ended runs by day (UTC)'}
            actions={
              <span className="dim">
                <Since ended={ended} />
                {ended.until !== null && (
                  <>
                    {' until '}
                    <Short at={ended.until} toMinute />
                  </>
                )}
              </span>
            }
          >
            <PeriodBars ended={ended} />
          </Card>
        </div>
        <div className="page">
          <Next overview={overview} />
          {overview.tenants.length > 1 && <Shares overview={overview} />}
        </div>
      </div>
    </>
  );
}

interface TileProps {
  readonly label: string;
  readonly value: ReactNode;
  /** What the value counts, where the label does not say it. */
  readonly note?: ReactNode;
  readonly tone?: string | undefined;
  readonly to: string;
  readonly search?: Record<string, string>;
}

const Tile = ({ label, value, note, tone, to, search }: TileProps): ReactElement => (
  <Link to={to} search={search as never} className="tile card">
    <span className="dim">{label}</span>
    <strong className={tone === undefined ? 'num' : `num tone-${tone}`}>
      {typeof value === 'number' ? numberText(value) : value}
    </strong>
    {note !== undefined && <span className="dim">{note}</span>}
  </Link>
);

/** Since when ended runs are counted. */
const Since = ({ ended: { since } }: Pick<Overview, 'ended'>): ReactElement =>
  since === null ? (
    <>not counted yet</>
  ) : (
    <>
      since <Short at={since} toMinute />
    </>
  );

const NONE = { count: 0, exact: true };

/** The API lists at most this many entries of each kind. */
const MAX_LISTED = 50;
const atLeast = (listed: readonly unknown[]): string => (listed.length >= MAX_LISTED ? 'at least ' : '');

interface VerdictProps {
  readonly overview: Overview;
  readonly incidents: Schemas['ListIncidentsAnswer']['total'];
  readonly away: readonly string[];
}

const totalText = ({ count, exact }: NonNullable<VerdictProps['incidents']>): string =>
  upTo(count, exact ? Infinity : count);

/** One sentence for a person on call. */
function Verdict({ overview, incidents, away }: VerdictProps): ReactElement {
  const { failingJobs, waiting, long } = overview;
  const missed = missedOf(overview);
  const openCount = incidents?.count ?? 0;
  const parts = [
    away.length > 0 && `${away.join(' and ')} ${away.length === 1 ? 'is' : 'are'} unavailable`,
    openCount > 0 && `${totalText(incidents ?? NONE)} ${openCount === 1 ? 'incident is' : 'incidents are'} open`,
    failingJobs > 0 && (failingJobs === 1 ? 'one job fails' : `${upTo(failingJobs, MAX_OVERVIEW_FAILING)} jobs fail`),
    missed.length > 0 &&
      `${atLeast(missed)}${countText(
        missed.reduce((sum, gap) => sum + leftOf(gap), 0),
        'slot',
      )} did not run`,
    waiting.length > 0 &&
      `${atLeast(waiting)}${waiting.length} ${waiting.length === 1 ? 'run has' : 'runs have'} waited for a long time`,
    long.length > 0 &&
      `${atLeast(long)}${long.length} ${long.length === 1 ? 'run takes' : 'runs take'} longer than usual`,
  ].filter((part) => part !== false);
  const isWell = parts.length === 0;
  const text = parts.join(', ');
  return (
    <p
      className="verdict"
      data-tone={isWell ? 'good' : openCount + failingJobs + away.length > 0 ? 'bad' : 'warn'}
      role="status"
    >
      {isWell ? 'Nothing needs attention.' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`}
    </p>
  );
}

const Next = ({ overview }: { readonly overview: Overview }): ReactElement => (
  <Card title="Next slots">
    {overview.next.length === 0 ? (
      <p className="dim">No job has a slot within the next seven days.</p>
    ) : (
      <ol className="next">
        {overview.next.map(({ job, jobName, at }) => (
          <li key={`${job} ${at}`}>
            <JobLink id={job}>{jobName}</JobLink>
            <Countdown at={at} />
          </li>
        ))}
      </ol>
    )}
  </Card>
);

/** Each tenant's share of the runs that ended in the period, and its active and queued runs now. */
function Shares({ overview }: { readonly overview: Overview }): ReactElement {
  const all = Math.max(
    1,
    overview.tenants.reduce((sum, { ended }) => sum + ended, 0),
  );
  return (
    <Card title="Share of each tenant">
      <ol className="shares" aria-label="Share of each tenant">
        {overview.tenants.map(({ tenant, active, queued, ended }) => (
          <li key={tenant}>
            <Link to="/runs" search={{ tenant }}>
              {tenant}
            </Link>
            <span className="num">
              {Math.round((100 * ended) / all)} %, {countText(ended, 'ended run')}
            </span>
            <i style={{ width: `${(100 * ended) / all}%` }} />
            <span className="dim num">
              {active} active, {queued} queued
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** An unavailable part is shown within seconds. */
const HEALTH_MS = 3_000;

/** Names of unavailable dependencies (reported by the API) and of services without a replica; null while unknown. */
export function useAway(): readonly string[] | null {
  const { data: report } = useQuery(readiness(HEALTH_MS));
  const { data: services } = useQuery({
    queryKey: ['services'],
    refetchInterval: HEALTH_MS,
    retry: false,
    queryFn: () => ok(api.GET('/services')),
  });
  if (report === undefined) return null;
  const lacking = Object.entries(report.checks ?? {}).flatMap(([name, state]) => (state === 'ok' ? [] : [name]));
  const gone = services?.items.flatMap(({ service, replicas }) => (replicas === 0 ? [service] : [])) ?? [];
  const away = [...lacking, ...gone];
  return away.length === 0 && !report.ready ? ['api'] : away;
}

/** Whether all services and dependencies are available. */
export const Health = ({ away }: { readonly away: readonly string[] | null }): ReactElement => (
  <Link to="/system" className="tile card">
    <span className="dim">Health</span>
    {away === null ? (
      <span className="dim">…</span>
    ) : (
      <State tone={away.length === 0 ? 'good' : 'bad'}>
        {away.length === 0 ? 'Healthy' : `Unavailable: ${away.join(', ')}`}
      </State>
    )}
  </Link>
);

/** The age of the oldest last success: its job may fail, or nothing may start it. */
export function OldestSuccess(): ReactElement {
  const { data } = useInfiniteQuery(lastSuccesses({}, 1));
  const [oldest] = itemsOf(data);
  return (
    <Link to="/last-successes" className="tile card">
      <span className="dim">Oldest success</span>
      <strong className="num">
        {data === undefined ? '…' : oldest === undefined ? '–' : <Age of={oldest.lastSuccessAt} />}
      </strong>
    </Link>
  );
}

const Age = ({ of }: { readonly of: string | null }): ReactElement =>
  of === null ? <>never</> : <Lasting from={of} to={null} />;

type Period = Overview['ended']['periods'][number];

const sumOf = (periods: readonly Period[], pick: (period: Period) => number): number =>
  periods.reduce((total, period) => total + pick(period), 0);

const DAY_SECONDS = 86_400;
/** The maximum number of labels below the bars. */
const MAX_LABELS = 8;

function PeriodBars({ ended: { periods, periodSeconds } }: Pick<Overview, 'ended'>): ReactElement {
  const zone = useZone();
  const isHourly = periodSeconds < DAY_SECONDS;
  const most = Math.max(1, ...periods.map(({ finished, failed, aborted }) => finished + failed + aborted));
  const latest = Math.max(0, ...periods.map(({ latenessMax }) => latenessMax ?? 0));
  const every = Math.ceil(periods.length / MAX_LABELS);
  const labelOf = ({ at }: Period): string =>
    isHourly ? minuteText(Date.parse(at), zone) : dayText(Date.parse(at), 'UTC');
  return (
    <div className="hours" role="img" aria-label={summaryOf(periods)}>
      {periods.map((period, i) => {
        const { finished, failed, aborted, latenessMax } = period;
        return (
          <div
            key={period.at}
            className="hour"
            title={`${labelOf(period)}: ${finished} completed, ${failed} failed, ${aborted} aborted${latenessText(period)}`}
          >
            <div className="hour-bar">
              <i data-tone="off" style={{ height: `${(100 * aborted) / most}%` }} />
              <i data-tone="bad" style={{ height: `${(100 * failed) / most}%` }} />
              <i data-tone="good" style={{ height: `${(100 * finished) / most}%` }} />
            </div>
            {isHourly && (
              <div className="hour-late">
                <i style={{ height: `${(100 * (latenessMax ?? 0)) / Math.max(1, latest)}%` }} />
              </div>
            )}
            <span>{i % every === 0 && i + every / 2 <= periods.length ? labelOf(period) : ' '}</span>
          </div>
        );
      })}
      <p className="hours-legend dim">
        <i data-tone="good" /> completed <i data-tone="bad" /> failed <i data-tone="off" /> aborted
        {periods.some(({ latenessMax }) => latenessMax !== null) && (
          <>
            <i data-tone="warn" /> longest delay of a start after its slot: {secondsText(latest)}
          </>
        )}
      </p>
    </div>
  );
}

function latenessText({ slots, late, latenessMean, latenessMax }: Period): string {
  if (latenessMean === null || latenessMax === null) return '';
  const mean = `started ${secondsText(latenessMean)} after their slots on average, at most ${secondsText(latenessMax)}`;
  return `; ${countText(slots ?? 0, 'run')} ${mean}, ${late ?? 0} more than a minute`;
}

function summaryOf(periods: readonly Period[]): string {
  const [finished, failed, aborted] = (['finished', 'failed', 'aborted'] as const).map((end) =>
    sumOf(periods, (period) => period[end]),
  );
  return `Ended runs: ${finished} completed, ${failed} failed, ${aborted} aborted.`;
}
