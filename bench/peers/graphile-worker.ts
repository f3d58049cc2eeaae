import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { JOBS_PER_CALL, partsOf, QUEUE, type EchoJob, type Peer, type PeerTask } from './peer.js';

/** How often it polls for due jobs. */
const POLL_INTERVAL_MS = 500;
/** The initial values that its documents recommend ("Performance", "Batching"). */
const COMPLETE_BATCH_DELAY_MS = 250;
/** Without this it prints a line for each job. */
const SILENT = new Logger(() => () => undefined);

export async function startGraphileWorker({ database, concurrency, handle }: PeerTask): Promise<Peer> {
  const preset = {
    worker: { localQueue: { size: concurrency + 1 }, completeJobBatchDelay: COMPLETE_BATCH_DELAY_MS },
  };
  const utils = await makeWorkerUtils({ connectionString: database, logger: SILENT });
  await utils.migrate();
  const runner = await run({
    connectionString: database,
    logger: SILENT,
    concurrency,
    preset,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    taskList: { [QUEUE]: (payload) => handle(payload as EchoJob) },
  });
  return {
    addOne: async ({ body, dueAt }) => {
      await utils.addJob(QUEUE, body, dueAt === null ? {} : { runAt: dueAt });
    },
    addMany: async (jobs) => {
      for (const part of partsOf(jobs, JOBS_PER_CALL))
        await utils.addJobs(
          part.map(({ body, dueAt }) => ({
            identifier: QUEUE,
            payload: body,
            ...(dueAt === null ? {} : { runAt: dueAt }),
          })),
        );
    },
    close: async () => {
      await runner.stop();
      await utils.release();
    },
  };
}
