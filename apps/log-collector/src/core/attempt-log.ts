/**
 * Turns an attempt's output into its stored form: it takes blocks of a source, and returns chunks and saved values. One instance follows
 * one attempt from a durable position; if another writer was faster, the instance is discarded and built again from there. It decides
 * everything about a line (storage, secrets, limits) and does no I/O, so the same lines always give the same log.
 */
import type { JsonValue } from '#common/spec/fields.js';
import { MAX_LOG_CHUNK_BYTES, MAX_LOG_CHUNK_LINES, MAX_LOG_LINE_BYTES } from '#common/domain/limits.js';
import type { LogLine, LogProgress, OutputSeal, OutputStream } from '#common/run/output.js';
import type { Instant, RunOutputs } from '#common/run/run.js';
import { hideInJson, type SecretMask } from '#common/domain/secret-mask.js';
import { mergedOutputs, OUTPUTS_PREFIX, STORAGE_PREFIX } from '#common/run/outputs.js';
import { lastStateOf } from './last-state.js';
import type { SourceBlock, SourceGap, SourceLine } from './source.js';
import { readOutputsLine, readStorageLine, type StorageLine } from './storage-line.js';
import { utf8Length, utf8Prefix } from './utf8.js';

/** The amount by which the log of the run may still grow, shared by the logs of all its attempts. */
export interface RunAllowance {
  readonly maxBytes: number;
  leftBytes: number;
}

export interface LogRules {
  readonly mask: SecretMask;
  /** UTF-8 bytes of text that are kept of this attempt. */
  readonly maxBytes: number;
  readonly run: RunAllowance;
}

/** The end of the durable part of the log. */
export interface LogTail {
  readonly nextChunk: number;
  readonly nextSeq: number;
  readonly lastAt: Instant;
  readonly progress: LogProgress;
}

/**
 * A value found in the output. Its key among the attempt's saves stays the same when the output is read again: the number of its line in
 * the source, counted from 1, or the callback that contained it and its place in the callback.
 */
export interface StorageSave {
  readonly name: { readonly line: number } | { readonly callback: string };
  readonly at: Instant;
  readonly value: JsonValue;
}

/** The next chunk without the attempt's own fields. */
export interface ChunkDraft {
  readonly chunk: number;
  readonly lines: readonly LogLine[];
  readonly bytes: number;
  readonly progress: LogProgress;
  readonly callbacks: readonly string[];
}

const SIZE_LIMIT_REASON = 'SizeLimit';

export class AttemptLog {
  private lines: LogLine[] = [];
  private bytes = 0;
  private callbacks: string[] = [];
  private saves: StorageSave[] = [];
  private chunk: number;
  private seq: number;
  private lastAt: Instant;
  private progress: { -readonly [K in keyof LogProgress]: LogProgress[K] };

  constructor(
    tail: LogTail,
    private readonly rules: LogRules,
  ) {
    this.chunk = tail.nextChunk;
    this.seq = tail.nextSeq;
    this.lastAt = tail.lastAt;
    this.progress = { ...tail.progress };
  }

  /** True while a line or a saved value waits to be stored. */
  get hasPending(): boolean {
    return this.lines.length > 0 || this.saves.length > 0;
  }

  get pendingLines(): readonly LogLine[] {
    return this.lines;
  }

  get pendingBytes(): number {
    return this.bytes;
  }

  /** Lines of the source so far, including those that were not kept. */
  get linesRead(): number {
    return this.progress.sourceLines;
  }

  /** True when the pending chunk should be stored before `more` is added: it would become too large. */
  isFullBefore(more: SourceBlock): boolean {
    if (this.lines.length === 0) return false;
    let bytes = this.bytes;
    for (const line of more.lines) bytes += line.text.length;
    return bytes > MAX_LOG_CHUNK_BYTES || this.lines.length + more.lines.length > MAX_LOG_CHUNK_LINES;
  }

  /** Adds a block; returns its lines as they will be stored, for live watchers. */
  take(block: SourceBlock, now: Instant): readonly LogLine[] {
    const before = this.lines.length;
    if (block.gap !== null) this.markGap(block.gap, block.lines[0]?.at ?? now);
    this.takeLines(block.lines, null);
    this.progress.position = block.position;
    return this.lines.slice(before);
  }

  /** Adds the lines of one callback; `key` is stored with them, so that a repeat is recognised. */
  takeCallback(lines: readonly SourceLine[], key: string): readonly LogLine[] {
    const before = this.lines.length;
    this.takeLines(lines, key);
    this.callbacks.push(key);
    return this.lines.slice(before);
  }

  /** Adds the final markers: the missing part, and how much the size limit has cut. Returns the seal. */
  close(gap: SourceGap | null, now: Instant): OutputSeal {
    const { omittedLines, omittedBytes, outputs } = this.progress;
    if (omittedLines > 0)
      this.add(now, 'system', `[size limit: ${omittedLines} lines (${omittedBytes} bytes) not kept]`);
    if (gap !== null) this.markGap(gap, now);
    const reason = this.progress.gap ?? (omittedLines > 0 ? SIZE_LIMIT_REASON : null);
    return { complete: reason === null, reason, ...(outputs && { outputs }) };
  }

