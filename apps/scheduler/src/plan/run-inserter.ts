/** The keys of slots: closes the keys of a gap, inserts runs under the keys that fire, and compares them with existing runs. */
import { scheduledRunId, type RunId } from '#common/domain/ids.js';
import { isUntouched } from '#common/run/new-run.js';
import type { Instant, Run } from '#common/run/run.js';
import type { StoredKey } from '#common/mongo/run-document.js';
import type { ClosedKey } from '#common/mongo/runs.store.js';
import { protectFromWithdrawal } from '../admission/run-records.js';
import type { KnownSlot } from '../core/plan-step.js';
import { slotRun } from '../core/slot-run.js';
import { supersededRun } from './early-runs.js';
import type { RunReader, RunStore, ScheduleStore } from '../ports.js';
import type { Fired, PlanItem, PlannedStep } from './planned.js';

/** Steps that are ready for their compare-and-set, and jobs that must be decided again because their keys have another use. */
export interface Prepared<T> {
  readonly ready: readonly T[];
  readonly again: readonly PlanItem[];
}

/** Runs in one insert. */
const MAX_INSERT = 1_000;

export class RunInserter {
  constructor(
    private readonly stores: { readonly schedules: ScheduleStore; readonly runs: RunStore; readonly reads: RunReader },
    private readonly shardCount: number,
  ) {}

  /** Closes the contested keys of gaps. If a key belongs to a run by now, its job is decided again. */
  async closeKeys(planned: readonly PlannedStep<'gap'>[], now: Instant): Promise<Prepared<PlannedStep<'gap'>>> {
    const keys = planned.flatMap(({ item, step }) =>
      step.toClose.map((nominal): ClosedKey & { nominal: Instant } => ({
        id: scheduledRunId(item.state.job, nominal),
        outcome: step.gap.outcome,
        reason: step.gap.reason,
        nominal,
      })),
    );
    if (keys.length === 0) return { ready: planned, again: [] };
    const existed = await this.stores.runs.closeKeys(
      keys.map(({ id, outcome, reason }) => ({ id, outcome, reason })),
      now,
    );
    if (existed.size === 0) return { ready: planned, again: [] };
    const stored = await this.stores.reads.storedKeys([...existed]);
    await this.keep(stored);
    return split(planned, ({ item, step }) => {
      const runs = step.toClose.filter((nominal) => {
        const kind = stored.get(scheduledRunId(item.state.job, nominal))?.kind;
        return kind === 'run' || kind === 'removed';
      });
      return runs.map((nominal): [Instant, KnownSlot] => [nominal, { kind: 'run' }]);
    });
  }

  /** Inserts the runs of steps in slot order. If a key is closed, its job is decided again. */
  async insertRuns(planned: readonly PlannedStep<'fire'>[], now: Instant): Promise<Prepared<Fired>> {
    const drafts = planned.map(({ item, step }) =>
      step.slots.map((slot) => slotRun(item.state, slot, { limited: item.limited, shardCount: this.shardCount }, now)),
    );
    const all = drafts.flat().sort((a, b) => a.startAfter - b.startAfter);
    const inserted = new Set<RunId>();
    for (let i = 0; i < all.length; i += MAX_INSERT) {
      for (const id of await this.stores.runs.insertRuns(all.slice(i, i + MAX_INSERT))) inserted.add(id);
    }
    const fired = planned.map((each, i): Fired => ({ ...each, runs: drafts[i] ?? [], inserted }));
    if (inserted.size === all.length) return { ready: fired, again: [] };
    const stored = await this.stores.reads.storedKeys(all.map(({ id }) => id).filter((id) => !inserted.has(id)));
    const superseded = new Set(await this.revokeSuperseded(fired, stored));
    const there = await this.adopt(fired, stored);
    const current = fired
      .filter((each) => !superseded.has(each))
      .map((each) => ({ ...each, runs: each.runs.map((run) => there.get(run.id) ?? run) }));
    const { ready, again } = split(current, ({ step, item }) =>
      step.slots.flatMap(({ nominal }): [Instant, KnownSlot][] => {
        const key = stored.get(scheduledRunId(item.state.job, nominal));
        return key?.kind === 'closed' ? [[nominal, key]] : [];
      }),
    );
    const isTaken = (id: RunId): boolean => (stored.get(id)?.kind === 'run' ? there.has(id) : stored.has(id));
    const isWhole = ({ runs }: Fired): boolean => runs.every(({ id }) => inserted.has(id) || isTaken(id));
    return {
      ready: ready.filter(isWhole),
      again: [...again, ...[...superseded, ...ready.filter((each) => !isWhole(each))].map(({ item }) => item)],
    };
  }

