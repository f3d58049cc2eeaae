/** Times in the page: relative if they are near, exact on hover, and kept fresh. */
import type { ReactElement } from 'react';
import { useNow, useZone } from './clock.js';
import {
  clockText,
  countdownText,
  durationText,
  exactText,
  hasSeconds,
  relativeText,
  shortText,
  soFarText,
} from './time-text.js';

interface Moment {
  readonly at: string | null | undefined;
  /** Shown if there is no time. */
  readonly missing?: string;
}

const Missing = ({ text = '–' }: { readonly text?: string | undefined }): ReactElement => (
  <span className="dim">{text}</span>
);

/** "3 min. ago". */
export function When({ at, missing }: Moment): ReactElement {
  const now = useNow();
  const zone = useZone();
  if (!at) return <Missing text={missing} />;
  const instant = Date.parse(at);
  return (
    <time dateTime={at} title={exactText(instant, zone)} className="nowrap">
      {relativeText(instant, now)}
    </time>
  );
}

/** The exact time with its zone. */
export function Exact({ at, missing, zone: own }: Moment & { readonly zone?: string }): ReactElement {
  const zone = useZone();
  if (!at) return <Missing text={missing} />;
  return <time dateTime={at}>{exactText(Date.parse(at), own ?? zone)}</time>;
}

interface ShortMoment extends Moment {
  /** The times beside it: if one of them has seconds, all are shown with seconds. */
  readonly among?: readonly string[];
  /** True: without seconds. */
  readonly toMinute?: boolean;
}

/** Day and minute, without the zone: for lists that name the zone once. */
export function Short({ at, missing, among = [], toMinute = false }: ShortMoment): ReactElement {
  const now = useNow();
  const zone = useZone();
  if (!at) return <Missing text={missing} />;
  const instant = Date.parse(at);
  const seconds = !toMinute && [at, ...among].some((each) => hasSeconds(Date.parse(each)));
  return (
    <time dateTime={at} title={exactText(instant, zone)} className="nowrap num">
      {shortText(instant, zone, { seconds, now })}
    </time>
  );
}

/** Beside a time in another zone: the same time in the reader's zone, if it differs. */
export function Here({ at, own }: { readonly at: number; readonly own: string }): ReactElement | null {
  const zone = useZone();
  const here = shortText(at, zone);
  return here === shortText(at, own) ? null : <span className="dim">· {here} here</span>;
}

/** The time of day to the millisecond. */
export function Clock({ at }: { readonly at: string }): ReactElement {
  const zone = useZone();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} title={exactText(instant, zone)} className="num">
      {clockText(instant, zone)}
    </time>
  );
}

/** The remaining time. */
export function Countdown({ at }: { readonly at: string }): ReactElement {
  const now = useNow();
  const zone = useZone();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} title={exactText(instant, zone)} className="num nowrap">
      {countdownText(instant, now)}
    </time>
  );
}

/** How long something took, or takes so far. */
export function Lasting({
  from,
  to,
}: {
  readonly from: string | null | undefined;
  readonly to: string | null | undefined;
}): ReactElement {
  const now = useNow();
  if (!from) return <Missing />;
  const begin = Date.parse(from);
  return <span className="num nowrap">{to ? durationText(Date.parse(to) - begin) : soFarText(now - begin)}</span>;
}
