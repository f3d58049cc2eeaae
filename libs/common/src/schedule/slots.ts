/** The slots of a schedule: a pure function of its rule, the zone data, and the requested window. */
import { LRUCache } from 'lru-cache';
import type { Instant } from '../run/run.js';
import type { RecurrenceRule, ScheduleRule, DayMove } from './schedule-state.js';
import { DAY_SECONDS, dayNumber, LAST_YEAR } from './civil.js';
import { excludesNothing, type Exclusion } from './exclusion.js';
import { parseCron, type CronExpression } from './parse-cron.js';
import { parseRrule } from './parse-rrule.js';
import { RruleSearch } from './rrule-search.js';
import { RunWindows, type RunWindow } from './run-windows.js';
import { stableHash } from './stable-hash.js';
import { NO_FLAGS, type SlotFlag, type Tick, type Ticker } from './tick.js';
import { WallSearch } from './wall-search.js';
import { Zone } from './zone.js';
import { ZonedTimes, type DstFlag, type WallTimes, instantOfWall } from './zoned-times.js';
import { MAX_MOVE_DAYS } from '../domain/limits.js';

export interface Slot {
  /** The instant that the rule yields: the slot's identity. */
  readonly nominal: Instant;
  /** When its run is to start: nominal plus the job's stable jitter, and still before the next slot. */
  readonly effective: Instant;
  readonly flags: readonly SlotFlag[];
}

export interface SlotWindow {
  /** Exclusive, on nominal instants. */
  readonly after: Instant;
  /** Inclusive, on nominal instants; without it only `limit` ends the search. */
  readonly until?: Instant;
  readonly limit: number;
  /** Slots for which it is true are returned with the flag `excluded`; by default none are. */
  readonly excludes?: Exclusion;
}

/** No schedule has a slot after this instant. */
export const LAST_INSTANT: Instant = dayNumber(LAST_YEAR + 1, 1, 1) * DAY_SECONDS * 1000 - 1;
/** Expressions that are kept in their parsed form. */
const MAX_KEPT_EXPRESSIONS = 10_000;
/** As many expressions with `H`, which differ from job to job, are kept as jobs are planned together. */
const MAX_KEPT_HASHED = 4_000;

const FLAGS = { 'dst-gap': ['dst-gap'], 'dst-overlap': ['dst-overlap'] } as const satisfies Record<DstFlag, SlotFlag[]>;

/** The slots within the window, ascending by nominal time. Throws RangeError for a rule that `parseSchedule` would refuse. */
export function nextSlots(rule: ScheduleRule, window: SlotWindow): Slot[] {
  const slots: Slot[] = [];
  const walk = new SlotWalk(rule, window.after, window.excludes);
  const until = window.until ?? Infinity;
  while (slots.length < window.limit) {
    const slot = walk.next();
    if (slot === null || slot.nominal > until) break;
    slots.push(slot);
  }
  return slots;
}

/**
 * For display: sets the flag `too-soon` where `minIntervalSeconds` would prevent a slot from running if all others, including the
 * first, ran. Whether a slot really runs is decided when it is due, by the last slot that got a run.
 */
export function markTooSoon(slots: readonly Slot[], { minIntervalSeconds = 0 }: ScheduleRule): readonly Slot[] {
  let last = -Infinity;
  return slots.map((slot) => {
    if (slot.flags.includes('excluded')) return slot;
    if (slot.nominal - last < minIntervalSeconds * 1000) return { ...slot, flags: [...slot.flags, 'too-soon'] };
    last = slot.nominal;
    return slot;
  });
}

/** The slots of a rule one by one, from an instant on. */
export class SlotWalk {
  private readonly ticker: Ticker;
  private readonly jitter: number;
  /** Outside of them slots do not run. */
  private readonly windows: RunWindows | null;
  /** Undefined until it is requested. */
  private upcoming: Tick | null | undefined = undefined;
  private from: Instant;

  /** `after` is exclusive, on nominal instants. */
  constructor(
    rule: ScheduleRule,
    after: Instant,
    private readonly excludes: Exclusion = excludesNothing,
  ) {
    this.ticker = bounded(tickerOf(rule, excludes), rule);
    this.jitter = jitterOf(rule);
    this.windows = rule.windows?.outside === 'skip' ? windowsOf(rule, rule.windows.list) : null;
    this.from = Math.floor(after) + 1;
  }

  next(): Slot | null {
    const tick = this.upcoming === undefined ? this.ticker(this.from) : this.upcoming;
    this.upcoming = undefined;
    if (tick === null) return null;
    this.from = tick.at + 1;
    const flags = tick.flags.includes('excluded') ? tick.flags : [...tick.flags, ...this.outcomeFlags(tick.at)];
    if (this.jitter === 0) return { nominal: tick.at, effective: tick.at, flags };
    // Jitter never reaches the next slot, so effective times keep the order of nominal ones.
    const upcoming = (this.upcoming = this.ticker(this.from));
    const room = upcoming === null ? Infinity : upcoming.at - tick.at - 1;
    return { nominal: tick.at, effective: tick.at + Math.min(this.jitter, room), flags };
  }

