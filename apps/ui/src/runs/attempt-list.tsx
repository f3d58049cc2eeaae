/** Attempts of a run: over time and as a list; and its transitions. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Run, Schemas } from '../api/client.js';
import { attemptsOf, eventsOf, itemsOf } from '../api/questions.js';
import { PartState, reasonText, RUN_TONES } from '../parts/objects.js';
import { Card } from '../parts/page.js';
import { column, Listing, plainColumn, timeColumn, type Column } from '../parts/table.js';
import { durationText } from '../parts/time-text.js';
import { Clock, Lasting, useNow } from '../parts/time.js';
import './timeline.css';

type Attempt = Schemas['Attempt'];
type Transition = Schemas['RunTransition'];

const columns = (run: string): readonly Column<Attempt>[] => [
  column(
    'Attempt',
    ({ task, index, attempt }) => (
      <Link
        to="/runs/$id"
        params={{ id: run }}
        search={{ tab: 'log', task, index: String(index), attempt: String(attempt) }}
        title="Show its log"
      >
        {task}/{index}.{attempt}
      </Link>
    ),
    'mono',
  ),
  column('State', ({ state, result }) => <PartState state={state} says={result} />),
  timeColumn('Started', 'started'),
  column('Duration', ({ started, finished }) => <Lasting from={started} to={finished} />, 'right'),
  column('Exit code', ({ exitCode }) => exitCode ?? '', 'right num'),
  column('Reason', reasonText, 'wrap'),
  column('Node and pod', ({ node, pod }) => [node, pod].filter(Boolean).join(' '), 'wrap mono'),
  column('Log', logText),
];

function logText({ logComplete, logReason }: Attempt): string {
  if (logComplete === null) return '';
  return logComplete ? 'complete' : `incomplete: ${logReason ?? ''}`;
}

export function AttemptList({ run }: { readonly run: Pick<Schemas['Run'], 'id'> }): ReactElement {
  const query = useInfiniteQuery(attemptsOf(run.id));
  return (
    <Listing
      query={query}
      caption="Attempts"
      columns={columns(run.id)}
      keyOf={({ id }) => id}
      empty="No attempt has started yet."
    />
  );
}

const EVENT_COLUMNS: readonly Column<Transition>[] = [
  column('Time', ({ at }) => <Clock at={at} />, 'mono tight'),
  plainColumn('Phase', 'phase'),
  plainColumn('Reason', 'reason'),
  column('Message', ({ message, pod }) => [message, pod].filter(Boolean).join(' '), 'wrap'),
  plainColumn('Actor', 'actor', 'dim'),
];

export function EventList({ run }: { readonly run: string }): ReactElement {
  const query = useInfiniteQuery(eventsOf(run));
  return (
    <Listing
      query={query}
      caption="Transitions, oldest first"
      columns={EVENT_COLUMNS}
      keyOf={({ at, phase, reason, message, pod }) => [at, phase, reason, message, pod].join(' ')}
      empty="There are no transitions yet."
    />
  );
}

/** Rows that are drawn; the list below has all. */
const MAX_ROWS = 60;
const MIN_PERCENT = 0.4;

interface Bar {
  readonly id: string;
  readonly label: string;
  readonly tone: string;
  readonly from: number;
  readonly to: number;
  readonly says: string;
}

const PHASE_TONES: Readonly<Record<string, string>> = {
  Queued: 'wait',
  Pending: 'wait',
  Running: 'run',
  Backoff: 'warn',
  Restarting: 'warn',
  Completing: 'run',
};

/** Each phase lasts until the next transition. */
function phaseBars(events: readonly Schemas['RunTransition'][], run: Run, now: number): Bar[] {
  const changes = events.filter((event, i) => i === 0 || event.phase !== events[i - 1]?.phase);
  const end = run.finished === null ? now : Date.parse(run.finished);
  return changes.flatMap(({ at, phase }, i) => {
    const from = Date.parse(at);
    const to = changes[i + 1] ? Date.parse(changes[i + 1]?.at ?? at) : end;
    if (to <= from) return [];
    const tone = PHASE_TONES[phase] ?? RUN_TONES[run.state];
    return [{ id: `${at} ${phase}`, label: phase, tone, from, to, says: `${phase}, ${durationText(to - from)}` }];
  });
}

const ATTEMPT_TONES: Readonly<Record<string, string>> = { succeeded: 'good', failed: 'bad', terminating: 'warn' };

function attemptBar(attempt: Schemas['Attempt'], now: number): Bar[] {
  if (attempt.started === null) return [];
  const from = Date.parse(attempt.started);
  const to = attempt.finished === null ? now : Date.parse(attempt.finished);
  const says = `${attempt.result ?? attempt.state}, ${durationText(to - from)}${attempt.reason ? `, ${attempt.reason}` : ''}`;
  const tone = ATTEMPT_TONES[attempt.state] ?? 'run';
  return [{ id: attempt.id, label: `${attempt.task}/${attempt.index}.${attempt.attempt}`, tone, from, to, says }];
}

export function Timeline({ run }: { readonly run: Run }): ReactElement | null {
  const now = useNow();
  const { data: attempts } = useInfiniteQuery(attemptsOf(run.id));
  const { data: events } = useInfiniteQuery(eventsOf(run.id));
  if (!attempts || !events) return null;
  const present = run.finished === null ? now : Date.parse(run.finished);
  const phases = phaseBars(itemsOf(events), run, present);
  const all = itemsOf(attempts);
  const bars = all
    .flatMap((attempt) => attemptBar(attempt, present))
    .sort((a, b) => a.from - b.from)
    .slice(0, MAX_ROWS);
  const begin = Math.min(Date.parse(run.createdAt), ...bars.map(({ from }) => from));
  const end = Math.max(present, ...bars.map(({ to }) => to));
  const place = ({ from, to }: Bar): { left: string; width: string } => {
    const whole = Math.max(1, end - begin);
    const width = Math.max(MIN_PERCENT, (100 * (to - from)) / whole);
    return { left: `${Math.min(100 - MIN_PERCENT, (100 * (from - begin)) / whole)}%`, width: `${width}%` };
  };
  return (
    <Card title="Timeline" actions={<span className="dim num">{durationText(end - begin)} in total</span>}>
      <div className="timeline">
        <span className="timeline-label dim">Run</span>
        <div className="timeline-track">
          {phases.map((bar) => (
            <span key={bar.id} className="timeline-bar" data-tone={bar.tone} style={place(bar)} title={bar.says}>
              {bar.label}
            </span>
          ))}
        </div>
        {bars.map((bar) => (
          <AttemptRow key={bar.id} run={run.id} bar={bar} place={place(bar)} />
        ))}
      </div>
      {all.length > MAX_ROWS && (
        <p className="dim">Only the first {MAX_ROWS} attempts are drawn. The list below has all attempts.</p>
      )}
    </Card>
  );
}

function AttemptRow({
  run,
  bar,
  place,
}: {
  readonly run: string;
  readonly bar: Bar;
  readonly place: { left: string; width: string };
}): ReactElement {
  const [task = '', rest = ''] = bar.label.split('/');
  const [index, attempt] = rest.split('.');
  return (
    <>
      <Link
        className="timeline-label mono"
        to="/runs/$id"
        params={{ id: run }}
        search={{ tab: 'log', task, index, attempt }}
        title="Show its log"
      >
        {bar.label}
      </Link>
      <div className="timeline-track">
        <span className="timeline-bar" data-tone={bar.tone} style={place} title={bar.says}>
          <span className="hidden-text">{bar.says}</span>
        </span>
      </div>
    </>
  );
}
