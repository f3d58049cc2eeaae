import { Queue, Worker } from 'bullmq';
import { createClient } from 'redis';
import { JOBS_PER_CALL, partsOf, QUEUE, type EchoJob, type Peer, type PeerJob, type PeerTask } from './peer.js';

export async function startBullMq({ database, concurrency, handle }: PeerTask): Promise<Peer> {
  const client = createClient({ url: database });
  client.on('error', (error: Error) => process.stderr.write(`redis: ${error.message}\n`));
  await client.connect();
  const queue = new Queue<EchoJob>(QUEUE, { connection: client });
  const worker = new Worker<EchoJob>(QUEUE, ({ data }) => handle(data), { connection: client, concurrency });
  worker.on('error', (error) => process.stderr.write(`bullmq: ${error.message}\n`));
  await worker.waitUntilReady();
  const opts = ({ dueAt }: PeerJob): { delay?: number } =>
    dueAt === null ? {} : { delay: Math.max(0, dueAt.getTime() - Date.now()) };
  return {
    addOne: async (job) => {
      await queue.add(QUEUE, job.body, opts(job));
    },
    addMany: async (jobs) => {
      for (const part of partsOf(jobs, JOBS_PER_CALL))
        await queue.addBulk(part.map((job) => ({ name: QUEUE, data: job.body, opts: opts(job) })));
    },
    close: async () => {
      await worker.close();
      await queue.close();
      if (client.isOpen) client.destroy();
    },
  };
}
