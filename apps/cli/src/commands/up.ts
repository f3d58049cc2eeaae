/** `up`: a whole scheduler on this machine. The services are a package of their own, which is installed on first use. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isSea } from 'node:sea';
import type { Command } from 'commander';
import { builtFile } from '#common/lifecycle/built-file.js';
import { productVersion } from '#common/lifecycle/version.js';
import { CliError, EXIT } from '../errors.js';
import type { Host } from '../host.js';
import type { Shell } from '../shell.js';

const SERVER = '@carillon/server';
/** The Node that the services are made for; installed with them if the present one is older, or part of this program. */
const NODE = 24;
const PROGRAM = 'tools/quickstart/src/main.js';

const OPTIONS = `
Options of the scheduler:
  --empty        do not create the example workers and jobs
  --port <n>     the port of the API and the page (default: 8080, or a free port if 8080 is in use)
  --host <ip>    the address it listens on (default: 127.0.0.1, which only this machine can reach)
  --data <dir>   the folder for all data (default: .carillon)
  --events       show every event of every run, not only the summary and failures
  --no-restart   do not restart a service that ended; show how to start it by hand

CARILLON_SERVER_PACKAGE names another package of the services, as npm does: a tarball or a version.`;

export function addUp(program: Command, shell: Shell): void {
  program
    .command('up')
    .description('run a whole scheduler on this machine, until Ctrl-C: API, page, and examples')
    .argument('[options...]')
    .allowUnknownOption()
    .addHelpText('after', OPTIONS)
    .action(async (args: readonly string[]) => {
      const { node, script } = ofRepository() ?? (await installed(shell.host));
      shell.exitCode = await runToEnd(node, ['--enable-source-maps', script, ...args], shell.host);
    });
}

interface Services {
  readonly node: string;
  readonly script: string;
}

/** The services that were built in the same repository as this command; null if it was installed without them. */
function ofRepository(): Services | null {
  try {
    return { node: process.execPath, script: builtFile(PROGRAM) };
  } catch {
    return null;
  }
}

async function installed(host: Host): Promise<Services> {
  const wanted = host.env['CARILLON_SERVER_PACKAGE'];
  const spec = wanted === undefined ? `${SERVER}@${productVersion()}` : specOf(wanted, host.cwd);
  const cache = join(host.env['XDG_CACHE_HOME'] ?? join(host.home, '.cache'), 'carillon');
  const folder = join(cache, `server-${await keyOf(spec)}`);
  if (!existsSync(folder)) await install(spec, folder, host);
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'node', 'bin', 'node');
  return { node: existsSync(own) ? own : process.execPath, script: join(modules, SERVER, 'dist', PROGRAM) };
}

/** Two that install at the same time do not disturb each other: the first that is complete is used. */
async function install(spec: string, folder: string, host: Host): Promise<void> {
  host.err(`installing the services (${spec}); this takes some seconds, once\n`);
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  const hasNode = !isSea() && Number(process.versions.node.split('.')[0]) >= NODE;
  const needed = hasNode ? [spec] : [spec, `node@${NODE}`];
  const args = ['install', '--prefix', draft, '--no-audit', '--no-fund', '--loglevel=error', ...needed];
  try {
    if ((await runToEnd('npm', args, host)) !== EXIT.done)
      throw new CliError('npm could not install the services', EXIT.unreachable, 'its message is above');
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** A file or folder as npm finds it from another folder. */
const specOf = (wanted: string, cwd: string): string =>
  existsSync(resolve(cwd, wanted)) ? resolve(cwd, wanted) : wanted;

/** Another content of a tarball is another installation. */
async function keyOf(spec: string): Promise<string> {
  const content = spec.endsWith('.tgz') && existsSync(spec) ? await readFile(spec) : spec;
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Runs a program with our own terminal; Ctrl-C reaches both, and the program says when it has ended. */
async function runToEnd(command: string, args: readonly string[], { env, cwd, signal }: Host): Promise<number> {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  const end = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', end);
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, end);
  return new Promise((done, failed) => {
    child.once('error', (error) => {
      failed(new CliError(`${command} cannot be started: ${error.message}`));
    });
    child.once('close', (code) => {
      done(code ?? EXIT.interrupted);
    });
  });
}
