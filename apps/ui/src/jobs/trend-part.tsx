/** How long the runs of a job took, and how they ended day by day. */
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Link } from '@tanstack/react-router';
import { isFailure } from '#common/run/failed-ends.js';
import { api, ok, type Job, type Schemas } from '../api/client.js';
import { dayStart, isoDay } from '../parts/days.js';
import { Card, Loaded } from '../parts/page.js';
import { DAY_MS, dayText, format, minuteText, secondsText } from '../parts/time-text.js';
import { useNow, useZone } from '../parts/time.js';
import './year-map.css';

type RecentRun = Schemas['RecentRuns']['runs'][number];

const RUNS = 100;
const CHART_PX = 190;
const SHORT_MS = 600_000;

export function TrendPart({ job }: { readonly job: Job }): ReactElement {
  const query = useQuery({
    queryKey: ['recent', 'trend', job.id],
    queryFn: () => ok(api.GET('/recent-runs', { params: { query: { job: job.id, count: RUNS } } })),
  });
  return (
    <Loaded query={query}>
      {({ items }) => {
        const runs = items[0]?.runs ?? [];
        return (
          <div className="page">
            <Card title="Duration of runs" actions={<span className="dim">the last {runs.length}</span>}>
              <Durations runs={runs} />
            </Card>
            <YearMap job={job.id} />
          </div>
        );
      }}
    </Loaded>
  );
}

const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1_000;

/** "10:00:00". */
const secondText = (at: number, zone: string): string =>
  format(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);

/** Shows the time of day, with seconds if the runs are close together, or the day if the runs are of several days. */
const instantText = (at: number, runs: readonly RecentRun[], zone: string): string => {
  const [first, last] = [runs[0]?.started, runs.at(-1)?.started].map((text) => Date.parse(text ?? ''));
  const span = Math.abs((last ?? 0) - (first ?? 0));
  if (span > DAY_MS) return `${dayText(at, zone)} ${minuteText(at, zone)}`;
  return span > SHORT_MS ? minuteText(at, zone) : secondText(at, zone);
};

function Durations({ runs }: { readonly runs: readonly RecentRun[] }): ReactElement {
  const { ref, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const zone = useZone();
  const ended = useMemo(
    () => runs.filter(({ started, finished }) => started !== null && finished !== null).reverse(),
    [runs],
  );
  useEffect(() => {
    if (place.current === null || width === 0 || ended.length === 0) return;
    const [text, line, good, bad] =
      scheme === 'dark' ? ['#9aa6b3', '#2c333c', '#57c878', '#ff8a80'] : ['#5a6572', '#e3e7ec', '#1a7f37', '#c22f2f'];
    const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    const of = (isBad: boolean) =>
      ended.map((run) => (isFailure(run) === isBad ? seconds(run.started ?? '', run.finished ?? '') : null));
    const points = (stroke: string): uPlot.Series => ({
      stroke,
      paths: () => null,
      points: { show: true, size: 6, fill: stroke },
      value: (_chart, value: number | null) => (value === null ? '' : secondsText(value)),
    });
    const chart = new uPlot(
      {
        width,
        height: CHART_PX,
        tzDate: (at) => uPlot.tzDate(new Date(at * 1_000), zone),
        series: [{}, { ...points(good), label: 'completed' }, { ...points(bad), label: 'failed' }],
        axes: [
          { ...axis, values: (_chart, instants) => instants.map((at) => instantText(at * 1_000, ended, zone)) },
          { ...axis, size: 70, values: (_chart, values) => values.map((value) => secondsText(value)) },
        ],
        scales: { y: { range: (_chart, _min, max) => [0, Math.max(max * 1.1, 0.1)] } },
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
      },
      [ended.map(({ started }) => Date.parse(started ?? '') / 1_000), of(false), of(true)],
      place.current,
    );
    return () => {
      chart.destroy();
    };
  }, [ended, width, scheme, zone]);
  if (ended.length === 0) return <p className="dim">No run has ended yet.</p>;
  const durations = ended.map(({ started, finished }) => seconds(started ?? '', finished ?? '')).sort((a, b) => a - b);
  const half = durations[Math.floor(durations.length / 2)] ?? 0;
  const longest = durations.at(-1) ?? 0;
  const says = `Half of the runs took ${secondsText(half)} or less. The longest run took ${secondsText(longest)}.`;
  return (
    // The chart keeps its last width: it must not prevent its frame from becoming narrower.
    <div ref={ref} style={{ overflow: 'hidden' }}>
      <div ref={place} role="img" aria-label={says} />
      <p className="dim" style={{ margin: '6px 0 0' }}>
        {says}
      </p>
    </div>
  );
}

type Outcomes = Schemas['CountOutcomesAnswer'];
type Day = Outcomes['days'][number];

const DAYS = 366;
const WEEK = 7;
const COUNTED_FOR_MS = 60_000;
const WEEKDAYS = ['Mon', '', 'Wed', '', 'Fri', '', ''];
const KEY = [
  ['good', 'all completed'],
  ['warn', 'some failed'],
  ['bad', 'all failed'],
  ['off', 'aborted or active'],
  ['none', 'no run'],
] as const;

export function YearMap({ job }: { readonly job: string }): ReactElement {
  const zone = useZone();
  const query = useQuery({
    queryKey: ['outcomes', job, zone],
    // Counting many runs is costly, and one more run changes little.
    staleTime: COUNTED_FOR_MS,
    refetchInterval: COUNTED_FOR_MS,
    queryFn: () => {
      const params = { path: { id: job }, query: { days: DAYS, timezone: zone } };
      return ok(api.GET('/jobs/{id}/outcomes', { params }));
    },
  });
  return (
    <Card
      title="Results by day"
      actions={query.data?.isPartial && <span className="dim">only the newest runs are counted</span>}
    >
      <Loaded query={query}>{({ days }) => <Squares job={job} counted={days} zone={zone} />}</Loaded>
    </Card>
  );
}

const toneOf = ({ finished, failed }: Day): (typeof KEY)[number][0] => {
  if (failed > 0) return finished > 0 ? 'warn' : 'bad';
  return finished > 0 ? 'good' : 'off';
};

const MONTHS = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
const utcDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const textOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10);
/** 0: Monday. */
const weekdayOf = (utc: number): number => (new Date(utc).getUTCDay() + 6) % WEEK;

