/** How long the runs of a job took, and how they ended day by day. */
import { useEffect, useMemo, useRef, type ReactElement } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { isFailure } from '#common/run/failed-ends.js';
import { api, ok, type Schemas } from '../api/client.js';
import { useZone } from '../parts/clock.js';
import { Card, Loaded } from '../parts/page.js';
import { dayText, durationText, format, minuteText } from '../parts/time-text.js';
import { YearMap } from './year-map.js';

type Job = Schemas['Job'];
type RecentRun = Schemas['RecentRuns']['runs'][number];

const RUNS = 100;
const CHART_PX = 190;
const DAY_MS = 86_400_000;
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
      value: (_chart, value: number | null) => (value === null ? '' : durationText(value * 1_000)),
    });
    const chart = new uPlot(
      {
        width,
        height: CHART_PX,
        tzDate: (at) => uPlot.tzDate(new Date(at * 1_000), zone),
        series: [{}, { ...points(good), label: 'completed' }, { ...points(bad), label: 'failed' }],
        axes: [
          { ...axis, values: (_chart, instants) => instants.map((at) => instantText(at * 1_000, ended, zone)) },
          { ...axis, size: 70, values: (_chart, values) => values.map((value) => durationText(value * 1_000)) },
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
  const says = `Half of the runs took ${durationText(half * 1_000)} or less. The longest run took ${durationText(longest * 1_000)}.`;
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
