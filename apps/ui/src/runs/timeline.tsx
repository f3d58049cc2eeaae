/** A timeline: one bar for each attempt below the phases of the run. It shows long attempts, waits and retries. */
import type { ReactElement } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { attemptsOf, eventsOf, itemsOf } from '../api/questions.js';
import { useNow } from '../parts/clock.js';
import { Card } from '../parts/page.js';
import { RUN_TONES } from '../parts/state.js';
import { durationText } from '../parts/time-text.js';
import './timeline.css';

type Run = Schemas['Run'];

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
  const found = itemsOf(attempts);
  const bars = found
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
      {found.length > MAX_ROWS && (
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
