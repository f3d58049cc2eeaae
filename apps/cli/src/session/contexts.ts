/** Servers with the tokens of their sign-ins, in a file that only its owner may read. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { CliError } from '../errors.js';
import type { Host } from '../host.js';
import { fileText } from '../file-text.js';

export interface Context {
  readonly server: string;
  readonly token?: string;
  /** When the token expires, if it does: RFC 3339. */
  readonly expiresAt?: string;
  /** The tenant of commands that name none. */
  readonly tenant?: string;
}

/** Fields that this version does not know are kept: a newer one may have written them. */
export interface Contexts {
  readonly current: string | null;
  readonly contexts: Readonly<Record<string, Context>>;
}

/** What a shell would replace by the folder of the user, and by anything else. */
const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/;
const UNREPLACED = /^~|\$\w|\$\{|%\w+%/;

/**
 * `CARILLON_CONFIG`, or `carillon/config.yaml` in the machine's folder of settings. A `~` or `$HOME` that no shell has replaced, as in a file of
 * variables, is the folder of the user: a file with tokens in the present folder would be handed on with it. XDG ignores a folder that is not
 * absolute. Throws CliError for other words that only a shell replaces.
 */
export function contextsFile({ env, home }: Pick<Host, 'env' | 'home'>): string {
  const [named, settings = ''] = ['CARILLON_CONFIG', 'XDG_CONFIG_HOME'].map((name) => {
    const path = env[name]?.replace(HOME, home);
    if (path !== undefined && UNREPLACED.test(path))
      throw new CliError(
        `${name} is "${path}", of which no shell has replaced a part`,
        undefined,
        'give the whole path',
      );
    return path;
  });
  return named ?? join(isAbsolute(settings) ? settings : join(home, '.config'), 'carillon', 'config.yaml');
}

export function readContexts(file: string): Contexts {
  if (!existsSync(file)) return { current: null, contexts: {} };
  const read = parseFile(file) ?? { contexts: {} };
  // To write contexts into another file would replace what it holds.
  if (!isObject(read) || !isObject(read['contexts'])) throw new CliError(`${file} is not a file with contexts`);
  const { current, contexts, ...others } = read;
  const named = Object.entries(contexts).map(
    ([name, value]) => [name, contextOf(value, `${file}: contexts.${name}`)] as const,
  );
  return {
    ...others,
    current: typeof current === 'string' ? current : null,
    contexts: Object.fromEntries(named),
  };
}

/** A change takes some milliseconds: an older lock was left by a command that has died. */
const LEFT_AFTER_MS = 3_000;
const BETWEEN_LOOKS_MS = 20;

/** One command at a time reads and writes, so that none loses what another has added. A link, as managers of such files make, stays one. */
export function changeContexts(name: string, change: (present: Contexts) => Contexts): void {
  try {
    changeFile(existsSync(name) ? realpathSync(name) : name, change);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new CliError(
      `${name} cannot be written: ${error.message}`,
      undefined,
      'name another file by CARILLON_CONFIG, or give CARILLON_SERVER and CARILLON_TOKEN, which need no file',
    );
  }
}

function changeFile(file: string, change: (present: Contexts) => Contexts): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = `${file}.lock`;
  while (!isTaken(lock)) {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - since > LEFT_AFTER_MS) rmSync(lock, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_LOOKS_MS);
  }
  try {
    const present = readContexts(file);
    write(file, { ...present, ...change(present) });
  } finally {
    rmSync(lock, { force: true });
  }
}

function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Writes atomically: the file has the old content or the new one. */
function write(file: string, contexts: Contexts): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, stringify(contexts), { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function parseFile(file: string): unknown {
  try {
    return parse(fileText(file, readFileSync(file))) as unknown;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function contextOf(value: unknown, where: string): Context {
  if (!isObject(value) || typeof value['server'] !== 'string') throw new CliError(`${where}.server is missing`);
  const { server, token, expiresAt, tenant, ...others } = value;
  return {
    ...others,
    server,
    ...(typeof token === 'string' && { token }),
    ...(typeof expiresAt === 'string' && { expiresAt }),
    ...(typeof tenant === 'string' && { tenant }),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
