import { dirname } from 'node:path';
import { startGuarded } from '#embedded-servers';
import type { RunningPart } from './kept-part.js';

export interface Program {
  readonly root: string;
  /** The cache of compiled code for the next start of the same program. */
  readonly cacheDir: string;
  /** Script and arguments, counted from the root. */
  readonly args: readonly string[];
  /** Added to our own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

/** Runs a script under our own Node. It does not outlive us, even if we are killed. */
export async function startProgram(program: Program): Promise<RunningPart> {
  // If it starts `node` itself, it gets the same Node that we run on.
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const child = await startGuarded({
    command: process.execPath,
    args: ['--enable-source-maps', ...program.args],
    cwd: program.root,
    env: { ...process.env, PATH: path, NODE_OPTIONS: '', NODE_COMPILE_CACHE: program.cacheDir, ...program.env },
    stopSignal: 'SIGTERM',
    onLine: (line) => {
      program.onLine(line);
    },
  });
  return { pids: [child.pid], ended: child.ended, stop: () => child.stop() };
}
