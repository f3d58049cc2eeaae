/** What every replica looks for now and then: jobs that have come to their end, and jobs that a rule pauses. */
import type { Logger } from '#common/logging/logger.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { RulePauser } from '../rules/rule-pauser.js';
import type { JobArchiver } from './job-archiver.js';

const LOOK_MS = 15_000;

export class PauseLoops {
  private readonly loops: readonly SweepLoop[];

  constructor(archiver: Pick<JobArchiver, 'look'>, pauser: Pick<RulePauser, 'look'>, log: Logger) {
    this.loops = [
      new SweepLoop('jobs that end', async () => archiver.look(), LOOK_MS, { log }),
      new SweepLoop('jobs that rules pause', async () => pauser.look(), LOOK_MS, { log }),
    ];
  }

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map(async (loop) => loop.stop()));
  }
}
