/**
 * The spool: one folder per attempt, whose exclusive creation is the attempt's start. Shared by executor, supervisor and
 * collector.
 */
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isCode } from '#common/errors/system-error.js';
import { attemptFromSegment, attemptId, attemptSegment, type AttemptId } from '#common/domain/ids.js';

const mark = z.object({ pid: z.int(), startTime: z.string().nullable() });
const processFile = mark.extend({ startedAt: z.number() });
const exitFile = z.object({
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  endedAt: z.number(),
  /** Why it could not be started, or why its end is unknown. */
  error: z.string().optional(),
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
  /** The user of the command; the executor's own user if absent. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

export interface MetaFile {
  readonly attempt: AttemptId;
  readonly run: string;
  readonly tenant: string;
  readonly job: string;
  readonly shard: number;
  readonly startedBy: string;
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

export class Spool {
  constructor(readonly root: string) {}

  /** Makes the spool folder. */
  prepare(): void {
    mkdirSync(this.root, { recursive: true, mode: PRIVATE_FOLDER });
  }

  folder(attempt: AttemptId): string {
    return join(this.root, attemptSegment(attempt));
  }

  /** True exactly once for each attempt, however many processes ask. */
  create(attempt: AttemptId): boolean {
    try {
      mkdirSync(this.folder(attempt), { mode: PRIVATE_FOLDER });
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    }
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

  /** Writes the files of the supervisor; the last one is the file by which it starts. */
  fill(
    attempt: AttemptId,
    files: {
      readonly meta: MetaFile;
      /** Null where the command finds it elsewhere. */
      readonly jobStorage: string | null;
      readonly spec: SpecFile;
    },
  ): void {
    const folder = this.folder(attempt);
    const write = (name: string, text: string): void => {
      writeFileSync(join(folder, name), text, { mode: PRIVATE_FILE });
    };
    write('meta.json', JSON.stringify(files.meta));
    if (files.jobStorage !== null) write('job-storage.json', files.jobStorage);
    write('spec.json', JSON.stringify(files.spec));
  }

  jobStorageFile(attempt: AttemptId): string {
    return join(this.folder(attempt), 'job-storage.json');
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

  /** Writes the end of an attempt whose supervisor died; an end that is written already stands. */
  writeExit(attempt: AttemptId, exit: ExitFile): void {
    this.writeOnce(attempt, 'exit.json', exit);
  }

  remove(attempt: AttemptId): void {
    const doomed = `${this.folder(attempt)}.removed`;
    try {
      // Renamed first: a half-written folder never counts as an attempt.
      renameSync(this.folder(attempt), doomed);
    } catch (error) {
      if (!isCode(error, 'ENOENT') && !isCode(error, 'ENOTEMPTY')) throw error;
    }
    rmSync(doomed, { recursive: true, force: true });
  }

  private writeOnce(attempt: AttemptId, name: string, value: unknown): boolean {
    const target = join(this.folder(attempt), name);
    const part = `${target}.${process.pid}`;
    try {
      writeFileSync(part, JSON.stringify(value), { mode: PRIVATE_FILE });
      linkSync(part, target);
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST') || isCode(error, 'ENOENT')) return false;
      throw error;
    } finally {
      try {
        unlinkSync(part);
      } catch {
        // The folder is gone, and with it the attempt.
      }
    }
  }

  private read<T>(attempt: AttemptId, name: string, schema: z.ZodType<T>): T | null {
    try {
      return schema.parse(JSON.parse(readFileSync(join(this.folder(attempt), name), 'utf8')));
    } catch (error) {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    }
  }
}
