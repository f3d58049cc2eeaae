/**
 * Decides which runs give up their permits of one limit, and for which runs, by the rule that holds for starts, too: `limits/preemption.ts`.
 */
import type { RunId } from '#common/domain/ids.js';
import { MAX_PERMIT_PREEMPTIONS } from '#common/domain/limits.js';
import type { Waits } from '#common/domain/priority.js';
import { Line } from '#common/limits/line.js';
import { Preemption } from '#common/limits/preemption.js';
import type { Limit, Scope, SharedParts } from '#common/limits/scope.js';
import { Room } from '#common/limits/room.js';
import type { Instant } from '#common/run/run.js';
import { shareOf, type GroupWeights } from './turns.js';

export interface WaitingRun extends Waits {
  readonly run: RunId;
  readonly group?: string;
  /** The keys of its limits. */
  readonly limits: readonly string[];
}

export interface HoldingRun {
  readonly run: RunId;
  readonly group?: string;
  readonly priority: number;
  readonly since: Instant;
  /** `leaving`: its permit becomes free by itself, because it ends or was preempted. */
  readonly standing: 'preemptible' | 'leaving' | 'stays';
}

export interface HeldLimit {
  /** The number of permits; null is no limit. */
  readonly size: number | null;
  readonly holders: ReadonlySet<RunId>;
}

export interface Contest {
  /** The limit whose permits are given up. */
  readonly key: string;
  /** The weights of the groups that share it; null if runs of all groups wait in one queue. */
  readonly weights: GroupWeights | null;
  /** Its holders. */
  readonly holders: readonly HoldingRun[];
  /** The runs that wait for it, by rank. */
  readonly waiting: readonly WaitingRun[];
  /** This limit, and the others of the waiting runs. */
  readonly limits: ReadonlyMap<string, HeldLimit>;
}

/** Limits of runs are not divided among replicas. */
const UNDIVIDED: SharedParts = { unitsOf: () => null, tokensOf: () => null, spend: () => undefined };

/** The runs to be preempted, and the runs that get their permits, for people. */
export function preemptions(
  contest: Contest,
  now: Instant,
): readonly { readonly run: RunId; readonly takers: string }[] {
  const { key, holders, waiting, limits } = contest;
  const leaving = new Set(holders.flatMap(({ run, standing }) => (standing === 'leaving' ? [run] : [])));
  // The limit was lowered: a permit that is given up now could not be given to a waiting run.
  if (holders.length - leaving.size > (limits.get(key)?.size ?? Infinity)) return [];
  const room = new Room(UNDIVIDED);
  const line = new Line(room, () => Infinity);
  const preemption = new Preemption(room, line, MAX_PERMIT_PREEMPTIONS);
  const byRun = new Map(holders.map((holder) => [holder.run, holder]));
  for (const [run, keys] of keysByRun(limits)) {
    if (leaving.has(run)) continue;
    const holder = byRun.get(run);
    const scope = scopeOf(contest, keys, holder);
    room.setLive(run, scope, { all: 1, own: 1 });
    if (holder?.standing === 'preemptible')
      preemption.set(run, scope, { permits: 1, leaving: 0, times: 0, priority: holder.priority, since: holder.since });
  }
  for (const [order, taker] of waiting.entries()) {
    const { run, priority = 0, waitsSince = 0 } = taker;
    const place = { rank: order, order, ticket: order, enteredAt: 0, hasLapsed: false, most: 1, least: 1 };
    line.put({ ...scopeOf(contest, taker.limits, taker), ...place, run, priority, waitsSince });
  }
  const victims = preemption.decide({ now, monotonic: 0 });
  return victims.map((run) => ({ run, takers: preemption.demandOf(run)?.takers ?? '' }));
}

/** Of runs that only hold permits of other limits no group is counted. */
function scopeOf(
  { weights, limits }: Contest,
  keys: readonly string[],
  permit: Pick<WaitingRun, 'group'> | undefined,
): Scope {
  const share = shareOf(permit ?? {}, weights ?? {});
  const isOfGroup = weights !== null && permit !== undefined;
  return {
    limits: keys.map((key): Limit => ({ key, maxActive: limits.get(key)?.size ?? null, maxPerSecond: null })),
    share: isOfGroup ? share : { ...share, group: null },
  };
}

function keysByRun(limits: Contest['limits']): ReadonlyMap<RunId, readonly string[]> {
  const keys = new Map<RunId, string[]>();
  for (const [key, { holders }] of limits) for (const run of holders) keys.set(run, [...(keys.get(run) ?? []), key]);
  return keys;
}
