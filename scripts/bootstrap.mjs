// The first step of every npm script: plain JavaScript for any Node that runs npm, before anything is installed.
// Installs the packages of the lock file, compiles, and continues under the project's own Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { partOf } from './lock-file.mjs';

const USAGE = `usage: node scripts/bootstrap.mjs <compiled program> [arguments]
       node scripts/bootstrap.mjs --here <compiled program> [arguments]   in the present folder, not in the project's
       node scripts/bootstrap.mjs --small …   without the packages of scripts/installs: what services and tools need is enough
       node scripts/bootstrap.mjs --small --servers …   also the database and NATS, while the packages are installed; builds fast
       node scripts/bootstrap.mjs --test [jest's arguments]
       node scripts/bootstrap.mjs --verify
       node scripts/bootstrap.mjs --image [arguments of scripts/image.mjs]`;

const MIN_NODE = [20, 19];
const PARENT_CHECK_MS = 1_000;
const INSTALL_LOCK_POLL_MS = 500;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
const lockFile = join(root, 'package-lock.json');
/** What was installed: the hash of the lock file and one of `INSTALLS`. */
const stampFile = join(modules, '.carillon-install');
const INSTALLS = { small: 'small', whole: 'whole' };
const ownNode = join(bin, 'node');
/** What is installed beside the rest, in folders of its own. */
const parts = join(root, '.carillon', 'parts');
/** Moved to the rest at the end. */
const NODE = ['node'];
/** To compile the installer of the servers, and what it loads. */
const SERVERS = ['@swc/core', 'https-proxy-agent'];

/** True if node_modules contains the packages of the lock file that are needed. A linked node_modules is not changed. */
function isInstalled(size) {
  const found = lstatSync(modules, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.isSymbolicLink()) return true;
  if (!existsSync(ownNode)) return false;
  if (existsSync(stampFile)) return [stampOf(size), stampOf(INSTALLS.whole)].includes(readFileSync(stampFile, 'utf8'));
  const byHand = statSync(join(modules, '.package-lock.json'), { throwIfNoEntry: false });
  return byHand !== undefined && byHand.mtimeMs >= statSync(lockFile).mtimeMs;
}

const stampOf = (size) => `${createHash('sha256').update(readFileSync(lockFile)).digest('hex')} ${size}`;

const npm = (args, cwd = root) => {
  const script = process.env.npm_execpath;
  const [command, ...before] = script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
  const quiet = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  return runToEnd(command, [...before, ...args, ...quiet], process.env, cwd);
};

/** What is installed already stays, because services that run need it: the rest of the packages is added. */
const isAddition = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(INSTALLS.small);

async function ensureInstalled(size, withServers) {
  if (isInstalled(size)) return;
  const release = await takeInstallLock();
  try {
    if (isInstalled(size)) return;
    console.error('carillon: installing packages with npm; this takes about a quarter of a minute, once');
    const code = await (size === INSTALLS.small
      ? installSmall(withServers)
      : npm(isAddition() ? ['install', '--no-save'] : ['ci']));
    if (code !== 0) {
      release();
      process.exit(code);
    }
    writeFileSync(stampFile, stampOf(size));
  } finally {
    release();
  }
}

/** npm works on one core, and installs Node last: Node, and the servers, are installed beside the rest. */
async function installSmall(withServers) {
  const codes = await Promise.all([
    npm(['ci', '--workspaces=false', '--ignore-scripts']),
    npmPart('node', NODE),
    withServers ? installServers() : 0,
  ]);
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) return failed;
  const node = join(modules, 'node');
  rmSync(node, { recursive: true, force: true });
  renameSync(join(parts, 'node', 'node_modules', 'node'), node);
  rmSync(ownNode, { force: true });
  symlinkSync(join('..', 'node', 'bin', 'node'), ownNode);
  rmSync(parts, { recursive: true });
  // The only other script that package.json allows: it replaces the compiler where there is none for this platform.
  const compiler = join(modules, '@swc', 'core');
  return runToEnd(process.execPath, ['postinstall.js'], { ...process.env, INIT_CWD: root }, compiler);
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Installs packages of the lock file in `parts`; gives npm's exit code. */
async function npmPart(name, packages) {
  const folder = join(parts, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { allowScripts } = readJson(join(root, 'package.json'));
  const files = partOf(readJson(lockFile), packages, { allowScripts });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), JSON.stringify(content));
  return npm(['ci', '--prefix', folder], folder);
}

async function installServers() {
  const code = await npmPart('servers', SERVERS);
  if (code !== 0) return code;
  const args = [join(root, 'scripts', 'install-servers.mjs'), join(parts, 'servers')];
  return runToEnd(process.execPath, args, process.env);
}

/** Two commands started on the same bare clone install once: the second waits for the first. */
async function takeInstallLock() {
  const lock = join(root, '.carillon', 'install.lock');
  const mine = `${lock}.${process.pid}`;
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(mine, String(process.pid));
  try {
    while (!tryLink(mine, lock)) {
      const holder = Number(readIfThere(lock));
      if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
      else await delay(INSTALL_LOCK_POLL_MS);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/** A link appears together with its content or not at all. */
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function environment() {
  const path = [bin, ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin)].join(delimiter);
  return { ...process.env, PATH: path };
}

/** The command that runs under the project's Node: its arguments, and its folder. */
function programOf([first, ...rest]) {
  if (first === '--here') return { ...programOf(rest), cwd: process.cwd() };
  if (first === '--verify') return { args: [join(root, 'scripts', 'verify.mjs'), ...rest] };
  if (first === '--image') return { args: [join(root, 'scripts', 'image.mjs'), ...rest] };
  if (first === '--test') return { args: [join(root, 'scripts', 'test.mjs'), ...rest] };
  if (first === undefined || first.startsWith('-')) return undefined;
  return { args: ['--enable-source-maps', join(root, first), ...rest] };
}

/**
 * Runs a program with our own terminal and returns its exit code. Signals that reach only us are passed on, and so is
 * the end of our parent.
 */
async function runToEnd(command, args, env, cwd = root) {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
    });
  } finally {
    clearInterval(watch);
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
  console.error(`carillon: Node ${MIN_NODE.join('.')} or newer is required to start; this is ${process.version}`);
  process.exit(1);
}
const [first, ...others] = process.argv.slice(2);
const isSmall = first === '--small';
const withServers = others[0] === '--servers';
const program = programOf(isSmall ? others.slice(withServers ? 1 : 0) : process.argv.slice(2));
if (program?.args === undefined) {
  console.error(USAGE);
  process.exit(64);
}
await ensureInstalled(isSmall ? INSTALLS.small : INSTALLS.whole, withServers);
const env = environment();
const built = await runToEnd(ownNode, [join(root, 'scripts', 'build.mjs'), ...(withServers ? ['--fast'] : [])], env);
process.exit(built === 0 ? await runToEnd(ownNode, program.args, env, program.cwd) : built);
