/** Starts and stops everything that the executor runs by itself, in the right order. */
import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import type { InboxIntake } from '#common/inbox/inbox-intake.js';
import type { RunId } from '#common/domain/ids.js';
import { EVERY_MINUTE, Housekeeping } from '#common/lifecycle/housekeeping.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import type { Membership } from '#common/membership/membership.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { EffectRunner } from './loop/effect-runner.js';
import type { Engines } from './engines/engines.js';
import { freeEndedPlaces } from './loop/ended-places.js';
import type { RunChanges } from './loop/run-changes.js';
import type { SiteKeeper } from './loop/site-keeper.js';
import type { CommandSweep } from './sweeps/command-sweep.js';
import type { DueSweep } from './sweeps/due-sweep.js';
import type { HostWatch } from './sweeps/host-watch.js';
import type { OrphanSweep } from './sweeps/orphan-sweep.js';
import type { Recovery } from './sweeps/recovery.js';
import type { Calm } from '#common/runtime/calm.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { LeftoversSweep } from './sweeps/leftovers-sweep.js';
import type { RemovalSweep } from './sweeps/removal-sweep.js';
import type { RetentionSweep } from './sweeps/retention-sweep.js';
import type { RunLoader } from './loop/run-loader.js';
import type { RunMetrics } from './loop/run-metrics.js';
import type { RunQueue } from './loop/run-queue.js';
import type { StartQueue } from './loop/start-queue.js';

export interface ExecutorParts {
  readonly membership: Pick<Membership, 'owned' | 'onChange' | 'lease'>;
  readonly engines: Engines;
  readonly queue: RunQueue;
  readonly starts: StartQueue;
  readonly effects: EffectRunner;
  readonly reads: Pick<RunReads, 'load' | 'standingOf'>;
  readonly changes: Pick<RunChanges, 'drain'>;
  readonly loader: RunLoader;
  readonly hosts: HostWatch;
  readonly due: DueSweep;
  readonly commands: CommandSweep;
  readonly inbox: InboxIntake;
  readonly recovery: Recovery;
  readonly orphans: OrphanSweep;
  readonly retention: RetentionSweep;
  readonly sites: SiteKeeper;
  readonly removal: RemovalSweep;
  readonly leftovers: LeftoversSweep;
  readonly runMetrics: RunMetrics;
  readonly metrics: Metrics;
  readonly log: Logger;
}

const LEFTOVERS_INTERVAL_MS = 5_000;
const PLACES_INTERVAL_MS = 10_000;

export class ExecutorLoops implements Startable {
  private readonly loops: readonly SweepLoop[];
  private readonly resting: readonly SweepLoop[];
  private readonly housekeeping: Housekeeping;
  private lease: number | null = null;
  private stopWatching: () => void = () => undefined;

  constructor(private readonly parts: ExecutorParts) {
    const { due, commands, inbox, recovery, orphans, retention, removal, leftovers, sites, starts, log } = parts;
    const loop = (what: string, work: () => Promise<unknown>, pauseMs: number): SweepLoop =>
      new SweepLoop(what, work, pauseMs, { log });
    // What a message tells of, or a timer of this process; and what is removed.
    this.resting = [
      loop('due runs', () => due.step(), SWEEP_INTERVAL_MS),
      loop('commands', () => commands.step(), SWEEP_INTERVAL_MS),
      loop('inbox', () => inbox.sweep(this.parts.membership.owned()), SWEEP_INTERVAL_MS),
      loop('removal', () => removal.step(), SWEEP_INTERVAL_MS),
      loop('orphans of shards taken over', () => orphans.stepTaken(), SWEEP_INTERVAL_MS),
    ];
    this.loops = [
      loop('recovery', () => this.recover(recovery), SWEEP_INTERVAL_MS),
      ...this.resting,
      loop('retention', () => retention.step(), SWEEP_INTERVAL_MS),
      loop('leftovers', () => leftovers.step(), LEFTOVERS_INTERVAL_MS),
      loop('places', () => freeEndedPlaces(starts, parts.reads), PLACES_INTERVAL_MS),
    ];
    const chores = [
      { name: 'orphans', cron: EVERY_MINUTE, run: () => orphans.step() },
      { name: 'sites', cron: EVERY_MINUTE, run: () => sites.step() },
      { name: 'remembered starts', cron: EVERY_MINUTE, run: () => this.forgetStarts() },
    ];
    this.housekeeping = new Housekeeping(chores, { log });
  }

  /** Gives itself, whose sweeps for lost messages from now on rest while the executor does. */
  restWith(calm: Calm | undefined): this {
    for (const loop of this.resting) loop.restWith(calm);
    return this;
  }

  async start(): Promise<void> {
    const { engines, queue, membership, hosts } = this.parts;
    await engines.open((observation) => {
      queue.report({ type: 'observed', observation });
    });
    hosts.step();
    this.stopWatching = membership.onChange(() => {
      this.shareAnew();
    });
    for (const loop of this.loops) loop.start();
    this.housekeeping.start();
  }

  async stop(): Promise<void> {
    const { engines, queue, effects, starts, changes, removal, sites } = this.parts;
    this.stopWatching();
    // Starts that were sent are waited for and their results saved; unsent ones are given back. No other replica could tell which
    // is which.
    starts.stop();
    removal.stop();
    const loops = Promise.all([...this.loops, this.housekeeping].map((each) => each.stop()));
    await queue.drain();
    await effects.close();
    await queue.stop();
    await sites.drain();
    await Promise.all([loops, engines.close(), changes.drain()]);
  }

  private shareAnew(): void {
    const { membership, loader, runMetrics, starts } = this.parts;
    const owned = membership.owned();
    const isMine = (run: RunId): boolean => owned.owns(run);
    loader.keepOnly(({ shard }) => owned.has(shard));
    runMetrics.keepOnly(isMine);
    starts.keepOnly(isMine);
  }

  /**
   * True once after a lease has lapsed: others may have had the shards meanwhile, and what waited in their line waits in none now, though
   * the shards look as before.
   */
  private hasAnotherLease(): boolean {
    const [before, lease] = [this.lease, this.parts.membership.lease()];
    if (lease === null || lease === before) return false;
    this.lease = lease;
    return before !== null;
  }

  private async forgetStarts(): Promise<void> {
    const { membership, effects, reads } = this.parts;
    const owned = membership.owned();
    await effects.forgetEnded((run) => owned.owns(run), reads);
  }

  private async recover(recovery: Recovery): Promise<void> {
    const { hosts, metrics, starts, queue } = this.parts;
    metrics.queueDepth.set({ queue: 'starts' }, starts.depth);
    metrics.startQueueUnmoved.set(starts.unmovedMs() / 1_000);
    const { oldestMs, tenants } = starts.waits();
    metrics.startQueueOldest.set(oldestMs / 1_000);
    metrics.startQueueTenants.set(tenants);
    metrics.queueDepth.set({ queue: 'turns' }, queue.depth);
    const isHostLost = hosts.step();
    if (this.hasAnotherLease() || isHostLost) recovery.startOver();
    await recovery.step();
  }
}
