import { spawn } from 'node:child_process';
import type { Account } from './account.js';

export interface Command {
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  account?: Account | undefined;
}

const KEPT_ERROR_CHARS = 2_000;

/** Runs a program to its end and returns what it printed; rejects with its error output if it fails. */
export async function run(spec: Command): Promise<string> {
  const { command, args, env, cwd, account } = spec;
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd, env, ...account });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-KEPT_ERROR_CHARS)));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args[0] ?? ''} failed (${String(code ?? signal)}): ${errors.trim()}`));
    });
  });
  return output;
}
