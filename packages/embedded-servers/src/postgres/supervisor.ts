import { setTimeout as delay } from 'node:timers/promises';
import type { GuardedProcess } from '../machine/guarded-process.js';
import type { Cluster } from './cluster.js';

/** After a kill a pause is needed: the sessions of the server have to end before another server may use the folder. */
const RESTART_PAUSE_MS = 100;
const MAX_RESTARTS_IN_A_ROW = 10;

export interface SupervisedServer {
  /** The server that runs now. */
  pid(): number;
  stop(): Promise<void>;
  /** Resolves with the reason when the server cannot be kept running. */
  failed: Promise<string>;
}

/** Keeps the server of a data folder running: one that ends by itself, or is killed, is started again. */
export async function superviseServer(
  cluster: Cluster,
  log: (line: string) => void,
  onRestart: () => void,
): Promise<SupervisedServer> {
  let server = await cluster.start();
  let stopping = false;

  const restart = async (): Promise<GuardedProcess> => {
    for (let attempt = 1; ; attempt++) {
      await delay(RESTART_PAUSE_MS * Math.min(attempt, MAX_RESTARTS_IN_A_ROW));
      try {
        return await cluster.start();
      } catch (error) {
        if (attempt >= MAX_RESTARTS_IN_A_ROW) throw error;
      }
    }
  };
  const watch = async (): Promise<string> => {
    for (;;) {
      const reason = await server.died;
      log(`postgres ended (${reason}): starting it again`);
      server = await restart();
      if (stopping) await server.stop();
      else onRestart();
    }
  };
  const failed = watch().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  const stop = async (): Promise<void> => {
    stopping = true;
    await server.stop();
    cluster.removeSocketDir();
  };
  return { pid: () => server.pid, stop, failed };
}
