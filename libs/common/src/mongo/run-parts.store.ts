/** Converts all documents of an ended run to texts, and such texts back to runs, attempts and logs: the content of the archive. */
import { mongo } from 'mongoose';
import { asRunId } from '../domain/ids.js';
import type { RunPart } from '../cold/pack-format.js';
import { type LogDocument } from './log-document.js';
import { fromAttemptDocument, type AttemptDocument } from './attempts.store.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import type { Mongo } from './mongo.js';
import { fromRunDocument, type RunDocument } from './run-document.js';
import { transitionOf, type RunEventDocument } from './run-events.store.js';
import type { RunIndexesDocument } from './run-indexes.store.js';
import type { AttemptRecord, Run, Transition } from '../run/run.js';

const { EJSON } = mongo.BSON;
/** Documents that are fetched together: chunks of logs hold up to 256 KiB of text each. */
const FETCHED_LOGS = 8;
const FETCHED_OTHERS = 200;

export class RunPartsStore {
  private readonly attempts: DocumentCollection<AttemptDocument>;
  private readonly events: DocumentCollection<RunEventDocument>;
  private readonly chunks: DocumentCollection<RunIndexesDocument>;
  private readonly logs: DocumentCollection<LogDocument>;

  constructor(database: Mongo) {
    this.attempts = database.collection<AttemptDocument>('attempts');
    this.events = database.collection<RunEventDocument>('runEvents');
    this.chunks = database.collection<RunIndexesDocument>('runIndexes');
    this.logs = database.collection<LogDocument>('logs');
  }

  /** The run as it was read, then its other documents, each kind in its order. */
  async *partsOf(document: RunDocument): AsyncGenerator<RunPart, void, undefined> {
    const { olderTransitions = 0, tasks } = document;
    const run = asRunId(document._id);
    yield partOf('run', document, 0);
    if (tasks.some(({ chunks }) => chunks !== undefined))
      for await (const chunk of this.chunks.find({ run }, { batchSize: FETCHED_LOGS })) yield partOf('chunk', chunk, 0);
    if (olderTransitions > 0) {
      const inOrder = { sort: { at: 1, _id: 1 }, batchSize: FETCHED_OTHERS } as const;
      for await (const event of this.events.find({ run }, inOrder)) yield partOf('event', event, event.at);
    }
    let no = 0;
    const byKey = { sort: { run: 1, _id: 1 }, batchSize: FETCHED_OTHERS } as const;
    for await (const attempt of this.attempts.find({ run }, byKey)) yield partOf('attempt', attempt, no++);
    const byTime = { sort: { firstAt: 1 }, batchSize: FETCHED_LOGS } as const;
    for await (const log of this.logs.find({ run }, byTime)) yield partOf('log', log, log.firstAt, log.lastAt);
  }
}

const partOf = (kind: RunPart['kind'], document: StoredDocument, first: number, last = first): RunPart => ({
  kind,
  text: EJSON.stringify(document, { relaxed: true }),
  first,
  last,
});

/** Documents that were read from the archive, with the types of the database. */
const revived = (document: unknown): unknown =>
  EJSON.deserialize(document as Record<string, unknown>, { relaxed: true });

export const archivedRun = (document: unknown): Run => fromRunDocument(revived(document) as RunDocument);
export const archivedAttempt = (document: unknown): AttemptRecord =>
  fromAttemptDocument(revived(document) as AttemptDocument);
export const archivedTransition = (document: unknown): Transition =>
  transitionOf(revived(document) as RunEventDocument);
export const archivedLog = (document: unknown): LogDocument => revived(document) as LogDocument;
export const archivedChunk = (document: unknown): { readonly id: string; readonly bytes: Uint8Array } => {
  const { _id: id, packed } = revived(document) as RunIndexesDocument;
  return { id, bytes: new Uint8Array(packed.buffer) };
};
