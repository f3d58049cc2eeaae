import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';

const GRACE_MS = 3_000;
const POLL_MS = 50;

const processSchema = z.object({ pid: z.number().int().positive() });

/**
 * Worker processes outlive the executor, so that a restarted one finds them again. When everything is stopped on purpose
 * they are ended too: first by a signal, then by force. Returns their number.
 */
export async function stopLeftoverWorkers(spoolDir: string): Promise<number> {
  const workers = unfinished(spoolDir).filter(({ pid }) => signalGroup(pid, 'SIGTERM'));
  for (let waitedMs = 0; waitedMs < GRACE_MS && unfinished(spoolDir).length > 0; waitedMs += POLL_MS) {
    await delay(POLL_MS);
  }
  for (const { pid } of unfinished(spoolDir)) signalGroup(pid, 'SIGKILL');
  return workers.length;
}

/** Attempts of the spool whose process was started and whose end is not written yet. */
function unfinished(spoolDir: string): { pid: number }[] {
  const folders = existsSync(spoolDir) ? readdirSync(spoolDir) : [];
  return folders.flatMap((name) => {
    if (existsSync(join(spoolDir, name, 'exit.json'))) return [];
    try {
      const file = processSchema.parse(parseJson(readFileSync(join(spoolDir, name, 'process.json'), 'utf8')));
      return [{ pid: file.pid }];
    } catch {
      return []; // Not started yet, or removed meanwhile.
    }
  });
}

/** False if there is no such process any more. */
function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
      return true;
    } catch {
      continue;
    }
  }
  return false;
}
