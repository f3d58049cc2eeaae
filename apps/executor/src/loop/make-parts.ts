/** Assembles what holds this replica's parts of the limits of workers. */
import type { ServiceParts } from '#common/lifecycle/service.js';
import { messageOf } from '#common/errors/app-error.js';
import { holderOf, isSameHolder, type HolderCount, type MembersView } from '#common/limits/limit-parts.js';
import { moduleLog } from '#common/logging/logger.js';
import type { Membership } from '#common/membership/membership.js';
import { contracts } from '#common/messages/registry.js';
import type { AttemptClaim, Run } from '#common/run/run.js';
import { MAX_LIMITS_ASKED_AT_ONCE } from '#common/domain/limits.js';
import { chunked } from '#common/runtime/continuing.js';
import type { ExecutorConfig } from '../config.js';
import { openRunPages, type OpenRuns } from '../sweeps/recovery.js';
import { isActive } from '../run/attempt.js';
import type { RunPlans } from './run-loader.js';
import { limitsOf, type StartLimits } from './start-limits.js';
import { WorkerParts, type KeyAnswer, type Question } from './worker-parts.js';

const ASK_TIMEOUT_MS = 1_000;

interface CountSources {
  readonly reads: OpenRuns;
  readonly plans: Pick<RunPlans, 'of'>;
  readonly limits: StartLimits;
  readonly shards: readonly number[];
}

type Counts = Map<string, HolderCount[]>;

export function partsOf(
  { nats, membership, clock, log: root }: ServiceParts<ExecutorConfig>,
  sources: Omit<CountSources, 'shards'>,
): WorkerParts {
  const { replica, all } = membership;
  const log = moduleLog(root, 'runs');
  const askShard = async (shard: number, { view, limits, ...question }: Question): Promise<readonly KeyAnswer[]> => {
    const payload = {
      v: 1 as const,
      replica,
      ...question,
      view: { ...view, alive: [...view.alive], silent: [...view.silent] },
      limits: limits.map(({ counts, ...each }) => ({ ...each, ...(counts && { counts: [...counts] }) })),
    };
    try {
      const answer = await nats.request(contracts.shareLimits, { shard }, payload, ASK_TIMEOUT_MS);
      if (answer.ok) return answer.parts;
      log.warn(
        { shard, detail: answer.detail },
        'a scheduler refused to share limits of workers; parts stay as they are',
      );
    } catch (error) {
      log.warn({ shard, error: messageOf(error) }, 'no scheduler shared limits of workers; parts stay as they are');
    }
    return [];
  };
  const ask = async (question: Question): Promise<readonly KeyAnswer[]> => {
    const shards = Map.groupBy(question.limits, ({ key }) => all.of(key));
    const parts = [...shards].flatMap(([shard, limits]) =>
      [...chunked(limits, MAX_LIMITS_ASKED_AT_ONCE)].map((some) => askShard(shard, { ...question, limits: some })),
    );
    return (await Promise.all(parts)).flat();
  };
  const member = { replica, lease: () => membership.lease(), view: () => viewOf(membership) };
  return new WorkerParts({ ask, count: () => countClaims({ ...sources, shards: all.all }) }, member, clock, log);
}

export function viewOf(membership: Pick<Membership, 'members' | 'endedLeases'>): MembersView {
  const members = membership.members();
  const { silent, asOf } = membership.endedLeases();
  return {
    alive: members.map(({ replica, lease }) => ({ replica, lease })),
    silent: [...silent].map(([replica, lease]) => ({ replica, lease })),
    asOf: Number.isFinite(asOf) ? asOf : 0,
    older: members.filter(({ sharesLimits }) => sharesLimits !== true).length,
  };
}

/** Live attempts of all open runs, by shared limit and by the lease in whose part they count. */
export async function countClaims({ shards, ...sources }: CountSources): Promise<Counts> {
  const counts: Counts = new Map();
  for (const shard of shards)
    for await (const page of openRunPages(sources.reads, shard))
      for (const run of page) await countRun(run, sources, counts);
  return counts;
}

async function countRun(run: Run, { plans, limits }: Omit<CountSources, 'shards'>, counts: Counts): Promise<void> {
  const active = run.live.filter(isActive);
  const basis = active.length === 0 ? null : await plans.of(run);
  if (!basis) return;
  for (const { key, shared } of limitsOf(run, basis.spec, limits))
    if (shared?.key === key) for (const { claim } of active) addTo(counts, key, claim);
}

function addTo(counts: Counts, key: string, claim: AttemptClaim): void {
  const holder = holderOf(claim);
  const ofKey = counts.get(key) ?? [];
  const before = ofKey.find((each) => isSameHolder(each, holder));
  const others = ofKey.filter((each) => each !== before);
  counts.set(key, [...others, { ...holder, live: (before?.live ?? 0) + 1 }]);
}
