/** Another queue: its database, and one process that adds and processes jobs. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { RunningServer, ServerOptions } from '#embedded-servers';
import type { Ended, PeerAnswer, PeerName, PeerQuestion } from './peer-messages.js';
import { spanOf, type Span, type Surroundings, type System } from './system.js';

const MS_PER_SECOND = 1_000;
const STOP_LIMIT_MS = 10_000;
const MANIFEST = z.object({ version: z.string() });
const NOTHING_ASKED: ReadonlyMap<string, number> = new Map();

export interface PeerKind {
  readonly peer: PeerName;
  readonly startDatabase: (options: ServerOptions) => Promise<RunningServer>;
  /** The URL of its database. */
  readonly urlOf: (url: string) => string;
}

export async function startPeerSystem(kind: PeerKind, around: Surroundings): Promise<System> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const database = await kind.startDatabase({ dataDir: folder, log: around.say });
  const child = fork(join(around.root, 'dist/bench/peers/peer-process.js'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ask = (question: PeerQuestion): Promise<Ended> => askChild(child, question);
  const close = async (): Promise<void> => {
    await Promise.race([ask({ kind: 'stop' }).catch(() => undefined), delay(STOP_LIMIT_MS)]);
    child.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ask({
      kind: 'start',
      peer: kind.peer,
      worker: around.worker.url,
      concurrency: around.concurrency,
      database: kind.urlOf(database.url),
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name: kind.peer,
    version: versionOf(around.root, kind.peer),
    database: database.kind,
    addMany: async (prefix, count) => {
      await ask({ kind: 'many', prefix, count });
    },
    addEach: async (prefix, perSecond, seconds) => {
      await ask({ kind: 'each', prefix, perSecond, seconds });
      return NOTHING_ASKED;
    },
    prepareEachSecond: () => Promise.resolve(),
    fireEachSecond: async (prefix, perSecond, seconds) => {
      const span: Span = spanOf(seconds, Date.now());
      await ask({ kind: 'due', prefix, perSecond, seconds, firstAt: span.firstAt });
      await delay(Math.max(0, span.lastAt + MS_PER_SECOND - Date.now()));
      return span;
    },
    ended: () => ask({ kind: 'ended' }),
    close,
  };
}

/** One request at a time, because an answer does not name its request. */
function askChild(child: ChildProcess, question: PeerQuestion): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      reject(new Error(`the process of the peer ended before it answered "${question.kind}"`));
    };
    child.once('exit', gone);
    child.once('message', (answer: PeerAnswer) => {
      child.off('exit', gone);
      if (answer.kind === 'done') resolve(answer.ended);
      else reject(new Error(answer.reason));
    });
    child.send(question);
  });
}

function versionOf(root: string, name: string): string {
  return MANIFEST.parse(JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))).version;
}
