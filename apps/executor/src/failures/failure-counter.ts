/**
 * Counts failed runs in their error groups, each exactly once. The group of a run is fixed with the run first. Then the group is written
 * with all runs that are counted together; their ids are in the group until the next write. Then the runs are marked as counted. A process
 * that dies or is paused in between leaves runs that are not marked: those that are in the group are counted, the others are not.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { coarsestShardOf } from '#common/domain/shards.js';
import { ERROR_LINES_READ } from '#common/domain/limits.js';
import type { ErrorGroupsStore } from '#common/mongo/error-groups.store.js';
import type { FailedRunsStore, UngroupedRun } from '#common/mongo/failed-runs.store.js';
import type { LastLines, LinesOf } from '#common/mongo/last-lines.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Instant } from '#common/run/run.js';
import { withFailures, type ErrorGroup } from '#common/watch/error-group.js';
import { failureOf, fingerprintText, kindOfFailure, type FailureKind } from '#common/watch/failure.js';

export interface CounterStores {
  readonly runs: Pick<FailedRunsStore, 'assign' | 'stillUngrouped' | 'settle'>;
  readonly groups: Pick<ErrorGroupsStore, 'load' | 'save'>;
  readonly lines: Pick<LastLines, 'read'>;
  readonly tenants: Pick<TenantsStore, 'beginnings'>;
}

export interface Counted {
  /** Runs that need not be examined again. */
  readonly done: number;
  /** Groups as they were written. */
  readonly groups: readonly ErrorGroup[];
}

interface Grouped {
  readonly run: UngroupedRun;
  readonly group: string;
  readonly kind: FailureKind;
}

const GROUP_ID_DIGITS = 24;
const idsOf = (runs: readonly { readonly id: RunId }[]): RunId[] => runs.map(({ id }) => id);

export class FailureCounter {
  constructor(
    private readonly stores: CounterStores,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Counts the runs that no other replica counts at the same time; the next step counts the rest. */
  async count(ungrouped: readonly UngroupedRun[]): Promise<Counted> {
    const { runs, tenants } = this.stores;
    const begins = await tenants.beginnings();
    const isFormer = ({ tenant, createdAt }: UngroupedRun): boolean => createdAt < (begins.get(tenant) ?? 0);
    // The run belongs to a removed tenant whose id was given to another tenant, which must not see its failure.
    const former = ungrouped.filter(isFormer);
    await runs.settle(idsOf(former));
    const grouped = await this.grouped(
      ungrouped.filter((run) => !isFormer(run)),
      begins,
    );
    await runs.assign(membersOf(grouped.filter(({ run }) => run.errorGroup === null)));
    const { done, groups } = await this.countIn(grouped);
    return { done: former.length + done, groups };
  }

  /** The group that each run belongs to by its present content; a group that was fixed before stays. */
  private async grouped(runs: readonly UngroupedRun[], begins: ReadonlyMap<string, Instant>): Promise<Grouped[]> {
    const wanted = runs.flatMap(({ id, output }): LinesOf[] => (output ? [{ run: id, of: output }] : []));
    const lines = await this.stores.lines.read(wanted, ERROR_LINES_READ);
    return runs.map((run) => {
      const kind = kindOfFailure(run, lines.get(run.id) ?? []);
      const text = fingerprintText(kind, begins.get(run.tenant) ?? 0);
      const id = createHash('sha256').update(text).digest('hex').slice(0, GROUP_ID_DIGITS);
      return { run, kind, group: run.errorGroup ?? id };
    });
  }

  /**
   * A run that was counted by a write that is read here is in its group or is marked by then: a process marks the runs of the write
   * before, and then writes the group. A run that is counted by a later write makes this one fail.
   */
  private async countIn(grouped: readonly Grouped[]): Promise<Counted> {
    const { runs, groups } = this.stores;
    const members = Map.groupBy(grouped, ({ group }) => group);
    const before = await groups.load([...members.keys()]);
    const open = await runs.stillUngrouped(grouped.map(({ run }) => run.id));
    const counted = [...before.values()].flatMap((group) => group.counted);
    await runs.settle(counted);
    const isSettled = new Set(counted);
    const isNews = ({ run, group }: Grouped): boolean => open.get(run.id) === group && !isSettled.has(run.id);
    const written = await Promise.all(
      [...members].map(async ([id, each]) => this.write(id, before.get(id) ?? null, each.filter(isNews))),
    );
    const saved = written.filter((group) => group !== null);
    const news = saved.flatMap((group) => group.counted);
    await runs.settle(news);
    // A failure that is not open any more was counted by another replica.
    const othersDone = grouped.filter(({ run }) => !open.has(run.id) || isSettled.has(run.id)).length;
    return { done: news.length + othersDone, groups: saved };
  }

  /** Null if there is nothing to count, or another replica was faster. */
  private async write(id: string, before: ErrorGroup | null, news: readonly Grouped[]): Promise<ErrorGroup | null> {
    const [first] = news;
    if (first === undefined) return null;
    const fresh = { id, shard: coarsestShardOf(id), since: this.clock.now(), kind: first.kind };
    const next = withFailures(
      before,
      fresh,
      news.map(({ run }) => failureOf(run)),
    );
    return (await this.stores.groups.save(next)) ? next : null;
  }
}

const membersOf = (grouped: readonly Grouped[]): ReadonlyMap<string, readonly RunId[]> => {
  const byGroup = Map.groupBy(grouped, ({ group }) => group);
  return new Map([...byGroup].map(([group, each]) => [group, each.map(({ run }) => run.id)]));
};
