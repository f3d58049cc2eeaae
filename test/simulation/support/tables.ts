/** The database in memory: each method is one operation on single documents, as atomic as the real one makes it. */
import { isUntouched } from '#common/run/new-run.js';
import type { CalendarSpec } from '#common/spec/calendar.js';
import type { Backfill } from '#common/domain/backfill.js';
import type { RunCommand, StoredJob, StoredWorker, Tenant } from '#common/spec/definitions.js';
import type { JobId, RunId, TenantId, WorkerId } from '#common/domain/ids.js';
import { TOMBSTONE_MS } from '#common/domain/limits.js';
import { isFinal } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import type { Gap, ScheduleState } from '#common/schedule/schedule-state.js';
import type { SharedLimit } from '#common/domain/shared-limit.js';
import type { Member } from '#common/mongo/members.store.js';
import type { RequestKey } from '#common/mongo/requests.store.js';
import type { StoredKey } from '#common/mongo/run-document.js';
import type { ClosedKey, MadeRun } from '#common/mongo/runs.store.js';
import { LimitTables } from './limit-tables.js';

/** Sees every change as it happens. */
export interface Watcher {
  scheduleSaved(before: ScheduleState | null, after: ScheduleState): void;
  limitSaved(before: SharedLimit | null, after: SharedLimit): void;
  runInserted(run: Run): void;
  runSaved(before: Run, after: Run): void;
  runRemoved(run: Run, how: 'withdrawn' | 'revoked' | 'forgotten'): void;
  backfillSaved(before: Backfill, after: Backfill): void;
}

/** Tells each of them of every change. */
export const watchedByAll = (all: readonly Partial<Watcher>[]): Watcher => ({
  scheduleSaved: (before, after) => {
    for (const each of all) each.scheduleSaved?.(before, after);
  },
  limitSaved: (before, after) => {
    for (const each of all) each.limitSaved?.(before, after);
  },
  runInserted: (run) => {
    for (const each of all) each.runInserted?.(run);
  },
  runSaved: (before, after) => {
    for (const each of all) each.runSaved?.(before, after);
  },
  runRemoved: (run, how) => {
    for (const each of all) each.runRemoved?.(run, how);
  },
  backfillSaved: (before, after) => {
    for (const each of all) each.backfillSaved?.(before, after);
  },
});

type KeyDocument = (StoredKey & { readonly kind: 'closed' | 'removed'; readonly expireAt: Instant }) | RunDocument;
interface RunDocument {
  readonly kind: 'run';
  readonly run: Run;
}

export class Tables {
  readonly schedules = new Map<JobId, ScheduleState>();
  readonly requests = new Map<string, RequestKey>();
  /** The state of all documents of the limits together. */
  readonly limits: ReadonlyMap<string, SharedLimit>;
  readonly limitPieces: LimitTables;
  readonly gaps = new Map<string, Gap>();
  readonly backfills = new Map<string, Backfill>();
  private readonly commands = new Map<RunId, Map<string, RunCommand>>();
  readonly jobs = new Map<JobId, StoredJob>();
  readonly workers = new Map<WorkerId, StoredWorker>();
  readonly tenants = new Map<TenantId, Tenant>();
  readonly calendars = new Map<string, { readonly spec: CalendarSpec }>();
  readonly members = new Map<string, Member & { readonly heartbeatAt: Instant }>();
  /** Unfinished runs, which the partial indexes cover. */
  readonly open = new Map<RunId, Run>();
  /** Followed runs that have ended, and whose dependents are not decided yet. */
  readonly pendingDependents = new Map<RunId, Run>();
  private readonly followed = new Map<string, Set<RunId>>();
  private readonly keys = new Map<RunId, KeyDocument>();

  constructor(
    private readonly watcher: Watcher,
    private readonly trueTime: () => Instant,
  ) {
    this.limitPieces = new LimitTables((before, after) => {
      watcher.limitSaved(before, after);
    });
    this.limits = this.limitPieces.whole;
  }

  insertSchedule(state: ScheduleState): boolean {
    if (this.schedules.has(state.job)) return false;
    this.watcher.scheduleSaved(null, state);
    this.schedules.set(state.job, state);
    return true;
  }

  saveSchedule(next: ScheduleState, expectedRev: number): boolean {
    const stored = this.schedules.get(next.job);
    if (stored?.rev !== expectedRev) return false;
    this.watcher.scheduleSaved(stored, next);
    this.schedules.set(next.job, next);
    return true;
  }

  insertRequest(key: RequestKey): boolean {
    if (this.requests.has(key.id)) return false;
    this.requests.set(key.id, key);
    return true;
  }

  saveRequest(next: RequestKey, expectedRev: number): boolean {
    if (this.requests.get(next.id)?.rev !== expectedRev) return false;
    this.requests.set(next.id, next);
    return true;
  }

  insertBackfill(backfill: Backfill): boolean {
    if (this.backfills.has(backfill.id)) return false;
    this.backfills.set(backfill.id, backfill);
    return true;
  }

  saveBackfill(next: Backfill, expectedRev: number): boolean {
    const stored = this.backfills.get(next.id);
    if (stored?.rev !== expectedRev) return false;
    this.watcher.backfillSaved(stored, next);
    this.backfills.set(next.id, next);
    return true;
  }

