// Stops what global-setup started, and fails the run if a test left a process behind.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const LEAK_GRACE_MS = 5_000;
const POLL_MS = 100;

export async function stopServers({ servers, dataDir }) {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(dataDir, { recursive: true, force: true });
}

export default async function stopAll() {
  const started = globalThis.carillonTest;
  if (started === undefined) return;
  const leaked = await processesLeft(started.mark);
  const unserved = await started.queryPlans.stop();
  const unknown = await started.unknownSealedFields();
  // A server of ours is removed with everything in it.
  if (process.env.MONGODB_URI) await started.dropDatabases();
  await stopServers(started);
  if (unserved.length > 0) {
    throw new Error(`no index serves these queries:\n${unserved.map((line) => `  ${line}`).join('\n')}`);
  }
  if (unknown.length > 0) {
    throw new Error(
      `SEALED_FIELDS does not know of sealed values in:\n${unknown.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  if (leaked.length > 0) {
    throw new Error(`tests left processes behind:\n${leaked.map(({ pid, line }) => `  ${pid} ${line}`).join('\n')}`);
  }
}

/** Processes that a test started and that are still there; those that are just ending get a moment. */
async function processesLeft(mark) {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const left = markedProcesses(mark);
    if (left.length === 0 || waitedMs >= LEAK_GRACE_MS) return left;
    await delay(POLL_MS);
  }
}

/** Looks through /proc; where there is none (not Linux) nothing is found. jest's own workers are no leak. */
function markedProcesses(mark) {
  return numbered('/proc').flatMap((pid) => {
    if (pid === String(process.pid)) return [];
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)) return [];
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return line === '' || line.includes('jest-worker') ? [] : [{ pid, line: line.slice(0, 200) }];
    } catch {
      return []; // It ended while we looked, or it is not ours to read.
    }
  });
}

function numbered(folder) {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
