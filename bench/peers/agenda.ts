import { Agenda } from 'agenda';
import { MongoBackend } from '@agendajs/mongo-backend';
import { partsOf, QUEUE, type EchoJob, type Peer, type PeerJob, type PeerTask } from './peer.js';

/**
 * How often it looks for jobs. Its channel that tells the worker of new ones makes the process that adds one wait until the worker has taken all:
 * it ended 15 jobs a second with it.
 */
const PROCESS_EVERY_MS = 500;
/** It has no call for many jobs: so many are saved at the same time. */
const SAVED_AT_ONCE = 64;

export async function startAgenda({ database, concurrency, handle }: PeerTask): Promise<Peer> {
  const agenda = new Agenda({
    backend: new MongoBackend({ address: database }),
    ...{ processEvery: PROCESS_EVERY_MS, maxConcurrency: concurrency, defaultConcurrency: concurrency },
  });
  agenda.on('error', (error: Error) => process.stderr.write(`agenda: ${error.message}\n`));
  agenda.define<EchoJob>(QUEUE, async ({ attrs }) => handle(attrs.data));
  await agenda.start();
  const add = async ({ body, dueAt }: PeerJob): Promise<void> => {
    await (dueAt === null ? agenda.now(QUEUE, body) : agenda.schedule(dueAt, QUEUE, body));
  };
  return {
    addOne: add,
    addMany: async (jobs) => {
      for (const part of partsOf(jobs, SAVED_AT_ONCE)) await Promise.all(part.map(add));
    },
    close: async () => {
      await agenda.stop();
    },
  };
}
