import { z } from 'zod';
import { latenessOf, type Api, type RunView } from './api.js';
import type { EchoWorker } from './echo-worker.js';
import { eventually } from './eventually.js';

const MORE_RUNS = 3;
/** On a slow machine there are more runs than are kept by default. */
export const KEEP_ALL_RUNS = { successful: 10_000, failed: 10_000 };

/** Jobs that fire every second while parts of the product fail, by process and by web service; and what must be true of them in the end. */
export class EverySecond {
  readonly jobs = ['every-second-process', 'every-second-service'] as const;

  constructor(
    private readonly api: Api,
    private readonly worker: EchoWorker,
  ) {}

  async begin(): Promise<void> {
    const url = await this.worker.listen();
    await this.api.call('POST', '/tenants', { id: 'kills', name: 'Kills' });
    const command = ['sh', '-c', 'echo echo of $RUN_ID'];
    await this.api.call('POST', '/workers', { id: 'shell', name: 'Shell', engine: 'process', command });
    // The echo worker remembers the Idempotency-Key: a start that is in doubt may be sent again.
    const echo = { id: 'echo', name: 'Echo', engine: 'webservice', url, idempotentStart: true };
    await this.api.call('POST', '/workers', echo);
    const retention = KEEP_ALL_RUNS;
    const each = { tenant: 'kills', cron: '* * * * * *', misfire: { policy: 'all', maxMissed: 1_000 }, retention };
    const [byProcess, byService] = this.jobs;
    await this.api.call('POST', '/jobs', { ...each, id: byProcess, name: 'Process', worker: 'shell' });
    await this.api.call('POST', '/jobs', { ...each, id: byService, name: 'Service', worker: 'echo' });
  }

  /** Waits until runs of slots after now have finished, for every job. */
  async moreRunsFinish(): Promise<void> {
    const since = new Date().toISOString();
    await eventually(`${MORE_RUNS} slots after ${since} have finished in every job`, async () => {
      for (const job of this.jobs) {
        // Right after a kill the API may be unavailable.
        const later = await this.api.runsOfSlotsAfter(job, since).catch(() => []);
        if (later.filter((run) => run.state === 'FINISHED').length < MORE_RUNS) return false;
      }
      return true;
    });
  }

  /** Milliseconds from the slot to the start of the run that was started latest. */
  async latestStart(): Promise<number> {
    const runs = await Promise.all(this.jobs.map((job) => this.api.runs(job)));
    return Math.max(...runs.flat().map(latenessOf));
  }

  /** The runs of the job, once all of them have ended. */
  async ended(job: string): Promise<RunView[]> {
    let open: RunView[] = [];
    const allEnded = async (): Promise<RunView[] | null> => {
      const runs = await this.api.runs(job);
      open = runs.filter(({ state }) => state === 'RUNNING' || state === 'QUEUED');
      return open.length === 0 ? runs : null;
    };
    try {
      return await eventually(`all runs of ${job} to end`, allEnded);
    } catch (cause) {
      throw new Error(`${open.length} runs of ${job} have not ended: ${JSON.stringify(open.slice(0, 3))}`, { cause });
    }
  }

  /** What is wrong in the end, where each slot should have exactly one run, all of them finished, and each output once. */
  async faults(): Promise<string[]> {
    for (const job of this.jobs) await this.api.call('PATCH', `/jobs/${job}`, { enabled: false });
    for (const job of this.jobs) await this.ended(job);
    const faults = this.worker.lost.map((callback) => `lost: ${callback}`);
    for (const job of this.jobs) {
      const runs = await this.api.runs(job);
      if (runs.length === 0) faults.push(`${job} has no run`);
      faults.push(...wrongSlots(runs).map((fault) => `${job}: ${fault}`));
      for (const { id, state } of runs) {
        if (state !== 'FINISHED') faults.push(`${id} is ${state}`);
        const log = await this.api.log(id);
        if (log !== `echo of ${id}\n`) faults.push(`${id} has the log ${JSON.stringify(log)}`);
      }
    }
    return faults;
  }
}

function wrongSlots(runs: readonly RunView[]): string[] {
  const seconds = runs
    .map(({ scheduledFor }) => Date.parse(z.string().parse(scheduledFor)) / 1000)
    .sort((a, b) => a - b);
  return seconds.flatMap((second, i) => {
    const step = i === 0 ? 1 : second - seconds[i - 1]!;
    return step === 1 ? [] : [`${step} s before the slot ${new Date(second * 1000).toISOString()}`];
  });
}