  /** The values found since the last call, in order. They must be saved before the chunk that contains their lines is stored. */
  takeSaves(): readonly StorageSave[] {
    const saves = this.saves;
    this.saves = [];
    return saves;
  }

  /** Ends the pending chunk; null without lines (then the position need not be stored: reading again does no harm). */
  cutChunk(): ChunkDraft | null {
    if (this.lines.length === 0) {
      this.callbacks = [];
      return null;
    }
    const draft: ChunkDraft = {
      chunk: this.chunk,
      lines: this.lines,
      bytes: this.bytes,
      progress: { ...this.progress },
      callbacks: this.callbacks,
    };
    this.chunk++;
    this.lines = [];
    this.bytes = 0;
    this.callbacks = [];
    return draft;
  }

  /** Gives back the share of the run's allowance that was taken for lines which were never stored. */
  discard(): void {
    for (const line of this.lines) if (line.stream !== 'system') this.rules.run.leftBytes += utf8Length(line.text);
    this.lines = [];
  }

  private takeLines(lines: readonly SourceLine[], callback: string | null): void {
    const mayHide = this.rules.mask.mayHide(joined(lines));
    for (const [place, line] of lines.entries()) {
      this.progress.sourceLines++;
      const storage = readStorageLine(line.text, line.omittedBytes);
      if (storage.kind === 'save') {
        const name = callback === null ? { line: this.progress.sourceLines } : { callback: `${callback}#${place}` };
        this.saves.push({ name, at: line.at, value: storage.value });
      } else {
        this.takeText(line, mayHide, storage);
        if (callback === null) this.takeOutputs(line);
      }
    }
  }

  private takeText(line: SourceLine, mayHide: boolean, storage: Exclude<StorageLine, { kind: 'save' }>): void {
    this.keep(line, mayHide);
    if (storage.kind === 'malformed')
      this.add(line.at, 'system', `[job storage not changed: ${STORAGE_PREFIX.trim()}: ${storage.problem}]`);
  }

  /** The line stays in the log, so that the outputs are stored with the chunk that contains it. */
  private takeOutputs(line: SourceLine): void {
    const said = readOutputsLine(line.text, line.omittedBytes);
    if (said.kind === 'malformed')
      this.add(line.at, 'system', `[outputs not changed: ${OUTPUTS_PREFIX.trim()}: ${said.problem}]`);
    if (said.kind !== 'save') return;
    const outputs = mergedOutputs(this.progress.outputs, hideInJson(this.rules.mask, said.value) as RunOutputs);
    if (outputs !== undefined) this.progress.outputs = outputs;
  }

  private keep(line: SourceLine, mayHide: boolean): void {
    const isCut = line.omittedBytes > 0;
    const text = cutLine(mayHide || isCut ? this.rules.mask.hide(line.text, isCut) : line.text, line);
    const bytes = utf8Length(text);
    const limit = this.progress.omittedLines > 0 ? 'reached' : this.limitFor(bytes);
    if (limit === null) {
      this.add(line.at, line.stream, text, bytes);
      this.rules.run.leftBytes -= bytes;
      return;
    }
    if (limit !== 'reached') this.add(line.at, 'system', `[size limit: ${limit} used up, the rest is not kept]`);
    this.progress.omittedLines++;
    this.progress.omittedBytes += bytes;
  }

  /** The limit that this many more bytes would exceed. */
  private limitFor(bytes: number): string | null {
    const { maxBytes, run } = this.rules;
    if (this.progress.keptBytes + bytes > maxBytes) return `the attempt's ${maxBytes} bytes are`;
    return bytes > run.leftBytes ? `the run's ${run.maxBytes} bytes are` : null;
  }

  private markGap(gap: SourceGap, at: Instant): void {
    this.progress.gap ??= gap.reason;
    this.add(at, 'system', `[gap: ${gap.message}]`);
  }

  private add(at: Instant, stream: OutputStream, text: string, bytes = utf8Length(text)): void {
    this.lastAt = Math.max(this.lastAt, at);
    this.lines.push({ seq: this.seq++, at: this.lastAt, stream, text });
    this.bytes += bytes;
    if (stream !== 'system') this.progress.keptBytes += bytes;
  }
}

/** A line within the limit, with a visible marker at its cut. Of progress that is written over itself the last state is kept. */
function cutLine(text: string, line: SourceLine): string {
  if (line.omittedBytes === 0 && text.length * 3 <= MAX_LOG_LINE_BYTES) return text;
  if (line.omittedBytes === 0 && utf8Length(text) <= MAX_LOG_LINE_BYTES) return text;
  const total = utf8Length(line.text) + line.omittedBytes;
  const kept = utf8Prefix(lastStateOf(text), MAX_LOG_LINE_BYTES);
  return `${kept} [cut: the line has ${total} bytes]`;
}

function joined(lines: readonly SourceLine[]): string {
  let all = '';
  for (const line of lines) all += `${line.text}\n`;
  return all;
}
