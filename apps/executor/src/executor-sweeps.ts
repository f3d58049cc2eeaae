/** The executor's periodic work: sweeps that find the work which lost messages had announced, and removal. */
import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import type { RunId } from '#common/domain/ids.js';
import type { InboxIntake } from '#common/inbox/inbox-intake.js';
import { EVERY_MINUTE, Housekeeping } from '#common/lifecycle/housekeeping.js';
import type { Logger } from '#common/logging/logger.js';
import type { Membership } from '#common/membership/membership.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { Calm } from '#common/runtime/calm.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { AttemptStarter } from './loop/post-commit.js';
import { freeEndedRuns, freeLeftRuns, type LeftRuns } from './loop/unused-permits.js';
import { LostCalls, stopLeftCalls, type LeftCalls } from './loop/left-calls.js';
import { measureQueues } from './loop/queue-meters.js';
import type { RunLoader } from './loop/run-loader.js';
import type { RunQueue } from './loop/run-queue.js';
import type { SiteKeeper } from './loop/site-keeper.js';
import type { StartQueue } from './loop/start-queue.js';
import type { WorkerParts } from './loop/worker-parts.js';
import type { CommandSweep } from './sweeps/command-sweep.js';
import type { DueSweep } from './sweeps/due-sweep.js';
import type { LeftoversSweep } from './sweeps/leftovers-sweep.js';
import type { OrphanSweep } from './sweeps/orphan-sweep.js';
import type { RemovalSweep } from './sweeps/removal-sweep.js';
import type { RetentionSweep } from './sweeps/retention-sweep.js';
import type { TakeOver } from './sweeps/take-over.js';

export interface SweepParts extends LeftRuns, LeftCalls {
  readonly membership: Pick<Membership, 'owned' | 'members' | 'endedLeases'>;
  readonly loader: RunLoader;
  readonly queue: RunQueue;
  readonly startQueue: StartQueue;
  readonly workerParts: WorkerParts;
  readonly attempts: AttemptStarter;
  readonly reads: Pick<RunReads, 'load' | 'standingOf'>;
  readonly takeOver: TakeOver;
  readonly due: DueSweep;
  readonly commands: CommandSweep;
  readonly inbox: InboxIntake;
  readonly orphans: OrphanSweep;
  readonly retention: RetentionSweep;
  readonly sites: SiteKeeper;
  readonly removal: RemovalSweep;
  readonly leftovers: LeftoversSweep;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Whether the executor is at rest: sweeps for lost messages rest then, too. */
  readonly calm: Calm | undefined;
}

const LEFTOVERS_INTERVAL_MS = 5_000;
const ENDED_RUNS_INTERVAL_MS = 10_000;
const LEFT_RUNS_INTERVAL_MS = 1_000;

export class ExecutorSweeps {
  constructor(
    private readonly loops: readonly SweepLoop[],
    private readonly housekeeping: Housekeeping,
    private readonly removal: Pick<RemovalSweep, 'stop'>,
  ) {}

  start(): void {
    for (const loop of this.loops) loop.start();
    this.housekeeping.start();
  }

  /** Resolves when the steps under way have ended. */
  async stop(): Promise<void> {
    this.removal.stop();
    await Promise.all([...this.loops, this.housekeeping].map((each) => each.stop()));
  }
}

export function sweepsOf(parts: SweepParts): ExecutorSweeps {
  const { startQueue, reads, metrics, removal, orphans, sites, log } = parts;
  const loop = (what: string, work: () => Promise<unknown>, pauseMs = SWEEP_INTERVAL_MS): SweepLoop =>
    new SweepLoop(what, work, pauseMs, { log });
  const recover = (): Promise<void> => {
    measureQueues(metrics, parts);
    return parts.takeOver.step();
  };
  const lost = new LostCalls(parts.membership, parts.loader, parts.queue);
  // These loops repeat work of messages and timers, or remove old documents.
  const resting = [
    loop('due runs', () => parts.due.step()),
    loop('commands', () => parts.commands.step()),
    loop('inbox', () => parts.inbox.sweep(parts.membership.owned())),
    loop('removal', () => removal.step()),
    loop('orphans of shards taken over', () => orphans.stepTaken()),
  ].map((each) => each.restWith(parts.calm));
  const loops = [
    loop('recovery', recover),
    ...resting,
    loop('retention', () => parts.retention.step()),
    loop('leftovers', () => parts.leftovers.step(), LEFTOVERS_INTERVAL_MS),
    loop('permits of ended runs', () => freeEndedRuns(startQueue, reads), ENDED_RUNS_INTERVAL_MS),
    loop('permits of runs of others', () => freeLeftRuns(startQueue, reads, parts), LEFT_RUNS_INTERVAL_MS),
    loop('calls of replicas that have gone', () => lost.step(), LEFT_RUNS_INTERVAL_MS),
    loop('calls for runs of others', () => stopLeftCalls(parts, reads), LEFT_RUNS_INTERVAL_MS),
  ];
  const chores = [
    { name: 'orphans', cron: EVERY_MINUTE, run: () => orphans.step() },
    { name: 'sites', cron: EVERY_MINUTE, run: () => sites.step() },
    { name: 'remembered starts', cron: EVERY_MINUTE, run: () => forgetStarts(parts) },
  ];
  return new ExecutorSweeps(loops, new Housekeeping(chores, { log }), removal);
}

async function forgetStarts({ membership, attempts, reads }: SweepParts): Promise<void> {
  const owned = membership.owned();
  await attempts.forgetEnded((run: RunId) => owned.owns(run), reads);
}
