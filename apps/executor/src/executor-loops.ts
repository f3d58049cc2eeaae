/** Starts and stops everything that the executor runs by itself, in the right order. */
import type { Startable } from '#common/lifecycle/service.js';
import type { ExecutorSweeps } from './executor-sweeps.js';
import type { CallDrain } from './loop/call-drain.js';
import type { OwnedRuns } from './loop/owned-runs.js';
import type { StartQueue } from './loop/start-queue.js';
import type { TakeOver } from './sweeps/take-over.js';
import type { Engines } from './engines/engine.js';
import type { RunQueue } from './loop/run-queue.js';
import type { SiteKeeper } from './loop/site-keeper.js';

export class ExecutorLoops implements Startable {
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly startQueue: Pick<StartQueue, 'stop'>,
    private readonly work: WorkUnderWay,
    private readonly sweeps: ExecutorSweeps,
    private readonly ownership: { readonly owned: OwnedRuns; readonly takeOver: Pick<TakeOver, 'begin'> },
  ) {}

  async start(): Promise<void> {
    await this.work.open();
    this.ownership.takeOver.begin();
    this.stopWatching = this.ownership.owned.watch();
    this.sweeps.start();
  }

  async stop(): Promise<void> {
    // From here on no run gets room for a start.
    this.startQueue.stop();
    // The sweeps go on meanwhile: some are for calls and permits of runs that others own.
    await this.work.finishCalls();
    this.stopWatching();
    const swept = this.sweeps.stop();
    await this.work.finish();
    await Promise.all([swept, this.work.close()]);
  }
}

interface Working {
  readonly engines: Engines;
  readonly queue: RunQueue;
  readonly calls: Pick<CallDrain, 'finish'>;
  /** The objects that start attempts and perform effects. */
  readonly performers: readonly { close(): Promise<void> }[];
  readonly sites: SiteKeeper;
}

export class WorkUnderWay {
  constructor(private readonly parts: Working) {}

  async open(): Promise<void> {
    const { engines, queue } = this.parts;
    await engines.open((observation) => {
      queue.report({ type: 'observed', observation });
    });
  }

  /** Starts nothing more, then waits for the answers of calls, while others do the rest of the work. */
  async finishCalls(): Promise<void> {
    const { queue, calls } = this.parts;
    await queue.drain();
    await calls.finish();
  }

  /** Starts that were sent are waited for and their results saved; unsent ones are given back. No other replica could distinguish them. */
  async finish(): Promise<void> {
    const { queue, performers, sites } = this.parts;
    await queue.drain();
    await Promise.all(performers.map((each) => each.close()));
    await queue.stop();
    await sites.drain();
  }

  async close(): Promise<void> {
    await this.parts.engines.close();
  }
}
