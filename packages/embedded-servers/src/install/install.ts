import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { shortHash } from '../machine/folders.js';
import { systemErrorCode } from '../machine/system-error.js';

export interface Recipe {
  /** Names the folder in the cache, together with a hash of `content`. */
  name: string;
  /** Everything that determines the result: another content is another installation. */
  content: string;
  /** Fills the empty folder; it gets its final name afterwards, so nothing in it may contain its own path. */
  build(folder: string, log: (line: string) => void): Promise<void>;
}

const LOCK_POLL_MS = 100;
const INSTALL_LIMIT_MS = 600_000;
const UNUSED_LIMIT_MS = 30 * 24 * 3_600_000;

/**
 * The folder where the recipe is installed, once per machine and content. An existing folder is complete: a build
 * happens in a folder of its own that is renamed at the end. The lock only spares a second process the same work.
 */
export async function ensureInstalled(recipe: Recipe, cacheDir: string, log: (line: string) => void): Promise<string> {
  const target = join(cacheDir, `${recipe.name}-${shortHash(recipe.content)}`);
  if (existsSync(target)) return inUse(target);
  mkdirSync(cacheDir, { recursive: true });
  const unlock = await lock(`${target}.lock`, () => {
    log(`${recipe.name}: another process is installing it, waiting`);
  });
  try {
    if (!existsSync(target)) await build(recipe, target, log);
  } finally {
    unlock();
  }
  removeUnused(recipe.name, cacheDir, target);
  return inUse(target);
}

/** Records when the installation was last used. */
function inUse(target: string): string {
  const now = new Date();
  utimesSync(target, now, now);
  return target;
}

/** Earlier contents of the recipe that were not used for a long time. */
function removeUnused(name: string, cacheDir: string, current: string): void {
  for (const entry of readdirSync(cacheDir)) {
    const folder = join(cacheDir, entry);
    if (folder === current || !new RegExp(`^${name}-[0-9a-f]+$`).test(entry)) continue;
    if (Date.now() - statSync(folder).mtimeMs > UNUSED_LIMIT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

async function build(recipe: Recipe, target: string, log: (line: string) => void): Promise<void> {
  removeAbandoned(target);
  const folder = `${target}.${process.pid}.part`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o755 });
  const startedAt = Date.now();
  try {
    await recipe.build(folder, log);
    renameSync(folder, target);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  log(`${recipe.name}: installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s in ${target}`);
}

/** Folders of installers that were killed. */
function removeAbandoned(target: string): void {
  const parent = join(target, '..');
  for (const entry of readdirSync(parent)) {
    const part = /^(.*)\.(\d+)\.part$/.exec(entry);
    if (part !== null && target.endsWith(`/${String(part[1])}`) && !isAlive(Number(part[2]))) {
      rmSync(join(parent, entry), { recursive: true, force: true });
    }
  }
}

async function lock(path: string, onWait: () => void): Promise<() => void> {
  const deadline = Date.now() + INSTALL_LIMIT_MS;
  for (let waited = false; !tryLock(path); waited = true) {
    if (holderIsGone(path) || Date.now() > deadline) {
      rmSync(path, { force: true });
      continue;
    }
    if (!waited) onWait();
    await delay(LOCK_POLL_MS);
  }
  return () => {
    rmSync(path, { force: true });
  };
}

/** The file appears with its holder already written in it, so that a holder that dies is always known. */
function tryLock(path: string): boolean {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

function holderIsGone(path: string): boolean {
  try {
    return !isAlive(Number(readFileSync(path, 'utf8')));
  } catch {
    return true;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
