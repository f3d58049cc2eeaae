/** A sample of a collection, which is used for a minute. */
import type { Clock } from '../clock/clock.js';
import type { DocumentCollection, StoredDocument } from './document.js';

/** Documents in a sample: it contains about ten of a hundredth of all documents. */
const SAMPLE_SIZE = 1_000;
const SAMPLE_KEPT_MS = 60_000;

interface Sample<T> {
  /** The number of all documents of the collection. */
  readonly total: number;
  readonly documents: readonly T[];
}

export class KeptSample<D extends StoredDocument, T extends object> {
  private sample: Promise<Sample<T>> | null = null;
  private takenAt = -Infinity;
  private isTaking = false;

  constructor(
    private readonly collection: DocumentCollection<D>,
    /** The fields that are read of each document. */
    private readonly fields: Readonly<Record<string, 0 | 1>>,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** An expired sample is used until the next one is read: callers wait only for the first. */
  current(): Promise<Sample<T>> {
    if (this.sample !== null && (this.isTaking || this.clock.monotonic() - this.takenAt < SAMPLE_KEPT_MS))
      return this.sample;
    this.isTaking = true;
    const taking = this.take().finally(() => {
      this.isTaking = false;
    });
    taking.then(
      () => {
        this.takenAt = this.clock.monotonic();
        this.sample = taking;
      },
      () => {
        if (this.sample === taking) this.sample = null;
      },
    );
    this.sample ??= taking;
    return this.sample;
  }

  private async take(): Promise<Sample<T>> {
    const pipeline = [{ $sample: { size: SAMPLE_SIZE } }, { $project: this.fields }];
    const [total, documents] = await Promise.all([
      this.collection.estimatedDocumentCount(),
      this.collection.aggregate<T>(pipeline).toArray(),
    ]);
    return { total, documents };
  }
}
