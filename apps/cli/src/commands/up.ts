/** `up`: a whole scheduler on this machine. The services are a package of their own, which is installed on first use. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isSea } from 'node:sea';
import type { Command } from 'commander';
import { builtFile } from '#common/lifecycle/built-file.js';
import { productVersion } from '#common/lifecycle/version.js';
import { installServers } from '../../../../packages/embedded-servers/src/install-servers.js';
import { keepApplied } from '../definitions/kept-applied.js';
import { CliError, EXIT } from '../errors.js';
import type { Host } from '../host.js';
import { harmless } from '../output/harmless.js';
import { openSession, type GlobalOptions } from '../session/session.js';
import type { Shell } from '../shell.js';
import { applyAllOrNothing } from './apply.js';
import { definedFields } from './arguments.js';

const SERVER = '@carillon/server';
/** The Node that the services are made for; installed with them if the present one is older, or part of this program. */
const NODE = 24;
const PROGRAM = 'tools/quickstart/src/main.js';
/** In the folder of an installation: the files of the services, and where their Node is installed. */
const SERVER_FILES = join('node_modules', SERVER, 'dist');
const RUNTIME = 'runtime';

const NOTES = `
With a folder, the example workers and jobs are not created; the definitions of its files are: at the start, and again at each save. If a
file is broken or the server refuses a definition, the message names file and line, and nothing is changed. A definition that is removed
from the files stays on the server until \`carillon delete\`, as with \`carillon apply\`. \`carillon init\` writes such a folder.

CARILLON_SERVER_PACKAGE names another package of the services, as npm does: a tarball or a version.`;

interface Options {
  readonly empty?: boolean;
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly events?: boolean;
  readonly restart: boolean;
}

export function addUp(program: Command, shell: Shell): void {
  program
    .command('up')
    .description('run a whole scheduler on this machine, until Ctrl-C: API, page, and the jobs of a folder or examples')
    .argument('[folder]', 'apply the definitions of this folder, and again at each save')
    .option('--empty', 'do not create the example workers and jobs')
    .option('--port <n>', 'the port of the API and the page (default: 8080, or a free port if 8080 is in use)')
    .option('--host <ip>', 'the address it listens on (default: 127.0.0.1, which only this machine can reach)')
    .option('--data <dir>', 'the folder for all data (default: .carillon)')
    .option('--events', 'show every event of every run, not only the summary and failures')
    .option('--no-restart', 'do not restart a service that ended; show how to start it by hand')
    .addHelpText('after', NOTES)
    .action(async (folder: string | undefined, options: Options, command: Command) => {
      const { host } = shell;
      const { tenant } = command.optsWithGlobals<GlobalOptions>();
      if (folder !== undefined) requireFolder(folder, host);
      const { node, script } = ofRepository() ?? (await installed(host));
      const args = ['--enable-source-maps', script, ...argumentsOf(options, folder !== undefined)];
      const { child, ended } = start(node, args, host, true);
      // The first message, when everything is ready, is the access of an administrator.
      child.once('message', (access) => {
        const own = { ...(access as Access), ...definedFields({ tenant }) };
        if (folder !== undefined) void keepFolder(folder, own, { child, host });
      });
      shell.exitCode = await ended;
    });
}

/** The options of the services' program, `tools/quickstart`. */
function argumentsOf({ empty, port, host, data, events, restart }: Options, hasFolder: boolean): string[] {
  const named = Object.entries({ port, host, data }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
  const flags = { '--empty': empty === true || hasFolder, '--events': events === true, '--no-restart': !restart };
  return [...named, ...Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? [flag] : []))];
}

function requireFolder(folder: string, { cwd }: Host): void {
  if (statSync(resolve(cwd, folder), { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new CliError(`${folder} is not a folder`, undefined, `write a first worker and job: carillon init ${folder}`);
}

type Access = Pick<GlobalOptions, 'server' | 'token' | 'tenant'>;

/** Applies the folder until the services end. They show our lines: the terminal is theirs. */
async function keepFolder(
  folder: string,
  access: Access,
  { child, host }: { child: ChildProcess; host: Host },
): Promise<void> {
  const ended = new AbortController();
  child.once('close', () => {
    ended.abort();
  });
  const signal = AbortSignal.any([host.signal, ended.signal]);
  const say = (text: string): void => {
    // A server that is being stopped refuses: nobody needs to know.
    if (child.connected && !signal.aborted) child.send({ say: text.trimEnd() });
  };
  const session = openSession(access, {
    ...host,
    out: say,
    err: (text) => {
      say(harmless(text));
    },
    signal,
  });
  say(`applying ${folder}, now and at each save`);
  await keepApplied(folder, session.host, () => applyAllOrNothing(session, folder));
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
  return { node: nodeIn(folder), script: join(folder, SERVER_FILES, PROGRAM) };
}

/**
 * Two that install at the same time do not disturb each other: the first that is complete is used. npm works on one core and waits for its
 * registry, so the services, their Node, and the database and NATS are installed side by side.
 */
async function install(spec: string, folder: string, host: Host): Promise<void> {
  host.err(`installing the services (${spec}); this takes some seconds, once\n`);
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  const isOld = isSea() || Number(process.versions.node.split('.')[0]) < NODE;
  try {
    // The folder is not removed while one of them still writes into it.
    const [failed] = (
      await Promise.allSettled([
        isOld && npmInstall(`node@${NODE}`, join(draft, RUNTIME), host),
        npmInstall(spec, draft, host),
        ensureServers(host),
      ])
    ).filter(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** What cannot be installed here is tried again at the start of the services, which says what is wrong. */
async function ensureServers({ env, err }: Host): Promise<void> {
  const log = (line: string): void => {
    err(`${line}\n`);
  };
  await installServers({ log }, { ...env }).catch(() => undefined);
}

async function npmInstall(what: string, prefix: string, host: Host): Promise<void> {
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--loglevel=error', what];
  if ((await start('npm', args, host).ended) !== EXIT.done)
    throw new CliError('npm could not install the services', EXIT.unreachable, 'its message is above');
}

/** The Node that was installed with the services; ours where there is none. */
function nodeIn(folder: string): string {
  const own = join(folder, RUNTIME, 'node_modules', 'node', 'bin', 'node');
  return existsSync(own) ? own : process.execPath;
}

/** A file or folder as npm finds it from another folder. */
const specOf = (wanted: string, cwd: string): string =>
  existsSync(resolve(cwd, wanted)) ? resolve(cwd, wanted) : wanted;

/** Another content of a tarball is another installation. */
async function keyOf(spec: string): Promise<string> {
  const content = spec.endsWith('.tgz') && existsSync(spec) ? await readFile(spec) : spec;
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number>;
}

/** Starts a program with our own terminal; Ctrl-C reaches both, and the program says when it has ended. It sends messages with `ipc`. */
function start(command: string, args: readonly string[], { env, cwd, signal }: Host, ipc = false): Started {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['inherit', 'inherit', 'inherit', ...(ipc ? ['ipc' as const] : [])],
  });
  const end = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', end);
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, end);
  const ended = new Promise<number>((done, failed) => {
    child.once('error', (error) => {
      failed(new CliError(`${command} cannot be started: ${error.message}`));
    });
    child.once('close', (code) => {
      done(code ?? EXIT.interrupted);
    });
  });
  return { child, ended };
}
