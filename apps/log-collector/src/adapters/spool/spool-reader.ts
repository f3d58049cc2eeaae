/** Reads one `output.log` forward, from a byte offset to its present end. */
import { open, type FileHandle } from 'node:fs/promises';
import type { Clock } from '#common/clock/clock.js';
import { MAX_SOURCE_BLOCK_BYTES, MAX_SOURCE_LINE_BYTES } from '#common/domain/limits.js';
import { isCode } from '#common/errors/system-error.js';
import { Pool } from '#common/runtime/pool.js';
import { LineFramer } from '../../core/line-framer.js';
import type { ReadControl, SourceBlock, SourceLine } from '../../core/source.js';
import { MAX_RECORD_HEAD_BYTES, readRecord, recordHeadBytes } from '../../core/spool-record.js';

/** Files kept open between reads, over all readers; the others are opened for each read. */
const MAX_KEPT_OPEN = 256;
let keptOpen = 0;
/** A buffer is decoded at once, so a few buffers serve all readers. */
const BLOCKS_READ_AT_ONCE = 4;
const blockBuffers = new Pool(BLOCKS_READ_AT_ONCE, () => Buffer.allocUnsafeSlow(MAX_SOURCE_BLOCK_BYTES));

export class SpoolReader {
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
