/**
 * Writes the ends of runs into the log of events, for tenants that subscribe. Runs are read in the order of their changes: once shortly after
 * a change, and once more when every change is certainly stored, for those that were stored late. Numbers are reserved first, then the events
 * are added, and at last they are shown to readers: a process that dies in between leaves events that the next one adds again, each once.
 */
import type { Clock } from '#common/clock/clock.js';
import { EVENT_KEPT_MS, EVENT_LAG_MS, USAGE_LAG_MS, USAGE_WAIT_MS } from '#common/domain/limits.js';
import { asRunId } from '#common/domain/ids.js';
import type { Instant } from '#common/domain/instant.js';
import type { ChangePlace, EventLogStore, LogProgress } from '#common/mongo/event-log.store.js';
import { endsOf, logged, seqAt, type EndEvent, type LoggedEvent } from '#common/run/end-event.js';
import type { Run } from '#common/run/run.js';
import type { EndedRuns } from './ended-runs.js';

type Log = Pick<EventLogStore, 'progress' | 'saveProgress' | 'forgetProgress' | 'add' | 'existing'>;

const PAGES_PER_STEP = 20;
/** The log moves on at least this often, so that readers without events do, too. */
const MOVES_ON = seqAt(600_000);

export class EventKeeper {
  /** Ends up to here are in the log; null: nobody subscribes. */
  through: Instant | null = null;

  constructor(
    private readonly log: Log,
    private readonly ended: Pick<EndedRuns, 'page'>,
    private readonly subscribed: () => Promise<ReadonlySet<string>>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Logs what may be logged by now; returns the number of events. */
  async step(): Promise<number> {
    const tenants = await this.subscribed();
    const progress = await this.log.progress();
    if (tenants.size === 0) {
      if (progress !== null) await this.log.forgetProgress(progress);
      this.through = null;
      return 0;
    }
    if (progress === null) {
      const now = this.clock.now();
      const since = now - EVENT_LAG_MS;
      const place = { changedAt: since, id: asRunId('') };
      await this.log.saveProgress({ rev: 1, since, last: seqAt(now), stored: seqAt(now), soon: place, settled: place });
      return 0;
    }
    const soon = await this.readAll('soon', progress, tenants);
    const settled = soon.progress && (await this.readAll('settled', soon.progress, tenants));
    return soon.count + (settled?.count ?? 0);
  }

  /** Whether a run may be removed: all its ends are in the log, or belong into none. */
  async areLogged(run: Run): Promise<boolean> {
    if (!(await this.subscribed()).has(run.tenant)) return true;
    const progress = await this.log.progress();
    if (progress === null) return true;
    const ends = endsOf(run, Math.max(progress.since, this.clock.now() - USAGE_WAIT_MS));
    return (await this.missing(ends)).length === 0;
  }

  private async readAll(
    pass: 'soon' | 'settled',
    from: LogProgress,
    tenants: ReadonlySet<string>,
  ): Promise<{ progress: LogProgress | null; count: number }> {
    let progress: LogProgress | null = from;
    let count = 0;
    for (let i = 0; i < PAGES_PER_STEP; i++) {
      const now = this.clock.now();
      const until = now - (pass === 'soon' ? EVENT_LAG_MS : USAGE_LAG_MS);
      // A run that is resumed is read with its earlier ends: they are still in the log, or were not read before it went on.
      const range = { from: progress[pass], until, since: Math.max(progress.since, now - EVENT_KEPT_MS) };
      const { ends, place, isLast } = await this.ended.page(range, tenants);
      const events = pass === 'soon' ? ends : await this.missing(ends);
      progress = await this.write(progress, events, { [pass]: place });
      if (progress === null) break;
      count += events.length;
      if (pass === 'soon') this.through = isLast ? until : place.changedAt;
      if (isLast) break;
    }
    return { progress, count };
  }

  private async missing(ends: readonly EndEvent[]): Promise<EndEvent[]> {
    if (ends.length === 0) return [];
    const existing = await this.log.existing(ends.map(({ id }) => id));
    return ends.filter(({ id }) => !existing.has(id));
  }

  /**
   * Adds the events in order: of a process that dies, or that adds the same events, only the first ones are in the log, and their places are
   * before those of the others. False: another process adds them at the moment.
   */
  private async add(events: readonly LoggedEvent[], now: Instant): Promise<boolean> {
    const { log } = this;
    let left = events;
    for (let i = 0; i < MAX_ADDS; i++) {
      if ((await log.add(left, now)) === left.length) return true;
      const existing = await log.existing(left.map(({ id }) => id));
      left = left.filter(({ id }) => !existing.has(id));
    }
    return false;
  }

  /** Null: another process writes. */
  private async write(
    progress: LogProgress,
    events: readonly EndEvent[],
    places: Partial<Record<'soon' | 'settled', ChangePlace>>,
  ): Promise<LogProgress | null> {
    const { log } = this;
    const now = this.clock.now();
    const numbered = logged(events, progress.last, now);
    const last = numbered.at(-1)?.seq ?? (seqAt(now) - progress.last > MOVES_ON ? seqAt(now) : progress.last);
    let reserved = { ...progress, last };
    if (numbered.length > 0) {
      reserved = { ...reserved, rev: progress.rev + 1 };
      if (!(await log.saveProgress(reserved)) || !(await this.add(numbered, now))) return null;
    }
    const next = { ...reserved, ...places, rev: reserved.rev + 1, stored: last };
    const isSame = numbered.length === 0 && last === progress.stored && !hasMoved(progress, next);
    if (isSame) return progress;
    return (await log.saveProgress(next)) ? next : null;
  }
}

/** Times that others may add some of the same events meanwhile. */
const MAX_ADDS = 5;

const hasMoved = (before: LogProgress, after: LogProgress): boolean =>
  (['soon', 'settled'] as const).some(
    (pass) => before[pass].id !== after[pass].id || before[pass].changedAt !== after[pass].changedAt,
  );