  /**
   * Revokes runs that a planner made ahead of time before the definition changed, if it died before it took them back. Returns the steps
   * that met one: their jobs are decided again.
   */
  private async revokeSuperseded(
    fired: readonly Fired[],
    stored: ReadonlyMap<RunId, StoredKey>,
  ): Promise<readonly Fired[]> {
    const supersededOf = ({ item, runs }: Fired): Run[] =>
      runs.flatMap(({ id }) => supersededRun(stored.get(id), item.state) ?? []);
    const met = fired.filter((each) => supersededOf(each).length > 0);
    if (met.length > 0) await this.stores.runs.revoke(met.flatMap(supersededOf));
    return met;
  }

  /**
   * The runs that another planner inserted, as they are now. A run that has not begun is saved as planned from this planner's state: a
   * replica that decided to revoke it before, and was paused, then finds another revision. Runs that were taken back, whose keys are free
   * again, and runs that were changed at this moment are left out: their slots are decided again.
   */
  private adopt(fired: readonly Fired[], stored: ReadonlyMap<RunId, StoredKey>): Promise<ReadonlyMap<RunId, Run>> {
    const revs = new Map(fired.map(({ item }) => [item.state.job, item.state.rev]));
    return this.ofRuns(stored, async (run) => {
      const scheduleRev = revs.get(run.job) ?? 0;
      if (!isUntouched(run) || (run.scheduleRev ?? 0) >= scheduleRev) return protectFromWithdrawal(this.stores, run);
      const next = { ...run, scheduleRev, rev: run.rev + 1 };
      if (await this.stores.runs.save(next, run.rev)) return next;
      const present = (await this.stores.reads.load([run.id])).get(run.id);
      return present && !isUntouched(present) ? present : null;
    });
  }

  /** The runs that another planner inserted, as they are now, without withdrawn runs, whose keys are free again. */
  private keep(stored: ReadonlyMap<RunId, StoredKey>): Promise<ReadonlyMap<RunId, Run>> {
    return this.ofRuns(stored, (run) => protectFromWithdrawal(this.stores, run));
  }

  private async ofRuns(
    stored: ReadonlyMap<RunId, StoredKey>,
    take: (run: Run) => Promise<Run | null>,
  ): Promise<ReadonlyMap<RunId, Run>> {
    const runs = [...stored.values()].flatMap((key) => (key.kind === 'run' ? [key.run] : []));
    const current = await Promise.all(runs.map(take));
    return new Map(current.flatMap((run) => (run ? [[run.id, run] as const] : [])));
  }

  /**
   * Another process changed the job while these runs were inserted or adopted. A run that the new document neither covers nor would make
   * again belongs to a superseded definition: it is taken back unless it was changed meanwhile.
   */
  async takeBack({ item, runs, inserted }: Fired): Promise<void> {
    const own = runs.filter((run) => inserted.has(run.id) || isUntouched(run));
    if (own.length === 0) return;
    const state = await this.stores.schedules.load(item.state.job);
    for (const run of own) {
      const covered = state !== null && (run.scheduledFor ?? 0) <= state.mark;
      const isSame = state !== null && state.jobVersion === run.jobVersion && state.spec === run.spec;
      const stillMeant = isSame && state.active;
      if (covered || stillMeant) continue;
      if (inserted.has(run.id)) await this.stores.runs.withdraw(run);
      else await this.stores.runs.revoke([run]);
    }
  }
}

/** Separates the steps with new knowledge about their keys from the others. */
function split<T extends { readonly item: PlanItem }>(
  planned: readonly T[],
  learned: (each: T) => readonly [Instant, KnownSlot][],
): Prepared<T> {
  const ready: T[] = [];
  const again: PlanItem[] = [];
  for (const each of planned) {
    const news = learned(each).filter(([nominal]) => !each.item.knownSlots.has(nominal));
    if (news.length === 0) ready.push(each);
    else again.push({ ...each.item, knownSlots: new Map([...each.item.knownSlots, ...news]) });
  }
  return { ready, again };
}
