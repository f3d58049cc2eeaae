/** The chunks of logs. Written by the log-collector alone; read by the api through `LogReader`. */
import { runOfAttempt, type AttemptId, type RunId } from '../domain/ids.js';
import type { ChunkHead, LogChunk, LogLine, OutputSeal } from '../run/output.js';
import { Semaphore } from '../runtime/pool.js';
import { Batcher, type BatcherOptions } from '../runtime/batcher.js';
import { byKeys } from './document.js';
import { BatchedUpdates, BulkWriter } from './batched-operations.js';
import {
  chunkKey,
  headOf,
  HEAD_ONLY,
  keysUnder,
  linesOf,
  toLogDocument,
  withoutLeftovers,
  type LogDocument,
} from './log-document.js';
import type { Mongo } from './mongo.js';
import { runsIn, runsOf } from './of-run.js';

/** A merge decompresses and compresses the lines of chunks in memory, and hundreds of logs may end at the same moment. */
const MERGED_AT_ONCE = 4;

/** UTF-8 bytes of text of a small chunk. Larger chunks belong to long logs, whose next chunk waits for them. */
const SMALL_CHUNK_BYTES = 4 * 1024;
const BEGUN_READS = { maxBatch: 500, maxUnderWay: 2, maxWaiting: 10_000 };

export class LogsStore {
  private readonly logs;
  private readonly writer: BulkWriter<LogDocument>;
  private readonly smallWriter: BulkWriter<LogDocument>;
  private readonly seals: BatchedUpdates<LogDocument>;
  private readonly merging = new Semaphore(MERGED_AT_ONCE);
  /** Reads which of many attempts have a first chunk. */
  private readonly firstChunks: Batcher<AttemptId, boolean>;

  /**
   * `everyMs`: the least time between its reads of first chunks, and between its writes of small chunks, of which there are many when
   * many attempts end. The first one after a pause does not wait.
   */
  constructor(mongo: Mongo, spacing: Pick<BatcherOptions, 'everyMs'> = {}) {
    this.logs = mongo.collection<LogDocument>('logs');
    const beside = ({ run }: LogDocument): Pick<LogDocument, 'run'> => ({ run });
    this.writer = new BulkWriter(this.logs, { beside });
    this.smallWriter = new BulkWriter(this.logs, { ...spacing, beside });
    this.seals = new BatchedUpdates(this.logs);
    this.firstChunks = new Batcher((attempts) => this.haveBegun(attempts), { ...BEGUN_READS, ...spacing });
  }

  /** The stored chunks of an attempt, in order and without lines. */
  async heads(attempt: AttemptId): Promise<ChunkHead[]> {
    // The first chunk exists as long as any does. Most attempts have none yet, and many are requested at once.
    if (!(await this.firstChunks.add(attempt))) return [];
    const documents = await this.logs
      .find({ run: runOfAttempt(attempt), _id: keysUnder(attempt) }, { projection: HEAD_ONLY, sort: { _id: 1 } })
      .toArray();
    return withLateSeal(documents.map(headOf));
  }

  /** Stores the attempt's next chunk. False: another writer has stored a chunk with this number; continue after it. */
  async insert(chunk: LogChunk): Promise<boolean> {
    const writer = chunk.bytes < SMALL_CHUNK_BYTES ? this.smallWriter : this.writer;
    return writer.insert(await toLogDocument(chunk));
  }

  /** Marks a stored chunk as the attempt's last. An existing mark stands. */
  async seal(chunk: ChunkHead, seal: OutputSeal): Promise<void> {
    const filter = { run: chunk.run, _id: chunkKey(chunk.attempt, chunk.chunk), seal: null };
    await this.seals.update(filter, { $set: { seal }, $inc: { rev: 1 } });
  }

  /**
   * Merges neighbouring chunks into the first of them and removes the others. Safe against a crash at any point (leftovers are
   * covered by `through`) and against another writer that does the same. False: the chunks have changed.
   */
  async merge(group: readonly ChunkHead[]): Promise<boolean> {
    return this.merging.use(() => this.mergeNow(group));
  }

