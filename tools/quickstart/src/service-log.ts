import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import { LineLimiter } from './line-limiter.js';

/** Logs show the work of runs, so only their owner can read them. */
const OWNER_ONLY_FOLDER = 0o700;

const MAX_LOG_FILE_BYTES = 32 * 1024 * 1024;
const SEVERE = new Set(['error', 'fatal']);

const entrySchema = z.looseObject({ level: z.string(), msg: z.string() });
const causeSchema = z.looseObject({ message: z.string() });

/** The output of the parts: stored in `<data>/log/<name>.log`, one file for each; important lines are also shown. */
export class ServiceLogs {
  readonly #files = new Map<string, WriteStream>();
  readonly #limiters = new Map<string, LineLimiter>();

  constructor(
    private readonly folder: string,
    private readonly say: (line: string) => void,
  ) {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  }

  /** A line of a service's own log. */
  take(name: string, line: string): void {
    this.#write(name, line);
    const severe = severeLine(line);
    if (severe !== undefined) this.#limiterOf(name).take(`${name}: ${severe}`, performance.now());
  }

  /** A line meant for people. */
  tell(name: string, line: string): void {
    this.#write(name, line);
    this.say(`  ${line}`);
  }

  fileOf(name: string): string {
    return join(this.folder, `${name}.log`);
  }

  close(): void {
    for (const file of this.#files.values()) file.end();
  }

  #limiterOf(name: string): LineLimiter {
    const limiter = this.#limiters.get(name) ?? new LineLimiter(this.say, `errors in ${this.fileOf(name)}`);
    this.#limiters.set(name, limiter);
    return limiter;
  }

  #write(name: string, line: string): void {
    let file = this.#files.get(name);
    if (file === undefined) {
      file = openLog(this.fileOf(name));
      this.#files.set(name, file);
    }
    file.write(`${line}\n`);
  }
}

function openLog(path: string): WriteStream {
  if (existsSync(path) && statSync(path).size > MAX_LOG_FILE_BYTES) renameSync(path, `${path}.1`);
  return createWriteStream(path, { flags: 'a' });
}

/** The summary of an error line of a service; undefined for any other line. */
export function severeLine(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  let json: unknown;
  try {
    json = parseJson(line);
  } catch {
    return undefined;
  }
  const entry = entrySchema.safeParse(json);
  if (!entry.success || !SEVERE.has(entry.data.level)) return undefined;
  const cause = causeSchema.safeParse(entry.data['err']).data?.message ?? entry.data['error'];
  return typeof cause === 'string' ? `${entry.data.msg}: ${cause}` : entry.data.msg;
}