  private outcomeFlags(at: Instant): readonly SlotFlag[] {
    if (this.excludes(at)) return ['excluded'];
    return this.windows?.isOpen(Math.floor(at / 1000)) === false ? ['excluded', 'outside-window'] : NO_FLAGS;
  }
}

const windowsOf = (rule: ScheduleRule, list: readonly RunWindow[]): RunWindows =>
  new RunWindows(list, Zone.of(rule.timezone));

/** Milliseconds between 0 and the rule's jitter, the same for every slot of the job. */
function jitterOf(rule: ScheduleRule): number {
  if (rule.jitterSeconds === 0) return 0;
  return Math.floor((stableHash(`${rule.hashKey}:jitter`) / 2 ** 32) * (rule.jitterSeconds * 1000 + 1));
}

function bounded(ticker: Ticker, rule: ScheduleRule): Ticker {
  const earliest = rule.notBefore ?? -Infinity;
  const latest = Math.min(rule.notAfter ?? Infinity, LAST_INSTANT);
  return (from) => {
    const tick = ticker(Math.max(from, earliest));
    return tick === null || tick.at > latest ? null : tick;
  };
}

function tickerOf(rule: ScheduleRule, excludes: Exclusion): Ticker {
  const ticker = movedByCalendars(plainTickerOf(rule), rule, excludes);
  return rule.windows?.outside === 'open' ? deferred(ticker, windowsOf(rule, rule.windows.list)) : ticker;
}

/** Ticks outside of the windows are moved to the next opening: all ticks of a closed time become one. */
function deferred(ticker: Ticker, windows: RunWindows): Ticker {
  return (from) => {
    const tick = ticker(firstMovedTo(from, windows));
    if (tick === null) return null;
    const second = Math.floor(tick.at / 1000);
    if (windows.isOpen(second)) return tick;
    return { at: windows.openingFrom(second) * 1000, flags: [...tick.flags, 'moved-to-window'] };
  };
}

/** The instant from which ticks are at, or are moved to, `from` or later. */
function firstMovedTo(from: Instant, windows: RunWindows): Instant {
  const before = Math.ceil(from / 1000) - 1;
  return windows.isOpen(before) ? from : windows.closedSince(before) * 1000;
}

function plainTickerOf(rule: ScheduleRule): Ticker {
  if (rule.at !== null) return once(rule.at);
  if (rule.every !== null) return periodic(rule.every * 1000, rule.anchor);
  if (rule.rrule !== undefined) return rruleTicker(rule.rrule, rule);
  const tickers = (rule.cron ?? []).map((text) => cronTicker(text, rule));
  const [only] = tickers;
  return tickers.length === 1 && only ? only : union(tickers);
}

const once =
  (at: Instant): Ticker =>
  (from) =>
    from <= at ? { at, flags: NO_FLAGS } : null;

/** The anchor is the first tick: nothing fires before it. */
const periodic =
  (step: number, anchor: Instant): Ticker =>
  (from) => ({ at: anchor + Math.max(0, Math.ceil((from - anchor) / step)) * step, flags: NO_FLAGS });

function cronTicker(text: string, rule: ScheduleRule): Ticker {
  const cron = expressionOf(text, rule.hashKey);
  return zonedTicker(new WallSearch(cron), rule, cron.stepping ? null : rule.dst);
}

/** True if its times of day are named, regardless of their number: daylight saving affects all of them. */
function rruleTicker({ text, start }: RecurrenceRule, rule: ScheduleRule): Ticker {
  const { search, lastInstant } = recurrenceOf(text, start);
  const ticker = zonedTicker(search, rule, rule.dst);
  return (from) => {
    const tick = ticker(from);
    return tick === null || tick.at > lastInstant ? null : tick;
  };
}

function zonedTicker(wall: WallTimes, { timezone }: ScheduleRule, dst: ScheduleRule['dst'] | null): Ticker {
  const times = new ZonedTimes(wall, Zone.of(timezone), dst);
  return (from) => {
    const instant = times.next(Math.ceil(from / 1000));
    return instant && { at: instant.at * 1000, flags: instant.flag === null ? NO_FLAGS : FLAGS[instant.flag] };
  };
}

/** The earliest of several; an instant that more than one yields is one tick. */
function union(tickers: readonly Ticker[]): Ticker {
  const pending = new Array<Tick | null | undefined>(tickers.length).fill(undefined);
  return (from) => {
    let earliest: Tick | null = null;
    for (const [i, ticker] of tickers.entries()) {
      let tick = pending[i];
      if (tick === undefined || (tick !== null && tick.at < from)) tick = pending[i] = ticker(from);
      if (tick !== null && (earliest === null || tick.at < earliest.at)) earliest = tick;
    }
    return earliest;
  };
}

interface Recurrence {
  readonly search: RruleSearch;
  /** The bound of UNTIL in UTC. */
  readonly lastInstant: Instant;
}

const recurrences = new LRUCache<string, Recurrence>({ max: MAX_KEPT_EXPRESSIONS });

