/**
 * How far logs and audit are shipped to the target of `LOG_EXPORT_URL`, and what is to be shipped next. Nothing is here, and nothing is
 * read, where no target is configured. Written by the executor alone.
 */
import type { mongo } from 'mongoose';
import { asAttemptId, asRunId, type AttemptId, type JobId, type RunId, type TenantId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import { isFinal } from '../run/phase.js';
import type { StoredLine } from '../run/output.js';
import { chainHeads } from './audit-chains.js';
import { type StoredDocument, insertIgnoringExisting, isFirst } from './document.js';
import { keysUnder, linesOf, type LogDocument } from './log-document.js';
import type { Mongo } from './mongo.js';
import { RUNS_ONLY, type RunDocument } from './run-document.js';

/** A place in the order of runs by their last change. */
export interface RunPlace {
  readonly at: Instant;
  readonly run: RunId;
}

/** A line of a run, in the order of attempts and numbers. */
export interface LinePlace {
  readonly attempt: AttemptId;
  readonly seq: number;
}

/** The lines of all runs that ended before this one are shipped. */
export interface LogCursor extends RunPlace {
  /** The last line of the run that is shipped; null: all of them are. */
  readonly line: LinePlace | null;
  readonly rev: number;
}

export interface EndedRun extends RunPlace {
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly jobName: string;
}

export interface RunsPage {
  readonly runs: readonly EndedRun[];
  /** The place after which the next page begins; null if there is nothing more. */
  readonly next: RunPlace | null;
}

/** The number of the last entry of a chain of the audit that exists, or that is shipped. */
export interface ChainPlace {
  readonly chain: string;
  readonly seq: number;
}

interface CursorDocument extends LogCursor, StoredDocument {}
interface ChainDocument extends StoredDocument {
  readonly seq: number;
}

const LOGS = 'logs';
const AUDIT = 'audit';
/** Chunks read at once, each of at most 256 KiB of text. */
const CHUNKS_PER_PAGE = 8;

export class LogExportStore {
  private readonly cursors;
  private readonly chains;
  private readonly runs;
  private readonly logs;

  constructor(private readonly mongo: Mongo) {
    this.cursors = mongo.collection<CursorDocument>('logExports');
    this.chains = mongo.collection<ChainDocument>('logExports');
    this.runs = mongo.collection<RunDocument>('runs');
    this.logs = mongo.collection<LogDocument>('logs');
  }

  // Runs

  /** Null before the first time. */
  async cursor(): Promise<LogCursor | null> {
    const document = await this.cursors.findOne({ _id: LOGS });
    return document && { at: document.at, run: asRunId(document.run), line: document.line, rev: document.rev };
  }

  /** The first cursor: what ended until `at`, and what the audit holds now, is not shipped. Safe to repeat. */
  async begin(at: Instant): Promise<void> {
    for await (const { chain, seq } of chainHeads(this.mongo))
      await insertIgnoringExisting(this.chains, [{ _id: chainKey(chain), seq }]);
    const first = { at, run: asRunId(''), line: null, rev: 1 };
    await insertIgnoringExisting(this.cursors, [{ _id: LOGS, ...first }]);
  }

  /** False: another process has moved it. */
  async moveCursor(next: LogCursor): Promise<boolean> {
    return (await this.cursors.replaceOne({ _id: LOGS, rev: next.rev - 1 }, next)).matchedCount === 1;
  }

  /** A page of the runs that ended after a place and until `until`, in order. `from.line`: the run at the place is among them. */
  async endedRuns(from: Omit<LogCursor, 'rev'>, until: Instant, limit: number): Promise<RunsPage> {
    const { at, run, line } = from;
    const here = line === null ? { $gt: run as string } : { $gte: run as string };
    const filter = {
      ...RUNS_ONLY,
      changedAt: { $gte: at, $lte: until },
      $or: [{ changedAt: { $gt: at } }, { _id: here }],
    };
    const projection = { tenant: 1, job: 1, jobName: 1, changedAt: 1, phase: 1 } as const;
    const documents = await this.runs
      .find(filter as mongo.Filter<RunDocument>, { projection, sort: { changedAt: 1, _id: 1 }, limit })
      .toArray();
    const runs = documents.flatMap((each) => (isFinal(each.phase) ? [endedRunOf(each)] : []));
    const last = documents.at(-1);
    return { runs, next: last === undefined ? null : { at: last.changedAt ?? until, run: asRunId(last._id) } };
  }

  /**
   * The lines of a run after a line, attempt by attempt, each in order and once. A page begins with the last chunk of the former one: where
   * that is gone, chunks of the attempt were merged into an earlier one, and the attempt is read again from there.
   */
  async *linesOf(run: RunId, after: LinePlace | null): AsyncGenerator<readonly StoredLine[], void, undefined> {
    // The id of the run, where there is none: no attempt has it.
    let last: LinePlace = after ?? { attempt: asAttemptId(run), seq: 0 };
    let from = `${last.attempt}/`;
    for (let isBegun = false; ;) {
      const page = await this.chunksFrom(run, from);
      if (isBegun && page[0]?._id !== from) {
        from = `${last.attempt}/`;
        isBegun = false;
        continue;
      }
      for (const chunk of page) {
        const { attempt, lastSeq } = chunk;
        const seq = attempt === last.attempt ? last.seq : 0;
        if (lastSeq > seq)
          yield (await linesOf(chunk)).filter((line) => line.seq > seq).map((line) => ({ attempt, ...line }));
        last = { attempt, seq: Math.max(seq, lastSeq) };
        from = chunk._id;
      }
      if (page.length < CHUNKS_PER_PAGE) return;
      isBegun = true;
    }
  }

  /** Lines that are stored of the runs. */
  async countLines(runs: readonly RunId[]): Promise<number> {
    const stages = [
      { $match: { run: { $in: [...runs] } } },
      { $group: { _id: '$attempt', lines: { $max: '$lastSeq' } } },
      { $group: { _id: null, lines: { $sum: '$lines' } } },
    ];
    return (await this.logs.aggregate<{ lines: number }>(stages).toArray())[0]?.lines ?? 0;
  }

  private async chunksFrom(run: RunId, key: string): Promise<LogDocument[]> {
    return this.logs
      .find(
        { run, _id: { $gte: key, $lt: keysUnder(run).$lt } },
        { projection: { progress: 0, callbacks: 0 }, sort: { _id: 1 }, limit: CHUNKS_PER_PAGE },
      )
      .toArray();
  }

  // The audit

  /** The ends of all chains of the audit, as their heads record them. */
  chainEnds(): AsyncIterable<ChainPlace> {
    return chainHeads(this.mongo);
  }

  /** How far each chain is shipped; a chain that is not here is not shipped at all. */
  async shippedChains(): Promise<Map<string, number>> {
    const documents = await this.chains.find({ _id: { $gte: chainKey(''), $lt: keysUnder(AUDIT).$lt } }).toArray();
    return new Map(documents.map(({ _id, seq }) => [_id.slice(chainKey('').length), seq]));
  }

  /** Moves a chain's cursor from a number, 0 for a new one. False: another process has moved it. */
  async moveChain(chain: string, from: number, to: number): Promise<boolean> {
    const _id = chainKey(chain);
    if (from > 0) return (await this.chains.updateOne({ _id, seq: from }, { $set: { seq: to } })).matchedCount === 1;
    return isFirst(this.chains.insertOne({ _id, seq: to }));
  }
}

const chainKey = (chain: string): string => `${AUDIT}/${chain}`;

const endedRunOf = ({ _id, tenant, job, jobName, changedAt = 0 }: RunDocument): EndedRun => ({
  run: asRunId(_id),
  at: changedAt,
  tenant,
  job,
  jobName,
});
