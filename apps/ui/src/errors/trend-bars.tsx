/** Failures by the hour or by the day. */
import type { ReactElement } from 'react';
import type { Schemas } from '../api/client.js';
import { useZone } from '../parts/clock.js';
import { dayText, shortText } from '../parts/time-text.js';
import './errors.css';

interface Shown {
  readonly buckets: Schemas['ErrorGroup']['hours'];
  readonly of: 'hour' | 'day';
  readonly isSmall?: boolean;
}

export function TrendBars({ buckets, of, isSmall = false }: Shown): ReactElement {
  const zone = useZone();
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const sum = buckets.reduce((total, { count }) => total + count, 0);
  const textOf = (at: string): string =>
    of === 'day' ? dayText(Date.parse(at), 'UTC') : shortText(Date.parse(at), zone);
  return (
    <div
      className="trend-bars"
      data-small={isSmall}
      role="img"
      aria-label={`${sum} failures in the last ${buckets.length} ${of}s`}
    >
      {buckets.map(({ at, count }) => (
        <i key={at} title={`${textOf(at)}: ${count}`} style={{ height: `${(100 * count) / most}%` }} />
      ))}
    </div>
  );
}
