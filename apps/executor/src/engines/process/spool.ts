/**
 * The spool: one folder per attempt, whose exclusive creation is the attempt's start. Shared by executor, supervisor and
 * collector.
 */
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';
import { isCode } from '#common/errors/system-error.js';
import { attemptFromSegment, attemptId, attemptSegment, type AttemptId } from '#common/domain/ids.js';
import { writeOnce } from './write-once.js';

const mark = z.object({ pid: z.int(), startTime: z.string().nullable() });
const processFile = mark.extend({
  startedAt: z.number(),
  /** The user of the command; absent if it is the executor's own. */
  uid: z.int().optional(),
});
const exitFile = z.object({
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  endedAt: z.number(),
  /** Why it could not be started, or why its end is unknown. */
  error: z.string().optional(),
  /** The word for that error. */
  reason: z.string().optional(),
  outputError: z.string().optional(),
});
export type ProcessFile = z.output<typeof processFile>;
export type ExitFile = z.output<typeof exitFile>;
export type SupervisorFile = z.output<typeof mark>;

export interface SpecFile {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly maxOutputBytes: number;
  /** An entry of the environment that only processes of this attempt have: what the command leaves running is found by it. */
  readonly mark: string;
  /** The user of the command; the executor's own user if absent. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

export interface MetaFile {
  readonly attempt: AttemptId;
  readonly run: string;
  readonly tenant: string;
  readonly job: string;
  readonly startedBy: string;
  /** The home of the command, which is removed with this start; null if the command has none of its own. */
  readonly home: string | null;
}

const startFile = z.object({ start: z.string(), home: z.string().nullable() });
/** Identifies one start of an attempt: a start that is given up leaves its folder to the next one. */
export type SpoolStart = z.output<typeof startFile>;

/** The files of a start, before a supervisor begins it. */
export interface StartFiles {
  readonly meta: MetaFile;
  /** The files that the command reads, by name; none if it finds them in its home. */
  readonly given: Readonly<Record<string, string>>;
  readonly spec: SpecFile;
}

/** The name of the file with job storage. */
export const JOB_STORAGE_FILE = 'job-storage.json';
/** The prefix of folders that are not yet attempts, or no longer. */
const UNFINISHED = '.new-';
const REMOVED = '.removed';
/** Making and removing a folder never take this long: the process has died meanwhile. */
const ABANDONED_AFTER_MS = 3_600_000;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

export class Spool {
  constructor(
    readonly root: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Makes the spool folder, and removes folders that dead processes have left half made or half removed. */
  prepare(): void {
    mkdirSync(this.root, { recursive: true, mode: PRIVATE_FOLDER });
    const before = this.now() - ABANDONED_AFTER_MS;
    for (const name of readdirSync(this.root)) {
      const folder = join(this.root, name);
      const isPartial = name.startsWith(UNFINISHED) || name.endsWith(REMOVED);
      if (isPartial && (statSync(folder, { throwIfNoEntry: false })?.ctimeMs ?? Infinity) < before)
        rmSync(folder, { recursive: true, force: true });
    }
  }

  folder(attempt: AttemptId): string {
    return join(this.root, attemptSegment(attempt));
  }

  /**
   * Returns the new start to exactly one of all processes that ask for the attempt, until the start is removed, and null to the others.
   * The folder appears with all of its files, so that a process that was paused while it wrote them changes nothing of a later start.
   */
  create(attempt: AttemptId, { meta, given, spec }: StartFiles): SpoolStart | null {
    const start = randomUUID();
    const unfinished = mkdtempSync(join(this.root, UNFINISHED));
    const write = (name: string, text: string): void => {
      writeFileSync(join(unfinished, name), text, { mode: PRIVATE_FILE });
    };
    try {
      write('meta.json', JSON.stringify({ ...meta, start }));
      for (const [name, text] of Object.entries(given)) write(name, text);
      write('spec.json', JSON.stringify(spec));
      // A folder with files is never replaced.
      renameSync(unfinished, this.folder(attempt));
      return { start, home: meta.home };
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (isCode(error, 'EEXIST') || isCode(error, 'ENOTEMPTY')) return null;
      throw error;
    }
  }

  /** The start whose folder exists; null if there is none. */
  start(attempt: AttemptId): SpoolStart | null {
    return this.read(attempt, 'meta.json', startFile);
  }

  exists(attempt: AttemptId): boolean {
    return statSync(this.folder(attempt), { throwIfNoEntry: false }) !== undefined;
  }

  /** Every attempt that has a folder. */
  attempts(): AttemptId[] {
    return readdirSync(this.root).flatMap((name) => {
      const key = attemptFromSegment(name);
      return key ? [attemptId(key)] : [];
    });
  }

  jobStorageFile(attempt: AttemptId): string {
    return join(this.folder(attempt), JOB_STORAGE_FILE);
  }

  supervisor(attempt: AttemptId): SupervisorFile | null {
    return this.read(attempt, 'supervisor.json', mark);
  }

  process(attempt: AttemptId): ProcessFile | null {
    return this.read(attempt, 'process.json', processFile);
  }

  exit(attempt: AttemptId): ExitFile | null {
    return this.read(attempt, 'exit.json', exitFile);
  }

  /**
   * Puts a mark where a supervisor would put its own: a late supervisor finds it and exits. False: a supervisor has taken the
   * folder.
   */
  forbidSupervisor(attempt: AttemptId): boolean {
    return this.writeOnce(attempt, 'supervisor.json', { pid: 0, startTime: null });
  }

  /** Writes the end of an attempt whose supervisor died; an end that was written before stays. */
  writeExit(attempt: AttemptId, exit: ExitFile): void {
    this.writeOnce(attempt, 'exit.json', exit);
  }

  /** Removes the folder of this start; the folder of a later start stays, even if this process was paused since it checked. */
  remove(attempt: AttemptId, start: SpoolStart | null): void {
    if (this.start(attempt)?.start !== start?.start) return;
    const folder = this.folder(attempt);
    const removed = `${folder}.${start?.start ?? 'unknown'}${REMOVED}`;
    try {
      // Renamed first: a folder that is half removed never counts as an attempt.
      renameSync(folder, removed);
      // Another start may have taken the name between the check and the renaming.
      if (readFile(join(removed, 'meta.json'), startFile)?.start !== start?.start) renameSync(removed, folder);
    } catch (error) {
      if (!isCode(error, 'ENOENT') && !isCode(error, 'ENOTEMPTY')) throw error;
    }
    rmSync(removed, { recursive: true, force: true });
  }

  private writeOnce(attempt: AttemptId, name: string, value: unknown): boolean {
    try {
      return writeOnce(join(this.folder(attempt), name), JSON.stringify(value));
    } catch (error) {
      // The folder is gone, and with it the attempt.
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    }
  }

  private read<T>(attempt: AttemptId, name: string, schema: z.ZodType<T>): T | null {
    return readFile(join(this.folder(attempt), name), schema);
  }
}

function readFile<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(parseJson(readFileSync(path, 'utf8')));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}
