import { Agenda } from 'agenda';
import { MongoBackend } from '@agendajs/mongo-backend';
import { partsOf, QUEUE, type EchoJob, type Peer, type PeerJob, type PeerTask } from './peer.js';

/**
 * How often it polls for jobs. Its notification of new jobs makes the process that adds a job wait until the worker has taken all: with it only
 * 15 jobs a second ended.
 */
const PROCESS_EVERY_MS = 500;
/** It has no call for many jobs: this many are saved at the same time. */
const SAVED_AT_ONCE = 64;

export async function startAgenda({ database, concurrency, handle }: PeerTask): Promise<Peer> {
  const agenda = new Agenda({
    backend: new MongoBackend({ address: database }),
    processEvery: PROCESS_EVERY_MS,
    maxConcurrency: concurrency,
    defaultConcurrency: concurrency,
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
