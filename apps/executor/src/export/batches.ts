/** Batches of lines to ship, of the logs of ended runs and of the audit. Each can save that it is shipped. */
import type { Clock } from '#common/clock/clock.js';
import { LOG_EXPORT_BYTES, LOG_EXPORT_LINES, USAGE_LAG_MS } from '#common/domain/limits.js';
import { isErased, type ChainedEntry, type ErasedEntry } from '#common/domain/audit.js';
import type { Instant } from '#common/domain/instant.js';
import type { AuditStore } from '#common/mongo/audit.store.js';
import type { EndedRun, LogCursor, LogExportStore } from '#common/mongo/log-export.store.js';
import { chunked } from '#common/runtime/continuing.js';
import type { StoredLine } from '#common/run/output.js';
import { lineOfAudit, lineOfRun, type ExportLine } from './core/export-line.js';

export interface Batch {
  /** May be empty: runs without a log. */
  readonly lines: readonly ExportLine[];
  /** Saves that the lines are shipped. False: another process has done so, or has gone on. */
  readonly save: () => Promise<boolean>;
}

/** Told the time up to which everything is shipped; null: all that there is. */
export type TellThrough = (through: Instant | null) => void;

export type ExportStores = Pick<
  LogExportStore,
  | 'cursor'
  | 'begin'
  | 'moveCursor'
  | 'endedRuns'
  | 'linesOf'
  | 'countLines'
  | 'chainEnds'
  | 'shippedChains'
  | 'moveChain'
>;

/** Lines of a batch at most, and what is read at once: runs, and entries of the audit. */
export type BatchSizes = Readonly<Record<'lines' | 'runs' | 'entries', number>>;

const SIZES: BatchSizes = { lines: LOG_EXPORT_LINES, runs: 200, entries: 500 };
/** Runs whose first lines are read at the same time. */
const RUNS_AT_ONCE = 8;
/** UTF-16 units of a line besides its text, roughly. */
const LINE_FRAME = 300;

class Lines {
  readonly all: ExportLine[] = [];
  private size = 0;

  constructor(private readonly most: number) {}

  add(line: ExportLine): void {
    this.all.push(line);
    this.size += line.text.length + LINE_FRAME;
  }

  get isFull(): boolean {
    return this.all.length >= this.most || this.size >= LOG_EXPORT_BYTES;
  }
}

type RunLines = AsyncGenerator<readonly StoredLine[], void, undefined>;

/**
 * The logs of runs, in the order of their ends. Like those of usage, ends are read when they are 90 s old (ADR 22): by then they are stored, and
 * their logs as well.
 */
export class LogBatches {
  constructor(
    private readonly store: Pick<ExportStores, 'cursor' | 'begin' | 'moveCursor' | 'endedRuns' | 'linesOf'>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly tellThrough: TellThrough,
    private readonly sizes: BatchSizes = SIZES,
  ) {}

  /** Until nothing more is to be shipped. A batch is saved before the next one is asked for. */
  async *read(): AsyncGenerator<Batch, void, undefined> {
    let cursor = await this.store.cursor();
    if (cursor === null) {
      await this.store.begin(this.clock.now() - USAGE_LAG_MS);
      return;
    }
    for (;;) {
      const until = this.clock.now() - USAGE_LAG_MS;
      const { runs, next } = await this.store.endedRuns(cursor, until, this.sizes.runs);
      this.tellThrough(runs[0]?.at ?? until);
      if (next === null) return;
      for await (const batch of this.batchesOf(runs, { ...next, line: null, rev: cursor.rev }, cursor)) {
        cursor = batch.cursor;
        yield batch;
      }
    }
  }

  /** The lines of a page of runs after the cursor; the last batch moves it to `end`. */
  private async *batchesOf(
    runs: readonly EndedRun[],
    end: LogCursor,
    cursor: LogCursor,
  ): AsyncGenerator<Batch & { readonly cursor: LogCursor }, void, undefined> {
    let { rev } = cursor;
    const upTo = (lines: readonly ExportLine[], place: Omit<LogCursor, 'rev'>): Batch & { cursor: LogCursor } => {
      const next = { ...place, rev: ++rev };
      return { lines, cursor: next, save: () => this.store.moveCursor(next) };
    };
    let lines = new Lines(this.sizes.lines);
    for (const some of chunked(runs, RUNS_AT_ONCE)) {
      const reads = await Promise.all(some.map((run) => this.newCursor(run, cursor)));
      for (const { run, rest, first } of reads) {
        for (let block = first; block.done !== true; block = await rest.next()) {
          for (const line of block.value) {
            lines.add(lineOfRun(run, line));
            if (!lines.isFull) continue;
            const { attempt, seq } = line;
            yield upTo(lines.all, { at: run.at, run: run.run, line: { attempt, seq } });
            lines = new Lines(this.sizes.lines);
          }
        }
      }
    }
    yield upTo(lines.all, end);
  }

  private async newCursor(
    run: EndedRun,
    { run: at, line }: LogCursor,
  ): Promise<{ run: EndedRun; rest: RunLines; first: Awaited<ReturnType<RunLines['next']>> }> {
    const rest = this.store.linesOf(run.run, run.run === at ? line : null);
    return { run, rest, first: await rest.next() };
  }
}

/** The audit, each chain in the order of its numbers. An entry that its head does not record yet follows with the next one. */
export class AuditBatches {
  constructor(
    private readonly store: Pick<ExportStores, 'cursor' | 'chainEnds' | 'shippedChains' | 'moveChain'>,
    private readonly audit: Pick<AuditStore, 'chained'>,
    private readonly tellThrough: TellThrough,
    private readonly sizes: BatchSizes = SIZES,
  ) {}

  async *read(): AsyncGenerator<Batch, void, undefined> {
    // The cursor of runs is the last that `begin` makes.
    if ((await this.store.cursor()) === null) return;
    const shipped = await this.store.shippedChains();
    let lines = new Lines(this.sizes.lines);
    let moves: ChainMove[] = [];
    for await (const { chain, seq } of this.store.chainEnds()) {
      for (let from = shipped.get(chain) ?? 0; from < seq;) {
        const entries = await this.audit.chained(chain, from, this.sizes.entries);
        const last = entries.at(-1);
        if (last === undefined) break;
        if (lines.all.length === 0) this.tellThrough(entries[0]?.at ?? null);
        for (const entry of entries.filter(isWhole)) lines.add(lineOfAudit(entry));
        moves.push({ chain, from, to: last.seq });
        from = last.seq;
        if (!lines.isFull) continue;
        yield this.batch(lines.all, moves);
        [lines, moves] = [new Lines(this.sizes.lines), []];
      }
    }
    if (moves.length > 0) yield this.batch(lines.all, moves);
    this.tellThrough(null);
  }

  private batch(lines: readonly ExportLine[], moves: readonly ChainMove[]): Batch {
    const save = async (): Promise<boolean> => {
      for (const { chain, from, to } of moves) if (!(await this.store.moveChain(chain, from, to))) return false;
      return true;
    };
    return { lines, save };
  }
}

/** The content of an erased entry is gone: there is nothing to ship. */
const isWhole = (entry: ChainedEntry | ErasedEntry): entry is ChainedEntry => !isErased(entry);

interface ChainMove {
  readonly chain: string;
  readonly from: number;
  readonly to: number;
}
