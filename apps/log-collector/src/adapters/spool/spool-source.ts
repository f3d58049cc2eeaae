/**
 * The spool of the process engine on this host: a folder per attempt, in which a supervisor appends to `output.log` one
 * record per line and at the end leaves `exit.json`, after which nothing is appended. A position is a byte offset.
 */
import { watch, type FSWatcher } from 'node:fs';
import { access, mkdir, readdir, readFile, stat, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#common/clock/clock.js';
import { asAttemptId, attemptFromSegment, attemptId, attemptSegment, type AttemptId } from '#common/domain/ids.js';
import { parseJson } from '#common/domain/parse-json.js';
import type { SourcePosition } from '#common/run/output.js';
import type { Instant } from '#common/run/run.js';
import { messageOf } from '#common/errors/app-error.js';
import { isCode } from '#common/errors/system-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { OutputSource, ReadControl, SourceBlock, SourceEnd, SourceLine } from '../../core/source.js';
import { FolderWatch } from './folder-watch.js';
import { MAX_SOURCE_BLOCK_BYTES, MAX_SOURCE_LINE_BYTES } from '#common/domain/limits.js';
import { Pool } from '#common/runtime/pool.js';
import { LineFramer } from '../../core/line-framer.js';
import { MAX_RECORD_HEAD_BYTES, readRecord, recordHeadBytes } from '../../core/spool-record.js';

const OUTPUT_FILE = 'output.log';
const EXIT_FILE = 'exit.json';
/** The part of `exit.json` that is read: why some output could not be written, if so. */
const exitFile = z.object({ outputError: z.string().optional() });
const LOOK_INTERVAL_MS = 1_000;
/** Events of a folder are collected for this long, so that a busy process costs one read per interval and not one per line. */
const SETTLE_MS = 20;
const SUPERVISOR_LOST: SourceEnd = {
  gap: {
    reason: 'SupervisorLost',
    message: 'the process ended, but its supervisor did not record the end of its output',
  },
};
const FOLDER_GONE: SourceEnd = {
  gap: { reason: 'SourceGone', message: 'the spool was removed before the end of the output was read' },
};

export class SpoolSource implements OutputSource {
  readonly engine = 'process';
  private watcher: FSWatcher | null = null;
  private timer: NodeJS.Timeout | null = null;
  private report: (attempt: AttemptId) => void = () => undefined;

  constructor(
    private readonly root: string,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async start(report: (attempt: AttemptId) => void): Promise<void> {
    this.report = report;
    await mkdir(this.root, { recursive: true });
    this.watchRoot();
    this.timer = setInterval(() => void this.look(), LOOK_INTERVAL_MS);
    await this.look();
  }

  async look(): Promise<void> {
    try {
      for (const name of await readdir(this.root)) {
        const key = attemptFromSegment(name);
        if (key !== null) this.report(attemptId(key));
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

  async lastWrittenAt(attempt: AttemptId): Promise<Instant | null> {
    try {
      const { mtimeMs, size } = await stat(join(this.folderOf(attempt), OUTPUT_FILE));
      return size === 0 ? null : Math.trunc(mtimeMs);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  async *read(
    attempt: AttemptId,
    from: SourcePosition | null,
    control: ReadControl,
  ): AsyncGenerator<SourceBlock, SourceEnd | undefined, undefined> {
    const folder = this.folderOf(attempt);
    const signals = [control.stop, control.attemptEnded];
    const changes = new FolderWatch(folder, { settleMs: SETTLE_MS, lastFile: EXIT_FILE, signals });
    const reader = new SpoolReader(join(folder, OUTPUT_FILE), Number(from ?? 0), this.clock);
    try {
      for (;;) {
        // Checked before reading: a read that begins after the end was seen gets everything.
        const attemptEnded = control.attemptEnded.aborted;
        const exit = changes.mayHaveLastFile || attemptEnded ? await readExit(join(folder, EXIT_FILE)) : null;
        const isThere = yield* reader.readToEnd(control);
        // A stop may have come during the read: then the output has not ended.
        if (control.stop.aborted) return undefined;
        if (exit !== null || attemptEnded) {
          const last = reader.lastBlock();
          if (last !== null) yield last;
          return exit ?? SUPERVISOR_LOST;
        }
        if (!isThere && !(await exists(folder))) return endOfGone(reader);
        await changes.next();
      }
    } finally {
      changes.close();
      await reader.close();
    }
  }

  private folderOf(attempt: AttemptId): string {
    return join(this.root, attemptSegment(asAttemptId(attempt)));
  }

  /** New folders are found at once; without a watch, at the next check. */
  private watchRoot(): void {
    try {
      this.watcher = watch(this.root, { persistent: false }, (_event, name) => {
        const key = name === null ? null : attemptFromSegment(name);
        if (key !== null) this.report(attemptId(key));
      });
      this.watcher.on('error', (error) => {
        this.log.warn({ error: messageOf(error) }, 'the spool cannot be watched; it is checked every second');
      });
    } catch (error) {
      this.log.warn({ error: messageOf(error) }, 'the spool cannot be watched; it is checked every second');
    }
  }
}

/** A start is undone if no supervisor took its folder: the attempt starts again, and had no output that could be missing. */
const endOfGone = ({ isAtStart }: SpoolReader): SourceEnd | undefined => (isAtStart ? undefined : FOLDER_GONE);

/** The supervisor's report on how the output ended; null while there is none. */
async function readExit(path: string): Promise<SourceEnd | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  const { outputError } = exitFile.parse(parseJson(text));
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

/* Reads one `output.log` forward, from a byte offset to its present end. */

/** Files kept open between reads, over all readers; the others are opened for each read. */
const MAX_KEPT_OPEN = 256;
let keptOpen = 0;
/** A buffer is decoded at once, so a few buffers serve all readers. */
const BLOCKS_READ_AT_ONCE = 4;
const blockBuffers = new Pool(BLOCKS_READ_AT_ONCE, () => Buffer.allocUnsafeSlow(MAX_SOURCE_BLOCK_BYTES));

class SpoolReader {
  private readonly framer = new LineFramer(MAX_RECORD_HEAD_BYTES + MAX_SOURCE_LINE_BYTES, null, recordHeadBytes);
  private file: FileHandle | null = null;

  constructor(
    private readonly path: string,
    /** Bytes taken from the file so far. */
    private offset: number,
    private readonly clock: Clock,
  ) {}

  /** True while nothing was ever read. */
  get isAtStart(): boolean {
    return this.offset === 0;
  }

  /** Yields blocks of whole lines. Returns false when the file does not exist. */
  async *readToEnd(control: ReadControl): AsyncGenerator<SourceBlock, boolean, undefined> {
    const file = this.file ?? (await openIfThere(this.path));
    if (file === null) return false;
    try {
      yield* this.readFrom(file, control);
    } finally {
      await this.keepOrClose(file);
    }
    return true;
  }

  /** The last line if it has no line end, once nothing more can arrive. */
  lastBlock(): SourceBlock | null {
    const last = this.framer.end();
    return last === null ? null : this.block([readRecord(last, this.clock.now())]);
  }

  async close(): Promise<void> {
    if (this.file === null) return;
    const { file } = this;
    this.file = null;
    keptOpen--;
    await file.close();
  }

  private async *readFrom(file: FileHandle, control: ReadControl): AsyncGenerator<SourceBlock, void, undefined> {
    const { size } = await file.stat();
    if (this.offset >= size) return;
    for (let isEnd = false; !isEnd;) {
      if (control.stop.aborted) return;
      await control.admit();
      const { bytesRead, lines } = await blockBuffers.use((buffer) => this.readBlock(file, buffer));
      isEnd = bytesRead < MAX_SOURCE_BLOCK_BYTES;
      // At the end an empty block gives the admitted room back; within a long line the room is kept for the rest.
      if (lines.length > 0 || isEnd) yield this.block(lines);
    }
  }

  private async readBlock(file: FileHandle, buffer: Buffer): Promise<{ bytesRead: number; lines: SourceLine[] }> {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, this.offset);
    this.offset += bytesRead;
    return { bytesRead, lines: this.toLines(buffer.subarray(0, bytesRead)) };
  }

  private toLines(bytes: Uint8Array): SourceLine[] {
    const now = this.clock.now();
    return this.framer.push(bytes).map((record) => readRecord(record, now));
  }

  private block(lines: SourceLine[]): SourceBlock {
    return { lines, position: String(this.offset - this.framer.pendingBytes), gap: null };
  }

  private async keepOrClose(file: FileHandle): Promise<void> {
    if (this.file === file) return;
    if (keptOpen >= MAX_KEPT_OPEN) {
      await file.close();
      return;
    }
    this.file = file;
    keptOpen++;
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}
