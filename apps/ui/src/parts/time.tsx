/** The clock and the time zone of the page, and its times: relative if they are near, exact on hover, and kept fresh. */
import { useSyncExternalStore, type ReactElement } from 'react';
import { keptInBrowser } from './kept.js';
import { LOCAL_ZONE, localZone } from './local-zone.js';
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
import { serverNow } from '../api/server-time.js';

const TICK_MS = 1_000;
const ZONE_KEY = 'carillon.zone';

let now = serverNow();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

const tell = (): void => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = serverNow();
    tell();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The present, to the second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

let zone = localZone(keptInBrowser.getItem(ZONE_KEY) ?? LOCAL_ZONE);

/** The zone that times are shown in, which the reader chooses. */
export const useZone = (): string => useSyncExternalStore(subscribe, () => zone);

export function chooseZone(chosen: string): void {
  zone = chosen;
  if (chosen === LOCAL_ZONE) keptInBrowser.removeItem(ZONE_KEY);
  else keptInBrowser.setItem(ZONE_KEY, chosen);
  tell();
}

interface Moment {
  readonly at: string | null | undefined;
  /** Shown if there is no time. */
  readonly missing?: string;
}

interface InstantProps extends Moment {
  readonly look?: string;
  /** Without the exact time on hover. */
  readonly isExact?: boolean;
  readonly text: (instant: number, zone: string, now: number) => string;
}

function Instant({ at, missing, look, isExact = false, text }: InstantProps): ReactElement {
  const now = useNow();
  const zone = useZone();
  if (!at) return <Missing text={missing} />;
  const instant = Date.parse(at);
  return (
    <time dateTime={at} title={isExact ? undefined : exactText(instant, zone)} className={look}>
      {text(instant, zone, now)}
    </time>
  );
}

const Missing = ({ text = '–' }: { readonly text?: string | undefined }): ReactElement => (
  <span className="dim">{text}</span>
);

/** "3 min. ago". */
export const When = (moment: Moment): ReactElement => (
  <Instant {...moment} look="nowrap" text={(instant, _zone, now) => relativeText(instant, now)} />
);

/** The exact time with its zone. */
export const Exact = ({ zone: own, ...moment }: Moment & { readonly zone?: string }): ReactElement => (
  <Instant {...moment} isExact text={(instant, zone) => exactText(instant, own ?? zone)} />
);

interface ShortMoment extends Moment {
  /** The times beside it: if one of them has seconds, all are shown with seconds. */
  readonly among?: readonly string[];
  /** True: without seconds. */
  readonly toMinute?: boolean;
}

/** Day and minute, without the zone: for lists that name the zone once. */
export const Short = ({ among = [], toMinute = false, ...moment }: ShortMoment): ReactElement => (
  <Instant
    {...moment}
    look="nowrap num"
    text={(instant, zone, now) => {
      const seconds = !toMinute && [instant, ...among.map(Date.parse)].some(hasSeconds);
      return shortText(instant, zone, { seconds, now });
    }}
  />
);

/** Beside a time in another zone: the same time in the reader's zone, if it differs. */
export function Here({ at, own }: { readonly at: number; readonly own: string }): ReactElement | null {
  const zone = useZone();
  const here = shortText(at, zone);
  return here === shortText(at, own) ? null : <span className="dim">· {here} here</span>;
}

/** The time of day to the millisecond. */
export const Clock = (moment: Moment): ReactElement => <Instant {...moment} look="num" text={clockText} />;

/** The remaining time. */
export const Countdown = (moment: Moment): ReactElement => (
  <Instant {...moment} look="num nowrap" text={(instant, _zone, now) => countdownText(instant, now)} />
);

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
