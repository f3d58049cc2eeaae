/**
 * Calls that one replica makes for runs of another. Stops calls that this process makes for runs which others own now. Only the process that makes a call can close its connection, and
 * nothing else would tell it that the call is to end.
 */
import { parseAttemptId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import type { Membership } from '#common/membership/membership.js';
import { chunked } from '#common/runtime/continuing.js';
import type { Engines } from '../engines/engine.js';
import type { EffectPerformer } from './post-commit.js';
import type { RunLoader } from './run-loader.js';
import type { RunQueue } from './run-queue.js';

const RUNS_PER_READ = 500;

export interface LeftCalls {
  readonly isMine: (run: RunId) => boolean;
  readonly engines: Pick<Engines, 'underWay' | 'cleanUp'>;
  readonly effects: Pick<EffectPerformer, 'perform'>;
}

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
 * Looks at the runs of this replica whose calls were made by a replica that has gone: their shards are unchanged, so nothing is recovered, and
 * a lost call would be looked for much later.
 */
export class LostCalls {
  private replicas: ReadonlySet<string> = new Set();

  constructor(
    private readonly membership: Pick<Membership, 'members'>,
    private readonly loader: Pick<RunLoader, 'unended'>,
    private readonly queue: Pick<RunQueue, 'wake'>,
  ) {}

  step(): Promise<void> {
    const present = new Set(this.membership.members().map(({ replica }) => replica));
    const gone = new Set([...this.replicas].filter((replica) => !present.has(replica)));
    this.replicas = present;
    if (gone.size > 0)
      for (const { id, engine, live } of this.loader.unended)
        if (engine === 'webservice' && live.some(({ state, claim }) => state !== 'ended' && gone.has(claim.replica)))
          this.queue.wake(id);
    return Promise.resolve();
  }
}
