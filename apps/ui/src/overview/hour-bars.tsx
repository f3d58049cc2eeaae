/** Runs by hour and outcome, and below them the lateness of slots. */
import type { ReactElement } from 'react';
import type { Schemas } from '../api/client.js';
import { useZone } from '../parts/clock.js';
import { dayText, durationText, minuteText } from '../parts/time-text.js';

type Hour = Schemas['Overview']['hours'][number];

/** The maximum number of labels below the bars. */
const MAX_LABELS = 8;

export function HourBars({ hours }: { readonly hours: readonly Hour[] }): ReactElement {
  const zone = useZone();
  const most = Math.max(1, ...hours.map(({ finished, failed, other }) => finished + failed + other));
  const latest = Math.max(1, ...hours.map(({ latenessMax }) => latenessMax ?? 0));
  const every = Math.ceil(hours.length / MAX_LABELS);
  const labelOf = ({ at }: Hour): string =>
    hours.length > 48 ? dayText(Date.parse(at), zone) : minuteText(Date.parse(at), zone);
  return (
    <div className="hours" role="img" aria-label={summaryOf(hours)}>
      {hours.map((hour, i) => {
        const { finished, failed, other, latenessP50, latenessMax } = hour;
        const late =
          latenessMax === null
            ? ''
            : `, half started within ${secondsText(latenessP50 ?? 0)} of the slot, all within ${secondsText(latenessMax)}`;
        return (
          <div
            key={hour.at}
            className="hour"
            title={`${labelOf(hour)}: ${finished} completed, ${failed} failed, ${other} others${late}`}
          >
            <div className="hour-bar">
              <i data-tone="off" style={{ height: `${(100 * other) / most}%` }} />
              <i data-tone="bad" style={{ height: `${(100 * failed) / most}%` }} />
              <i data-tone="good" style={{ height: `${(100 * finished) / most}%` }} />
            </div>
            <div className="hour-late">
              <i style={{ height: `${(100 * (latenessMax ?? 0)) / latest}%` }} />
            </div>
            <span>{i % every === 0 && i + every / 2 <= hours.length ? labelOf(hour) : ' '}</span>
          </div>
        );
      })}
      <p className="hours-legend dim">
        <i data-tone="good" /> completed <i data-tone="bad" /> failed <i data-tone="off" /> others
        <i data-tone="warn" /> longest delay of a start after its slot:{' '}
        {secondsText(latest === 1 ? Math.max(0, ...hours.map(({ latenessMax }) => latenessMax ?? 0)) : latest)}
      </p>
    </div>
  );
}

const secondsText = (seconds: number): string => durationText(seconds * 1_000);

function summaryOf(hours: readonly Hour[]): string {
  const sum = (pick: (hour: Hour) => number): number => hours.reduce((total, hour) => total + pick(hour), 0);
  return `Runs of the last ${hours.length} hours: ${sum((hour) => hour.finished)} completed, ${sum((hour) => hour.failed)} failed.`;
}
