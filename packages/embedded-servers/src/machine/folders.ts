import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The folder for data of root's servers which their unprivileged account could not reach at the requested path. */
const ROOT_CACHE = '/var/cache/carillon';
const ROOT_DATA = '/var/lib/carillon';
const SEARCH_BY_OTHERS = 0o001;
const ORIGIN_FILE = 'origin';

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** `${XDG_CACHE_HOME:-~/.cache}/carillon`. */
export function defaultCacheDir(env: NodeJS.ProcessEnv): string {
  const xdg = env['XDG_CACHE_HOME'];
  return join(xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.cache'), 'carillon');
}

/** True if an account without any right of its own can pass through every folder on the way to `path`. */
export function isReachableByOthers(path: string, modeOf: (folder: string) => number | undefined): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const mode = modeOf(folder);
    if (mode !== undefined && (mode & SEARCH_BY_OTHERS) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

const modeOnDisk = (folder: string): number | undefined => (existsSync(folder) ? statSync(folder).mode : undefined);

/** The cache folder, or /var/cache/carillon if root requests one that its unprivileged account cannot reach. */
export function reachableCacheDir(wanted: string, asRoot: boolean): string {
  return !asRoot || isReachableByOthers(wanted, modeOnDisk) ? wanted : ROOT_CACHE;
}

/**
 * Makes `<dataDir>/<name>` a folder that an unprivileged account can reach. `dataDir` itself is opened for passing
 * through (o+x); where a folder above it is closed (as /root is), the data lies under /var/lib/carillon and
 * `<dataDir>/<name>` is a link to it. Data there is removed if its `dataDir` does not exist any more.
 */
export function reachableDataFolder(dataDir: string, name: string, asRoot: boolean): string {
  mkdirSync(dataDir, { recursive: true });
  const folder = join(resolve(dataDir), name);
  if (!asRoot) return createdFolder(folder);
  chmodSync(dataDir, statSync(dataDir).mode | SEARCH_BY_OTHERS);
  if (isReachableByOthers(dataDir, modeOnDisk)) return createdFolder(folder);
  removeOrphans();
  const elsewhere = join(ROOT_DATA, shortHash(folder));
  createdFolder(elsewhere);
  writeFileSync(join(elsewhere, ORIGIN_FILE), folder);
  if (!linksTo(folder, elsewhere)) symlinkSync(elsewhere, folder);
  return elsewhere;
}

function createdFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

function linksTo(link: string, target: string): boolean {
  const stats = lstatSync(link, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isSymbolicLink() && readlinkSync(link) === target) return true;
  throw new Error(`${link} must be removed: an unprivileged account cannot use it, and it is not a link to ${target}`);
}

function removeOrphans(): void {
  for (const entry of existsSync(ROOT_DATA) ? readdirSync(ROOT_DATA) : []) {
    const origin = join(ROOT_DATA, entry, ORIGIN_FILE);
    if (!existsSync(origin)) continue;
    const link = readFileSync(origin, 'utf8');
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) rmSync(join(ROOT_DATA, entry), { recursive: true });
  }
}
