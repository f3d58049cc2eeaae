/**
 * Slots that calendars move to another day, at the same time of day: to the next or previous day that they do not exclude, and then
 * by a number of such days. Each slot is moved by itself, and those that are moved to the same instant are one slot.
 */
import { MAX_MOVE_DAYS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import { DAY_SECONDS } from './civil.js';
import type { Exclusion } from './exclusion.js';
import type { DayMove, ScheduleRule } from './schedule-state.js';
import type { Tick, Ticker } from './tick.js';
import { Zone } from './zone.js';
import { instantOfWall } from './zoned-times.js';

/** No slot is moved further; two days more, because clocks change. */
const REACH_MS = (MAX_MOVE_DAYS + 2) * DAY_SECONDS * 1000;

/** The ticks of a rule as its calendars move them; the same ones where it moves none. */
export function movedByCalendars(ticker: Ticker, rule: ScheduleRule, excludes: Exclusion): Ticker {
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