function recurrenceOf(text: string, start: number): Recurrence {
  const key = `${start} ${text}`;
  const cached = recurrences.get(key);
  if (cached) return cached;
  const parsed = parseRrule(text);
  if (typeof parsed === 'string') throw new RangeError(`${text}: ${parsed}`);
  const lastInstant = parsed.until?.kind === 'utc' ? parsed.until.at * 1000 : Infinity;
  const recurrence = { search: new RruleSearch(parsed, start), lastInstant };
  recurrences.set(key, recurrence);
  return recurrence;
}

const expressions = new LRUCache<string, CronExpression>({ max: MAX_KEPT_EXPRESSIONS });
const hashedExpressions = new LRUCache<string, CronExpression>({ max: MAX_KEPT_HASHED });

function expressionOf(text: string, hashKey: string): CronExpression {
  // No expression holds a line end.
  const hashed = `${text}\n${hashKey}`;
  const cached = expressions.get(text) ?? hashedExpressions.get(hashed);
  if (cached) return cached;
  const parsed = parseCron(text, hashKey);
  if (typeof parsed === 'string') throw new RangeError(`${text}: ${parsed}`);
  if (parsed.hashed) hashedExpressions.set(hashed, parsed);
  else expressions.set(text, parsed);
  return parsed;
}

/*
 * Slots that calendars move to another day, at the same time of day: to the next or previous day that they do not exclude, and then
 * by a number of such days. Each slot is moved by itself, and those that are moved to the same instant are one slot.
 */

/** No slot is moved further; two days more, because clocks change. */
const REACH_MS = (MAX_MOVE_DAYS + 2) * DAY_SECONDS * 1000;

/** The ticks of a rule as its calendars move them; the same ones where it moves none. */
function movedByCalendars(ticker: Ticker, rule: ScheduleRule, excludes: Exclusion): Ticker {
  const { move } = rule;
  if (move === undefined) return ticker;
  const moved = new MovedTicks(ticker, (tick) => movedTick(tick, move, rule, excludes));
  return (from) => moved.next(from);
}

/** Keeps their order: ticks are read ahead until none of those to come can be moved before the first one. */
class MovedTicks {
  /** Ascending, none before `asked`. */
  private pending: Tick[] = [];
  private upcoming: Tick | null = null;
  private from = Infinity;

  constructor(
    private readonly ticker: Ticker,
    private readonly moved: (tick: Tick) => Tick,
  ) {}

  next(from: Instant): Tick | null {
    const isAgo = this.upcoming !== null && this.upcoming.at < from - REACH_MS;
    if (from < this.from) this.pending = [];
    if (from < this.from || isAgo) this.upcoming = this.ticker(from - REACH_MS);
    this.from = from;
    this.pending = this.pending.filter(({ at }) => at >= from);
    while (this.upcoming !== null && this.upcoming.at - REACH_MS <= (this.pending[0]?.at ?? Infinity)) {
      this.add(this.moved(this.upcoming));
      this.upcoming = this.ticker(this.upcoming.at + 1);
    }
    return this.pending[0] ?? null;
  }

  private add(tick: Tick): void {
    if (tick.at < this.from) return;
    const place = this.pending.findIndex(({ at }) => at >= tick.at);
    const existing = this.pending[place];
    if (existing?.at !== tick.at) this.pending.splice(place < 0 ? this.pending.length : place, 0, tick);
    // A slot that found no open day does not keep another from running.
    else if (existing.flags.includes('excluded')) this.pending[place] = tick;
  }
}

function movedTick(tick: Tick, move: DayMove, { timezone, dst }: ScheduleRule, excludes: Exclusion): Tick {
  const zone = Zone.of(timezone);
  const second = Math.floor(tick.at / 1000);
  const wall = second + zone.stretchAt(second).offset;
  const onDay = (days: number): Instant | null => {
    if (days === 0) return tick.at;
    const at = instantOfWall(zone, wall + days * DAY_SECONDS, dst);
    return at === null ? null : at * 1000 + (tick.at % 1000);
  };
  const isOpen = (days: number): boolean => {
    const at = onDay(days);
    return at !== null && !excludes(at);
  };
  const days = daysOf(move, isOpen);
  if (days === 0) return tick;
  const at = days === null ? null : onDay(days);
  return at === null ? { at: tick.at, flags: ['excluded'] } : { at, flags: ['moved-by-calendar'] };
}

/** How many days later, or earlier if negative; null where there are not enough open days within reach. */
function daysOf({ excluded, workingDays }: DayMove, isOpen: (days: number) => boolean): number | null {
  const step = workingDays < 0 ? -1 : 1;
  let days: number | null = 0;
  if (excluded !== null && !isOpen(0)) days = nextOpen(0, excluded === 'next' ? 1 : -1, isOpen);
  for (let left = Math.abs(workingDays); left > 0 && days !== null; left--) days = nextOpen(days, step, isOpen);
  return days;
}

function nextOpen(from: number, step: 1 | -1, isOpen: (days: number) => boolean): number | null {
  for (let days = from + step; Math.abs(days) <= MAX_MOVE_DAYS; days += step) if (isOpen(days)) return days;
  return null;
}
