/** Starts and stops everything that the executor runs by itself, in the right order. */
import type { Startable } from '#common/lifecycle/service.js';
import type { ExecutorSweeps } from './executor-sweeps.js';
import type { OwnedRuns } from './loop/owned-runs.js';
import type { StartQueue } from './loop/start-queue.js';
import type { WorkUnderWay } from './loop/work-under-way.js';
import type { TakeOver } from './sweeps/take-over.js';

export class ExecutorLoops implements Startable {
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly starts: Pick<StartQueue, 'stop'>,
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
    this.stopWatching();
    // From here on no run gets room for a start.
    this.starts.stop();
    const swept = this.sweeps.stop();
    await this.work.finish();
    await Promise.all([swept, this.work.close()]);
  }
}
