/** Servers with the tokens of their sign-ins, in a file that only its owner may read. */
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

export interface Contexts {
  readonly current: string | null;
  readonly contexts: Readonly<Record<string, Context>>;
}

/** `CARILLON_CONFIG`, or `carillon/config.yaml` in the machine's folder of settings. */
export function contextsFile({ env, home }: Pick<Host, 'env' | 'home'>): string {
  return env['CARILLON_CONFIG'] ?? join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'carillon', 'config.yaml');
}

export function readContexts(file: string): Contexts {
  if (!existsSync(file)) return { current: null, contexts: {} };
  const read = parseFile(file) ?? {};
  if (!isObject(read) || !isObject(read['contexts'] ?? {})) throw new CliError(`${file} is not a file with contexts`);
  const contexts = Object.entries((read['contexts'] ?? {}) as Record<string, unknown>).map(
    ([name, value]) => [name, contextOf(value, `${file}: contexts.${name}`)] as const,
  );
  return {
    current: typeof read['current'] === 'string' ? read['current'] : null,
    contexts: Object.fromEntries(contexts),
  };
}

/** Writes atomically: the file has the old content or the new one. A link, as managers of such files make, stays one. */
export function writeContexts(name: string, contexts: Contexts): void {
  const file = existsSync(name) ? realpathSync(name) : name;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, stringify(contexts), { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
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
  const { server, token, expiresAt, tenant } = value;
  return {
    server,
    ...(typeof token === 'string' && { token }),
    ...(typeof expiresAt === 'string' && { expiresAt }),
    ...(typeof tenant === 'string' && { tenant }),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
