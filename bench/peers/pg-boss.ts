import { PgBoss } from 'pg-boss';
import { JOBS_PER_CALL, partsOf, QUEUE, type EchoJob, type Peer, type PeerTask } from './peer.js';

/** A worker takes a batch and waits for all of it, so the concurrency is workers times batch. */
const WORKERS = 4;
/** The shortest interval that it allows: due jobs are only found by polling. */
const POLLING_SECONDS = 0.5;

export async function startPgBoss({ database, concurrency, handle }: PeerTask): Promise<Peer> {
  const boss = new PgBoss({ connectionString: database, useListenNotify: true });
  boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });
  const options = {
    localConcurrency: WORKERS,
    batchSize: Math.ceil(concurrency / WORKERS),
    burstWhenBatchFull: true,
    pollingIntervalSeconds: POLLING_SECONDS,
    notifyPollingIntervalSeconds: POLLING_SECONDS,
  };
  await boss.work<EchoJob>(QUEUE, options, async (jobs) => {
    await Promise.all(jobs.map(({ data }) => handle(data)));
  });
  return {
    addOne: async ({ body, dueAt }) => {
      await boss.send(QUEUE, body, dueAt === null ? {} : { startAfter: dueAt });
    },
    addMany: async (jobs) => {
      for (const part of partsOf(jobs, JOBS_PER_CALL))
        await boss.insert(
          QUEUE,
          part.map(({ body, dueAt }) => ({ data: body, ...(dueAt === null ? {} : { startAfter: dueAt }) })),
        );
    },
    close: () => boss.stop({ graceful: false }),
  };
}
