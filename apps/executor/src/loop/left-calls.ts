/** Calls that one replica makes for runs of another, because their shards have moved meanwhile. */
import { LRUCache } from 'lru-cache';
import { parseAttemptId, type RunId } from '#common/domain/ids.js';
import { hasLeft } from '#common/limits/limit-parts.js';
import type { AttemptClaim, Run } from '#common/run/run.js';
import type { Membership } from '#common/membership/membership.js';
import { chunked } from '#common/runtime/continuing.js';
import type { Engines } from '../engines/engine.js';
import type { EffectPerformer } from './post-commit.js';
import type { RunLoader } from './run-loader.js';
import type { RunQueue } from './run-queue.js';

const RUNS_PER_READ = 500;
/** The runs of a replica that has gone are known within this time: its shards are taken over first. */
const TAKEN_OVER_MS = 60_000;
const MAX_GONE = 1_000;

export interface LeftCalls {
  readonly isMine: (run: RunId) => boolean;
  readonly engines: Pick<Engines, 'underWay' | 'cleanUp'>;
  readonly effects: Pick<EffectPerformer, 'perform'>;
}

/**
 * Stops calls that this process makes for runs which others own now. Only the process that makes a call can close its connection, and nothing
 * else would tell it that the call is to end.
 */
export async function stopLeftCalls(
  { engines, effects, isMine }: LeftCalls,
  reads: { load(runs: readonly RunId[]): Promise<ReadonlyMap<RunId, Run>> },
): Promise<void> {
  const left = engines.underWay().flatMap((attempt) => {
    const run = parseAttemptId(attempt)?.run;
    return run === undefined || isMine(run) ? [] : [{ attempt, run }];
  });
  for (const some of chunked(left, RUNS_PER_READ)) {
    const runs = await reads.load([...new Set(some.map(({ run }) => run))]);
    for (const { attempt, run: id } of some) {
      const run = runs.get(id);
      const live = run?.live.find((each) => each.id === attempt);
      if (!run || !live || live.state === 'ended') await engines.cleanUp('webservice', attempt, null);
      else if (live.state === 'stopping')
        effects.perform(run, { type: 'stop', attempt, force: false, graceSeconds: live.stop.graceSeconds });
    }
  }
}

/**
 * Looks once at each run of this replica whose call was made by a replica that has gone, as soon as its claim is certainly void: where the
 * shard had moved before, nothing is recovered, and a lost call would be looked for much later.
 */
export class LostCalls {
  private replicas: ReadonlySet<string> = new Set();
  /** Replicas that have gone, each with the runs that were looked at. */
  private readonly gone = new LRUCache<string, Set<RunId>>({ max: MAX_GONE, ttl: TAKEN_OVER_MS });

  constructor(
    private readonly membership: Pick<Membership, 'members' | 'endedLeases'>,
    private readonly loader: Pick<RunLoader, 'unended'>,
    private readonly queue: Pick<RunQueue, 'wake'>,
  ) {}

  step(): Promise<void> {
    const present = new Set(this.membership.members().map(({ replica }) => replica));
    for (const replica of this.replicas) if (!present.has(replica)) this.gone.set(replica, new Set());
    this.replicas = present;
    if (this.gone.size > 0)
      for (const { id, engine, live } of this.loader.unended)
        if (engine === 'webservice') for (const { state, claim } of live) if (state !== 'ended') this.lookAt(id, claim);
    return Promise.resolve();
  }

  private lookAt(run: RunId, { replica, at }: AttemptClaim): void {
    const seen = this.gone.get(replica);
    if (seen === undefined || seen.has(run) || !hasLeft(at, this.membership.endedLeases().asOf)) return;
    seen.add(run);
    this.queue.wake(run);
  }
}
