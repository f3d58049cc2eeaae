/** Reads logs in bounded memory: merged by time over attempts, the newest lines, or the lines after a position. */
import type { mongo } from 'mongoose';
import type { AttemptId, RunId } from '../domain/ids.js';
import { MAX_MERGED_CHUNK_SPAN_MS } from '../domain/limits.js';
import { mergeLines, newestLines, type LogPart } from '../run/log-order.js';
import type { StoredLine } from '../run/output.js';
import type { Instant } from '../run/run.js';
import { HEAD_ONLY, linesOf, taskIndexOf, type LogDocument } from './log-document.js';
import { byKeys } from './document.js';
import type { Mongo } from './mongo.js';
import type { ColdBlock, Wanted } from '../cold/pack-reader.js';
import { archivedLog } from './run-parts.store.js';

/** Selects attempts of a run; an absent field matches all. */
export interface LogSelection {
  readonly run: RunId;
  readonly task?: string | undefined;
  readonly index?: number | undefined;
  /** The attempt's number, counted from 1 in each generation. */
  readonly attempt?: number | undefined;
}

export interface LogRange {
  /** Only lines of this instant and later. */
  readonly since?: Instant | undefined;
  /** Per attempt the last known sequence number; lines up to it are left out. At most `MAX_KNOWN_ATTEMPTS`. */
  readonly after?: ReadonlyMap<AttemptId, number> | undefined;
  /** Only lines that contain this text, in upper or lower case. */
  readonly contains?: string | undefined;
}

export const MAX_TAIL_LINES = 10_000;
export const MAX_KNOWN_ATTEMPTS = 1_000;
/** Chunks read to find the newest lines of a run. */
const MAX_TAIL_CHUNKS = 20_000;
/** Chunks fetched at once; each holds at most 256 KiB of text. */
const FETCHED_TOGETHER = 8;

export class LogReader {
  private readonly logs;

  constructor(mongo: Mongo) {
    this.logs = mongo.collection<LogDocument>('logs');
  }

  /**
   * All lines of the selection in blocks: in order of time over attempts, in order of sequence within each. Where more output
   * overlaps in time than fits into memory, the order between attempts is not kept. A block without wanted lines is yielded
   * empty, so that a search of a large log can be cancelled at each.
   */
  async *read(selection: LogSelection, range: LogRange = {}): AsyncGenerator<readonly StoredLine[], void, undefined> {
    const cursor = this.logs.find(filterOf(selection, range), {
      sort: { firstAt: 1 },
      batchSize: FETCHED_TOGETHER,
    });
    const wanted = lineFilter(range);
    try {
      for await (const lines of mergeLines(parts(cursor))) {
        yield lines.filter(wanted);
      }
    } finally {
      await cursor.close();
    }
  }

  /** The newest `count` lines (at most `MAX_TAIL_LINES`), in order of time. */
  async tail(selection: LogSelection, count: number, range: LogRange = {}): Promise<StoredLine[]> {
    const heads = await this.logs
      .find(filterOf(selection, range), {
        projection: { ...HEAD_ONLY, progress: 0, callbacks: 0 },
        sort: { firstAt: -1 },
        limit: MAX_TAIL_CHUNKS,
      })
      .toArray();
    heads.sort((a, b) => b.lastAt - a.lastAt || (a._id < b._id ? 1 : -1));
    return newestLines(this.fetch(selection.run, heads), Math.min(count, MAX_TAIL_LINES), lineFilter(range));
  }

  /** The number of the last stored line of each attempt of the selection. */
  async lastSeqs(selection: LogSelection): Promise<Map<AttemptId, number>> {
    const cursor = this.logs.find(filterOf(selection, {}), {
      projection: { attempt: 1, lastSeq: 1 },
      sort: { firstAt: 1 },
    });
    const last = new Map<AttemptId, number>();
    for await (const { attempt, lastSeq } of cursor) last.set(attempt, Math.max(lastSeq, last.get(attempt) ?? 0));
    return last;
  }

  private async *fetch(run: RunId, heads: readonly LogDocument[]): AsyncGenerator<LogPart, void, undefined> {
    for (let start = 0; start < heads.length; start += FETCHED_TOGETHER) {
      const keys = heads.slice(start, start + FETCHED_TOGETHER).map((head) => head._id);
      const documents = await byKeys(this.logs, keys, { run });
      const byKey = new Map(documents.map((document) => [document._id, document]));
      for (const key of keys) {
        const document = byKey.get(key);
        if (document) yield toPart(document);
      }
    }
  }
}

async function* parts(cursor: AsyncIterable<LogDocument>): AsyncGenerator<LogPart, void, undefined> {
  for await (const document of cursor) yield toPart(document);
}

