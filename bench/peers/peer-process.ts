/** The process of a peer: its worker and the client that adds jobs to it, controlled over the channel of its parent. */
import { Agent, request as httpRequest } from 'node:http';
import { evenly } from './evenly.js';
import { startAgenda } from './agenda.js';
import { startBullMq } from './bullmq.js';
import { startGraphileWorker } from './graphile-worker.js';
import type { EchoJob, Peer, StartPeer } from './peer.js';
import type { PeerAnswer, PeerName, PeerQuestion } from './peer-messages.js';
import { startPgBoss } from './pg-boss.js';

const MS_PER_SECOND = 1_000;
const CREATED = 201;
const PEERS: Readonly<Record<PeerName, StartPeer>> = {
  agenda: startAgenda,
  bullmq: startBullMq,
  'graphile-worker': startGraphileWorker,
  'pg-boss': startPgBoss,
};

let peer: Peer | undefined;
let ended = { count: 0, lastAt: 0 };

/** Kept connections and no abstraction, as in the measurement of ours. */
function poster(url: string, maxSockets: number): (job: EchoJob) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return async (job) => {
    await new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const call = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === CREATED) resolve();
          else reject(new Error(`the worker answered ${String(response.statusCode)}`));
        });
      });
      call.once('error', reject);
      call.end(JSON.stringify(job));
    });
    ended = { count: ended.count + 1, lastAt: Date.now() };
  };
}

const bodyOf = (prefix: string, turn: number, from: number): EchoJob => ({
  runId: `${prefix}-${turn}`,
  scheduledFor: new Date(from).toISOString(),
});

const started = (): Peer => {
  if (peer === undefined) throw new Error('the peer has not been started');
  return peer;
};

async function perform(question: PeerQuestion): Promise<void> {
  switch (question.kind) {
    case 'start': {
      const { database, worker, concurrency } = question;
      peer = await PEERS[question.peer]({ database, concurrency, handle: poster(worker, concurrency) });
      return;
    }
    case 'many': {
      const jobs = Array.from({ length: question.count }, (_, turn) => ({
        body: bodyOf(question.prefix, turn, Date.now()),
        dueAt: null,
      }));
      return started().addMany(jobs);
    }
    case 'each':
      return evenly(question.perSecond, question.seconds, (turn) =>
        started().addOne({ body: bodyOf(question.prefix, turn, Date.now()), dueAt: null }),
      );
    case 'due': {
      const { prefix, perSecond, seconds, firstAt } = question;
      const jobs = Array.from({ length: perSecond * seconds }, (_, turn) => {
        const at = firstAt + Math.floor(turn / perSecond) * MS_PER_SECOND;
        return { body: bodyOf(prefix, turn, at), dueAt: new Date(at) };
      });
      return started().addMany(jobs);
    }
    case 'ended':
      return;
    case 'stop':
      return peer?.close();
  }
}

const answer = (given: PeerAnswer): void => {
  process.send?.(given);
};

process.on('message', (question: PeerQuestion) => {
  perform(question).then(
    () => {
      answer({ kind: 'done', ended });
    },
    (error: unknown) => {
      answer({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    },
  );
});
process.once('disconnect', () => process.exit(0));