  /** UTF-8 bytes of text that are stored for all attempts of the run. */
  async keptBytesOfRun(run: RunId): Promise<number> {
    const byAttempt = { $group: { _id: '$attempt', bytes: { $max: '$progress.keptBytes' } } };
    const [sum] = await this.logs
      .aggregate<{ bytes: number }>([
        { $match: { run, _id: keysUnder(run) } },
        byAttempt,
        { $group: { _id: null, bytes: { $sum: '$bytes' } } },
      ])
      .toArray();
    return sum?.bytes ?? 0;
  }

  /** Runs that have logs, in key order after `run`: those of up to `limit` chunks. Empty at the end. */
  async runsWithLogs(run: RunId | null, limit: number): Promise<RunId[]> {
    return runsIn(this.logs, run, limit);
  }

  async deleteOfRun(run: RunId): Promise<number> {
    return (await this.logs.deleteMany({ run, _id: keysUnder(run) })).deletedCount;
  }

  private async haveBegun(attempts: readonly AttemptId[]): Promise<boolean[]> {
    const keys = attempts.map((attempt) => chunkKey(attempt, 1));
    const documents = await byKeys(this.logs, keys, runsOf(attempts), { projection: { _id: 1 } });
    const present = new Set(documents.map(({ _id }) => _id));
    return keys.map((key) => present.has(key));
  }

  private async mergeNow(group: readonly ChunkHead[]): Promise<boolean> {
    const first = group[0];
    const last = group.at(-1);
    if (first === undefined || last === undefined || first === last) return false;
    const keys = { $gte: chunkKey(first.attempt, first.chunk), $lte: chunkKey(last.attempt, last.chunk) };
    const documents = await this.logs.find({ run: first.run, _id: keys }, { sort: { _id: 1 } }).toArray();
    const counting = withoutLeftovers(documents);
    const head = counting[0];
    const end = counting.at(-1);
    if (head === undefined || end === undefined || !isUnbroken(counting, group)) return false;
    const lines = eachOnce((await Promise.all(counting.map(linesOf))).flat());
    const merged = await toLogDocument({
      ...headOf(head),
      through: end.through,
      lastSeq: end.lastSeq,
      lastAt: end.lastAt,
      bytes: counting.reduce((sum, document) => sum + document.bytes, 0),
      progress: end.progress,
      callbacks: counting.flatMap((document) => document.callbacks),
      seal: end.seal,
      lines,
    });
    if (!(await this.writer.replace({ ...merged, rev: head.rev + 1 }, head.rev))) return false;
    // Only chunks that are unchanged since the read are merged; lines that another writer has added meanwhile stay.
    const others = documents.filter(({ _id }) => _id !== head._id);
    const removals = others.map(({ run, _id, rev }) => ({ deleteOne: { filter: { run, _id, rev } } }));
    if (removals.length > 0) await this.logs.bulkWrite(removals, { ordered: false });
    return true;
  }
}

/** True when the documents are those of the plan, and no line is missing between them. */
function isUnbroken(documents: readonly LogDocument[], plan: readonly ChunkHead[]): boolean {
  const ends = [plan[0]?.firstSeq, plan.at(-1)?.lastSeq];
  if (documents[0]?.firstSeq !== ends[0] || documents.at(-1)?.lastSeq !== ends[1]) return false;
  return documents.every((document, i) => {
    const before = documents[i - 1];
    return before === undefined || document.firstSeq <= before.lastSeq + 1;
  });
}

/** Lines in order; lines that chunks share appear once. */
function eachOnce(lines: readonly LogLine[]): LogLine[] {
  let last = 0;
  return lines.filter(({ seq }) => {
    if (seq <= last) return false;
    last = seq;
    return true;
  });
}

/** The chunks that count; a seal that was set on the last chunk during the merge stays on it. */
function withLateSeal(chunks: readonly ChunkHead[]): ChunkHead[] {
  const counting = withoutLeftovers(chunks);
  const last = counting.at(-1);
  const seal = chunks.findLast((chunk) => chunk.seal !== null)?.seal ?? null;
  return last?.seal === null && seal !== null ? [...counting.slice(0, -1), { ...last, seal }] : counting;
}
