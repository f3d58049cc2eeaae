/** How the runs of a job ended in the last year, a square for each day. */
import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, ok, type Schemas } from '../api/client.js';
import { useNow, useZone } from '../parts/clock.js';
import { Card, Loaded } from '../parts/page.js';
import { dayStart, isoDay } from '../parts/days.js';
import { dayText } from '../parts/time-text.js';
import './year-map.css';

type Outcomes = Schemas['CountOutcomesAnswer'];
type Day = Outcomes['days'][number];

const DAYS = 366;
const DAY_MS = 86_400_000;
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

interface Shown {
  readonly job: string;
  readonly counted: readonly Day[];
  readonly zone: string;
}

function Squares({ job, counted, zone }: Shown): ReactElement {
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

interface SquareShown {
  readonly job: string;
  readonly utc: number;
  readonly day: Day | undefined;
  readonly zone: string;
  readonly column: number;
  /** The day that the Tab key focuses; the arrow keys move from it. */
  readonly isFirst: boolean;
}

function Square({ job, utc, day, zone, column, isFirst }: SquareShown): ReactElement {
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
