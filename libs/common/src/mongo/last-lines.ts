/** The last lines of failed runs, of many runs with few reads. Most failures wrote little: all of it is in their first chunk. */
import type { mongo } from 'mongoose';
import type { AttemptId, RunId } from '../domain/ids.js';
import { chunked } from '../runtime/continuing.js';
import { ANY_NUMBER } from './index-order.js';
import { chunkKey, keysUnder, linesOf, taskIndexOf, withoutLeftovers, type LogDocument } from './log-document.js';
import type { Mongo } from './mongo.js';

/** The source of the output: an attempt, or the attempt of an index, or of the whole run, that wrote last. */
export type OutputOf =
  | { readonly type: 'attempt'; readonly attempt: AttemptId }
  | { readonly type: 'index'; readonly task: string; readonly index: number }
  | { readonly type: 'run' };

/** The output of which the last lines are wanted. */
export interface LinesOf {
  readonly run: RunId;
  readonly of: OutputOf;
}

/** First chunks that are read with one query: each holds at most 256 KiB of text, compressed. */
const CHUNKS_AT_ONCE = 20;
/** Chunks that are searched for the last lines. */
const MAX_CHUNKS = 4;

export class LastLines {
  private readonly logs;

  constructor(mongo: Mongo) {
    this.logs = mongo.collection<LogDocument>('logs');
  }

  /** The texts of the last `count` lines that the workers wrote, oldest first; none where there is no log. */
  async read(wanted: readonly LinesOf[], count: number): Promise<Map<RunId, readonly string[]>> {
    const texts = new Map<RunId, readonly string[]>();
    for (const some of chunked(wanted, CHUNKS_AT_ONCE)) {
      const firsts = await this.firstChunks(some.flatMap(({ of }) => (of.type === 'attempt' ? [of.attempt] : [])));
      for (const { run, of } of some) {
        const first = of.type === 'attempt' ? firsts.get(of.attempt) : undefined;
        // The first chunk exists as long as any does.
        if (of.type === 'attempt' && first === undefined) continue;
        const isAll = first !== undefined && first.seal !== null;
        texts.set(run, await lastOf(isAll ? [first] : await this.lastChunks(run, of), count));
      }
    }
    return texts;
  }

  private async firstChunks(attempts: readonly AttemptId[]): Promise<Map<AttemptId, LogDocument>> {
    if (attempts.length === 0) return new Map();
    const documents = await this.logs.find({ _id: { $in: attempts.map((attempt) => chunkKey(attempt, 1)) } }).toArray();
    return new Map(documents.map((document) => [document.attempt, document]));
  }

  /** The chunks of one attempt, in order. */
  private async lastChunks(run: RunId, of: OutputOf): Promise<LogDocument[]> {
    if (of.type === 'attempt') return this.inOrder({ _id: keysUnder(of.attempt) }, { _id: -1 });
    const index = of.type === 'index' ? { taskIndex: taskIndexOf(of.task, of.index) } : {};
    const newest = await this.inOrder({ run, ...index, firstAt: ANY_NUMBER }, { firstAt: -1 });
    const attempt = newest.toSorted((a, b) => a.lastAt - b.lastAt).at(-1)?.attempt;
    return newest.filter((chunk) => chunk.attempt === attempt);
  }

  private async inOrder(filter: mongo.Filter<LogDocument>, sort: Record<string, -1>): Promise<LogDocument[]> {
    const documents = await this.logs.find(filter, { sort, limit: MAX_CHUNKS }).toArray();
    return withoutLeftovers(documents.toSorted((a, b) => a.chunk - b.chunk));
  }
}

async function lastOf(chunks: readonly LogDocument[], count: number): Promise<readonly string[]> {
  let texts: readonly string[] = [];
  for (const chunk of chunks.toReversed()) {
    const own = (await linesOf(chunk)).filter(({ stream }) => stream !== 'system').map(({ text }) => text);
    texts = [...own.slice(-(count - texts.length)), ...texts];
    if (texts.length >= count) break;
  }
  return texts;
}
