/** The runs that this replica works on: from the first report of an engine until all that was sent is saved. */
import type { Engines } from '../engines/engines.js';
import type { RunChanges } from './run-changes.js';
import type { RunQueue } from './run-queue.js';
import type { SiteKeeper } from './site-keeper.js';

interface Working {
  readonly engines: Engines;
  readonly queue: RunQueue;
  /** The objects that start attempts and perform effects. */
  readonly performers: readonly { close(): Promise<void> }[];
  readonly changes: Pick<RunChanges, 'drain'>;
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

  /** Starts that were sent are waited for and their results saved; unsent ones are given back. No other replica could distinguish them. */
  async finish(): Promise<void> {
    const { queue, performers, sites } = this.parts;
    await queue.drain();
    await Promise.all(performers.map((each) => each.close()));
    await queue.stop();
    await sites.drain();
  }

  async close(): Promise<void> {
    const { engines, changes } = this.parts;
    await Promise.all([engines.close(), changes.drain()]);
  }
}