interface SquaresProps {
  readonly job: string;
  readonly counted: readonly Day[];
  readonly zone: string;
}

function Squares({ job, counted, zone }: SquaresProps): ReactElement {
  const today = utcDay(isoDay(useNow(), zone));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The newest day is at the right.
    if (place.current !== null) place.current.scrollLeft = place.current.scrollWidth;
  }, []);
  const byDay = new Map(counted.map((day) => [day.day, day]));
  const first = today - (DAYS - 1) * DAY_MS;
  const begin = first - weekdayOf(first) * DAY_MS;
  const days = Array.from({ length: (today - begin) / DAY_MS + 1 }, (_, i) => begin + i * DAY_MS);
  const last = counted.at(-1)?.day;
  const sum = (pick: (day: Day) => number): string =>
    counted.reduce((total, day) => total + pick(day), 0).toLocaleString('en');
  const says = `Of the last year: ${sum(({ finished }) => finished)} completed, ${sum(({ failed }) => failed)} failed, ${sum(({ other }) => other)} others.`;
  return (
    <>
      <div
        ref={place}
        className="year"
        role="group"
        aria-label={says}
        // Without a day to go to, the keys scroll the page.
        tabIndex={counted.length === 0 ? 0 : undefined}
        onKeyDown={moveFocus}
      >
        <div className="year-days">
          {WEEKDAYS.map((name, i) => (
            <span key={i} className="year-weekday" style={{ gridRow: i + 2 }}>
              {name}
            </span>
          ))}
          {days.map((utc, i) => (
            <Square
              key={utc}
              job={job}
              utc={utc}
              day={byDay.get(textOf(utc))}
              zone={zone}
              column={Math.floor(i / WEEK) + 2}
              isFirst={textOf(utc) === last}
            />
          ))}
        </div>
      </div>
      <ul className="year-key">
        {KEY.map(([tone, text]) => (
          <li key={tone}>
            <i data-tone={tone} />
            {text}
          </li>
        ))}
      </ul>
      <p className="dim" style={{ margin: '6px 0 0' }}>
        {says}
      </p>
    </>
  );
}

interface SquareProps {
  readonly job: string;
  readonly utc: number;
  readonly day: Day | undefined;
  readonly zone: string;
  readonly column: number;
  /** The day that the Tab key focuses; the arrow keys move from it. */
  readonly isFirst: boolean;
}

function Square({ job, utc, day, zone, column, isFirst }: SquareProps): ReactElement {
  const at = { gridColumn: column, gridRow: weekdayOf(utc) + 2 };
  const isMonth = new Date(utc).getUTCDate() <= WEEK && weekdayOf(utc) === 0;
  const month = isMonth && (
    <span className="year-month" style={{ gridColumn: column }}>
      {MONTHS.format(utc)}
    </span>
  );
  if (day === undefined)
    return (
      <>
        {month}
        <i style={at} />
      </>
    );
  const says = `${dayText(utc, 'UTC')}: ${day.finished} completed, ${day.failed} failed, ${day.other} others`;
  const from = dayStart(textOf(utc), zone);
  const to = dayStart(textOf(utc + DAY_MS), zone);
  return (
    <>
      {month}
      <Link
        to="/runs"
        search={{ job, from: new Date(from).toISOString(), to: new Date(to).toISOString() }}
        style={at}
        data-tone={toneOf(day)}
        data-day={utc / DAY_MS}
        title={says}
        aria-label={says}
        tabIndex={isFirst ? 0 : -1}
        preload={false}
      />
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -WEEK, ArrowRight: WEEK };

/** To the next day with runs in that direction. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = STEPS[event.key];
  const { target } = event;
  if (step === undefined || !(target instanceof HTMLElement)) return;
  event.preventDefault();
  const from = Number(target.dataset.day);
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-day]')];
  const ahead = links.filter(({ dataset }) => (Number(dataset.day) - from) * step >= step * step);
  const [nearest] = ahead.sort(
    (a, b) => Math.abs(Number(a.dataset.day) - from) - Math.abs(Number(b.dataset.day) - from),
  );
  nearest?.focus();
}
