/**
 * The spool of the process engine on this host: a folder per attempt, in which a supervisor appends to `output.log` one
 * record per line and at the end leaves `exit.json`, after which nothing is appended. A position is a byte offset.
 */
import { watch, type FSWatcher } from 'node:fs';
import { access, mkdir, open, readdir, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#common/clock/clock.js';
import { asAttemptId, attemptFromSegment, attemptId, attemptSegment, type AttemptId } from '#common/domain/ids.js';
import { MAX_SOURCE_BLOCK_BYTES, MAX_SOURCE_LINE_BYTES } from '#common/domain/limits.js';
import type { SourcePosition } from '#common/domain/output.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { LineFramer } from '../../core/line-framer.js';
import type { OutputSource, ReadControl, SourceBlock, SourceEnd, SourceLine } from '../../core/source.js';
import { MAX_RECORD_HEAD_BYTES, readRecord } from '../../core/spool-record.js';
import { FolderWatch } from './folder-watch.js';

const OUTPUT_FILE = 'output.log';
const EXIT_FILE = 'exit.json';
/** What is read of `exit.json`: why some of the output could not be written, if so. */
const exitFile = z.object({ outputError: z.string().optional() });
const LOOK_INTERVAL_MS = 1_000;
/** Events of a folder are gathered for this long, so that a chatty process costs a read per moment and not per line. */
const SETTLE_MS = 20;
const SUPERVISOR_LOST: SourceEnd = {
  gap: {
    reason: 'SupervisorLost',
    message: 'the process ended without its supervisor having written down the end of its output',
  },
};
const FOLDER_GONE: SourceEnd = {
  gap: { reason: 'SourceGone', message: 'the spool was removed before the end of the output was read' },
};

export class SpoolSource implements OutputSource {
  readonly engine = 'process';
  private watcher: FSWatcher | null = null;
  private timer: NodeJS.Timeout | null = null;
  private found: (attempt: AttemptId) => void = () => undefined;

  constructor(
    private readonly root: string,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async start(found: (attempt: AttemptId) => void): Promise<void> {
    this.found = found;
    await mkdir(this.root, { recursive: true });
    this.watchRoot();
    this.timer = setInterval(() => void this.look(), LOOK_INTERVAL_MS);
    await this.look();
  }

  async look(): Promise<void> {
    try {
      for (const name of await readdir(this.root)) {
        const key = attemptFromSegment(name);
        if (key !== null) this.found(attemptId(key));
      }
    } catch (error) {
      this.log.warn({ error: messageOf(error), root: this.root }, 'the spool cannot be listed');
    }
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.watcher?.close();
    await Promise.resolve();
  }

  async has(attempt: AttemptId): Promise<boolean> {
    return exists(this.folderOf(attempt));
  }

  async *read(
    attempt: AttemptId,
    from: SourcePosition | null,
    control: ReadControl,
  ): AsyncGenerator<SourceBlock, SourceEnd | undefined, undefined> {
    const folder = this.folderOf(attempt);
    const changes = new FolderWatch(folder, SETTLE_MS);
    const reader = new SpoolReader(Number(from ?? 0), this.clock);
    try {
      for (;;) {
        // Looked at before reading: what is read after the end was seen is everything.
        const attemptEnded = control.attemptEnded.aborted;
        const exit = await readExit(join(folder, EXIT_FILE));
        yield* reader.readToEnd(join(folder, OUTPUT_FILE), control);
        if (exit !== null || attemptEnded) {
          const last = reader.lastBlock();
          if (last !== null) yield last;
          return exit ?? SUPERVISOR_LOST;
        }
        if (!(await exists(folder))) return FOLDER_GONE;
        await changes.next([control.stop, control.attemptEnded]);
        if (control.stop.aborted) return undefined;
      }
    } finally {
      changes.close();
    }
  }

  private folderOf(attempt: AttemptId): string {
    return join(this.root, attemptSegment(asAttemptId(attempt)));
  }

  /** New folders are seen at once; without a watch, at the next look. */
  private watchRoot(): void {
    try {
      this.watcher = watch(this.root, { persistent: false }, (_event, name) => {
        const key = name === null ? null : attemptFromSegment(name);
        if (key !== null) this.found(attemptId(key));
      });
      this.watcher.on('error', (error) => {
        this.log.warn({ error: messageOf(error) }, 'the spool is looked at every second only');
      });
    } catch (error) {
      this.log.warn({ error: messageOf(error) }, 'the spool is looked at every second only');
    }
  }
}

/** Reads one `output.log` forward. */
class SpoolReader {
  private readonly framer = new LineFramer(MAX_RECORD_HEAD_BYTES + MAX_SOURCE_LINE_BYTES);

  constructor(
    /** Bytes taken from the file so far. */
    private offset: number,
    private readonly clock: Clock,
  ) {}

  /** Blocks of whole lines up to what is the end of the file now. */
  async *readToEnd(path: string, control: ReadControl): AsyncGenerator<SourceBlock, void, undefined> {
    const file = await openIfThere(path);
    if (file === null) return;
    try {
      let isAdmitted = false;
      for (let { size } = await file.stat(); this.offset < size && !control.stop.aborted;) {
        await control.admit();
        isAdmitted = true;
        const lines = await this.readOnce(file);
        if (lines.length > 0) {
          isAdmitted = false;
          yield this.block(lines);
        }
        if (this.offset >= size) ({ size } = await file.stat());
      }
      if (isAdmitted) yield this.block([]);
    } finally {
      await file.close();
    }
  }

  /** The last line if it has no end: nothing more can come. */
  lastBlock(): SourceBlock | null {
    const last = this.framer.end();
    return last === null ? null : this.block([readRecord(last, this.clock.now())]);
  }

  private async readOnce(file: FileHandle): Promise<SourceLine[]> {
    const buffer = Buffer.allocUnsafe(MAX_SOURCE_BLOCK_BYTES);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, this.offset);
    this.offset += bytesRead;
    const now = this.clock.now();
    return this.framer.push(buffer.subarray(0, bytesRead)).map((record) => readRecord(record, now));
  }

  private block(lines: readonly SourceLine[]): SourceBlock {
    return { lines, position: String(this.offset - this.framer.pendingBytes), gap: null };
  }
}

/** How the supervisor says that the output ended; null while it has not said it. */
async function readExit(path: string): Promise<SourceEnd | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const { outputError } = exitFile.parse(JSON.parse(text));
  return { gap: outputError === undefined ? null : { reason: 'OutputNotWritten', message: outputError } };
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
