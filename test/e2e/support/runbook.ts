/** docs/runbook.md, as an operator on call types it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const text = readFileSync(resolve('docs/runbook.md'), 'utf8');
const run = promisify(execFile);
const COMMAND_LIMIT_MS = 60_000;

interface TypedCommand {
  readonly alert: string;
  readonly command: string;
}

/** How a line of each kind begins. */
const PROGRAMS = {
  /** The page's function that calls the API. */
  api: /^api /,
  kubectl: /^(?:for .*; do )?(?:kubectl|replicas) /,
  /** The monitoring of the NATS server. */
  nats: /^curl .*"\$NATS_MONITOR\//,
} as const;
type Program = keyof typeof PROGRAMS;

/** Every command line of a program, with the alert whose section it is in; each once. */
export function runbookCommands(program: Program): TypedCommand[] {
  const found = runbookLines().filter(({ command }) => PROGRAMS[program].test(command));
  return [...new Map(found.map((each) => [each.command, each])).values()];
}

/** Every line that is to be typed. */
export function runbookLines(): TypedCommand[] {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [alert = ''] = section.split('\n');
      const lines = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n'));
      return lines.filter((line) => line !== '').map((command) => ({ alert, command }));
    });
}

/** Of what runs, which the tests of autoscaling have a metrics server for. */
export const asksMetrics = ({ command }: TypedCommand): boolean => command.includes(' top pods ');

/** The functions that the page defines at its beginning. */
const definitions = [...text.matchAll(/^\w+\(\) .*$/gm)].join('\n');

/** Types it in a shell where the page's variables are set; gives its output. Throws if it fails. */
export async function typed(
  command: string,
  variables: Readonly<Record<string, string>>,
  { cwd = process.cwd(), limitMs = COMMAND_LIMIT_MS }: { readonly cwd?: string; readonly limitMs?: number } = {},
): Promise<string> {
  const script = `set -euo pipefail\n${definitions}\n${command}`;
  const env = { PATH: process.env['PATH'], ...variables };
  return (await run('bash', ['-c', script], { cwd, env, timeout: limitMs })).stdout;
}