export const toPart = (document: LogDocument): LogPart => ({
  attempt: document.attempt,
  firstAt: document.firstAt,
  lastAt: document.lastAt,
  bytes: document.bytes,
  lines: () => linesOf(document),
});

function filterOf(selection: LogSelection, range: LogRange): mongo.Filter<LogDocument> {
  const { run, attempt } = selection;
  const lastSeqs = [...(range.after ?? [])].slice(0, MAX_KNOWN_ATTEMPTS);
  return {
    run,
    ...indexFilter(selection),
    ...(attempt === undefined ? {} : { attemptNumber: attempt }),
    ...(range.since === undefined
      ? {}
      : { firstAt: { $gte: range.since - MAX_MERGED_CHUNK_SPAN_MS }, lastAt: { $gte: range.since } }),
    ...(lastSeqs.length === 0
      ? {}
      : {
          $or: [
            { attempt: { $nin: lastSeqs.map(([id]) => id) } },
            ...lastSeqs.map(([id, seq]) => ({ attempt: id, lastSeq: { $gt: seq } })),
          ],
        }),
  };
}

function indexFilter({ task, index }: LogSelection): mongo.Filter<LogDocument> {
  if (task !== undefined && index !== undefined) return { taskIndex: taskIndexOf(task, index) };
  return { ...(task !== undefined && { task }), ...(index !== undefined && { index }) };
}

export function lineFilter({ since, after, contains }: LogRange): (line: StoredLine) => boolean {
  const needle = contains?.toLowerCase();
  return (line) =>
    (since === undefined || line.at >= since) &&
    line.seq > (after?.get(line.attempt) ?? 0) &&
    (needle === undefined || line.text.toLowerCase().includes(needle));
}

/* Reads logs of archived runs as `LogReader` reads those in the database: block by block, in bounded memory. */

/** The blocks of a run's log. */
type LogBlocks = (run: RunId, wanted: Wanted) => AsyncIterable<ColdBlock>;

export class ArchivedLogReader {
  constructor(private readonly blocks: LogBlocks) {}

  /** As `LogReader.read`. */
  async *read(selection: LogSelection, range: LogRange = {}): AsyncGenerator<readonly StoredLine[], void, undefined> {
    const wanted = lineFilter(range);
    for await (const lines of mergeLines(this.parts(selection, range))) yield lines.filter(wanted);
  }

  /** As `LogReader.tail`. */
  async tail(selection: LogSelection, count: number, range: LogRange = {}): Promise<StoredLine[]> {
    return newestLines(this.newestParts(selection, range), Math.min(count, MAX_TAIL_LINES), lineFilter(range));
  }

  /** As `LogReader.lastSeqs`. */
  async lastSeqs(selection: LogSelection): Promise<Map<AttemptId, number>> {
    const last = new Map<AttemptId, number>();
    for await (const { attempt, lastSeq } of this.documents(selection, {}))
      last.set(attempt, Math.max(lastSeq, last.get(attempt) ?? 0));
    return last;
  }

  private async *documents(selection: LogSelection, range: LogRange): AsyncGenerator<LogDocument, void, undefined> {
    const isWanted = chunkFilter(selection, range);
    for await (const { documents } of this.blocks(selection.run, { since: range.since }))
      for (const document of documents.map(archivedLog)) if (isWanted(document)) yield document;
  }

  private async *parts(selection: LogSelection, range: LogRange): AsyncGenerator<LogPart, void, undefined> {
    for await (const document of this.documents(selection, range)) yield toPart(document);
  }

  /** In order of their last lines' time, newest first: a chunk waits while an earlier block may hold one that ends later. */
  private async *newestParts(selection: LogSelection, range: LogRange): AsyncGenerator<LogPart, void, undefined> {
    const isWanted = chunkFilter(selection, range);
    let waiting: LogPart[] = [];
    for await (const block of this.blocks(selection.run, { since: range.since, newestFirst: true })) {
      const parts = block.documents.map(archivedLog).filter(isWanted).map(toPart);
      waiting = [...waiting, ...parts].sort((a, b) => b.lastAt - a.lastAt);
      const ready = waiting.filter(({ lastAt }) => lastAt >= block.endOfEarlier);
      waiting = waiting.slice(ready.length);
      yield* ready;
    }
    yield* waiting;
  }
}

/** The condition of `LogReader` on documents. */
function chunkFilter(
  { task, index, attempt }: LogSelection,
  { since, after }: LogRange,
): (chunk: LogDocument) => boolean {
  return (chunk) =>
    (task === undefined || chunk.task === task) &&
    (index === undefined || chunk.index === index) &&
    (attempt === undefined || chunk.attemptNumber === attempt) &&
    (since === undefined || (chunk.lastAt >= since && chunk.firstAt >= since - MAX_MERGED_CHUNK_SPAN_MS)) &&
    chunk.lastSeq > (after?.get(chunk.attempt) ?? 0);
}