  /** False: the key is taken, by a run or by a gap. */
  insertRun(run: Run): boolean {
    if (this.keys.has(run.id)) return false;
    this.putRun(run);
    this.watcher.runInserted(run);
    return true;
  }

  /** For an intended fault. */
  dropKey(id: RunId): void {
    this.remove(id);
  }

  run(id: RunId): Run | null {
    const document = this.keys.get(id);
    return document?.kind === 'run' ? document.run : null;
  }

  saveRun(next: Run, expectedRev: number): boolean {
    const stored = this.run(next.id);
    if (stored?.rev !== expectedRev) return false;
    this.putRun(next);
    this.watcher.runSaved(stored, next);
    return true;
  }

  withdraw(made: MadeRun): boolean {
    const run = this.exactly({ ...made, rev: 1 });
    if (!run) return false;
    this.remove(run.id);
    this.watcher.runRemoved(run, 'withdrawn');
    return true;
  }

  /** Removes a run that has not been changed since it was read, and whose start has not begun. */
  revoke(made: MadeRun): void {
    const run = this.exactly(made);
    if (!run || !isUntouched(run)) return;
    this.remove(run.id);
    this.watcher.runRemoved(run, 'revoked');
  }

  private exactly(made: MadeRun): Run | null {
    const run = this.run(made.id);
    const same = (['rev', 'createdAt', 'jobVersion', 'spec', 'scheduleRev'] as const).every(
      (key) => run?.[key] === made[key],
    );
    return same ? run : null;
  }

  /** True: the key is closed now; false: it existed. */
  closeKey({ id, outcome, reason }: ClosedKey, now: Instant): boolean {
    if (this.keys.has(id)) return false;
    this.keys.set(id, { kind: 'closed', outcome, reason, expireAt: now + TOMBSTONE_MS });
    return true;
  }

  key(id: RunId): StoredKey | null {
    const document = this.keys.get(id);
    if (document?.kind === 'removed') return { kind: 'removed' };
    if (document?.kind !== 'closed') return document ?? null;
    return { kind: 'closed', outcome: document.outcome, reason: document.reason };
  }

  /** An ended run is deleted; its key stays used for a day if a slot made it. */
  removeRun(run: Run): void {
    this.remove(run.id);
    if (run.scheduledFor !== null) {
      this.keys.set(run.id, { kind: 'removed', expireAt: this.trueTime() + TOMBSTONE_MS });
    }
    this.watcher.runRemoved(run, 'forgotten');
  }

  /** The removal of expired keys by the database, once a minute, and of expired runs by retention. */
  expire(): void {
    const now = this.trueTime();
    for (const [id, document] of this.keys) {
      if (document.kind !== 'run') {
        if (document.expireAt <= now) this.keys.delete(id);
      } else if (document.run.expireAt !== null && document.run.expireAt <= now) this.removeRun(document.run);
    }
  }

  /** True: its dependents were pending, at this revision. */
  markDependentsDecided(id: RunId, rev: number): boolean {
    return this.pendingDependents.get(id)?.rev === rev && this.pendingDependents.delete(id);
  }

  /** Followed runs of a job with the cause. */
  ofCause(job: JobId, cause: string): Run[] {
    return [...(this.followed.get(`${job} ${cause}`) ?? [])].flatMap((id) => this.run(id) ?? []);
  }

  /** All runs. */
  runs(): Run[] {
    return [...this.keys.values()].flatMap((each) => (each.kind === 'run' ? [each.run] : []));
  }

  /** Ended runs that may be resumed. */
  aborted(): Run[] {
    return [...this.keys.values()].flatMap((each) =>
      each.kind === 'run' && each.run.phase === 'Aborted' ? [each.run] : [],
    );
  }

  /** A repeat changes nothing. */
  addCommand(command: RunCommand): void {
    const run = command.run as RunId;
    const known = this.commands.get(run) ?? new Map<string, RunCommand>();
    if (!known.has(command.id)) known.set(command.id, command);
    this.commands.set(run, known);
  }

  commandsOf(run: RunId): Iterable<RunCommand> {
    return this.commands.get(run)?.values() ?? [];
  }

  recordGap({ to, count, ...rest }: Gap): void {
    const id = `${rest.job}/${rest.from}`;
    const stored = this.gaps.get(id);
    const base = stored ?? { ...rest, to, count };
    this.gaps.set(id, { ...base, to: Math.max(base.to, to), count: Math.max(base.count, count) });
  }

  private putRun(run: Run): void {
    this.keys.set(run.id, { kind: 'run', run });
    if (isFinal(run.phase)) this.open.delete(run.id);
    else this.open.set(run.id, run);
    if (run.followed && isFinal(run.phase)) this.pendingDependents.set(run.id, run);
    else this.pendingDependents.delete(run.id);
    if (!run.followed || run.cause === undefined) return;
    const key = `${run.job} ${run.cause}`;
    this.followed.set(key, (this.followed.get(key) ?? new Set()).add(run.id));
  }

  private remove(id: RunId): void {
    this.pendingDependents.delete(id);
    this.keys.delete(id);
    this.open.delete(id);
  }
}
