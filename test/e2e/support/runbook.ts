/** docs/runbook.md, as whoever is woken types it. */
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

/** Every command line of a program, with the alert whose section it is in; each once. */
export function runbookCommands(program: 'carillon' | 'kubectl'): TypedCommand[] {
  const seen = new Set<string>();
  return text.split(/^## /m).flatMap((section) => {
    const [alert = ''] = section.split('\n');
    const lines = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n'));
    return lines
      .filter((line) => line.startsWith(`${program} `) && !seen.has(line))
      .map((command) => {
        seen.add(command);
        return { alert, command };
      });
  });
}

/** The test cluster has no metrics server, and no container there has ended before. */
export const cannotBeTyped = ({ command }: TypedCommand): boolean => / top pods | --previous /.test(command);

/** The function `carillon` that the page defines at its beginning. */
const definition = /^carillon\(\) .*$/m.exec(text)?.[0] ?? '';

/** Types it in a shell where the page's variables are set; gives what it says. Throws where it fails. */
export async function typed(command: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const script = `set -euo pipefail\n${definition}\n${command}`;
  const env = { PATH: process.env['PATH'], ...variables };
  return (await run('bash', ['-c', script], { env, timeout: COMMAND_LIMIT_MS })).stdout;
}
