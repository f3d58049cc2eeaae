/** Reads logs of archived runs as `LogReader` reads those in the database: block by block, in bounded memory. */
import type { ColdBlock, Wanted } from '../cold/pack-reader.js';
import type { AttemptId, RunId } from '../domain/ids.js';
import { MAX_MERGED_CHUNK_SPAN_MS } from '../domain/limits.js';
import { mergeLines, newestLines, type LogPart } from '../run/log-order.js';
import type { StoredLine } from '../run/output.js';
import type { LogDocument } from './log-document.js';
import { lineFilter, MAX_TAIL_LINES, toPart, type LogRange, type LogSelection } from './log-reader.js';
import { archivedLog } from './run-parts.store.js';

/** The blocks of a run's log. */
export type LogBlocks = (run: RunId, wanted: Wanted) => AsyncIterable<ColdBlock>;

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
