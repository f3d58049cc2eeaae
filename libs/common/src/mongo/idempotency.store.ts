/**
 * Answers by idempotency key. The first request with a key claims it and gets a seed, from which every id that it makes is
 * derived; a repeat of a request that died or was refused gets the same seed, and so makes the same objects.
 */
import type { Instant } from '../run/run.js';
import { BatchedInserts, BatchedUpdates } from './batched-operations.js';
import type { Mongo } from './mongo.js';
import type { StoredDocument } from './document.js';

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Encrypted: an answer may contain secrets. */
  readonly body: string;
}

interface IdempotencyDocument extends StoredDocument {
  readonly fingerprint: string;
  readonly seed: string;
  readonly startedAt: Instant;
  /** Until then the process that claimed the key counts as working. */
  readonly busyUntil: Instant;
  readonly answer: StoredAnswer | null;
  readonly expireAt: Date;
}

export type Claim =
  | { readonly kind: 'mine'; readonly seed: string; readonly startedAt: Instant }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'busy' }
  | { readonly kind: 'otherRequest' };

export interface Claiming {
  readonly key: string;
  /** Hash of the request: the same key with another one is a mistake. */
  readonly fingerprint: string;
  /** The seed that is used if the key is new. */
  readonly seed: string;
  readonly now: Instant;
}

const KEPT_MS = 24 * 3_600_000;
/** A process that claimed a key and died loses it after this. */
const BUSY_MS = 30_000;

export class IdempotencyStore {
  private readonly answers;
  private readonly inserts: BatchedInserts<IdempotencyDocument>;
  private readonly updates: BatchedUpdates<IdempotencyDocument>;

  constructor(mongo: Mongo) {
    this.answers = mongo.collection<IdempotencyDocument>('idempotency');
    this.inserts = new BatchedInserts(this.answers);
    this.updates = new BatchedUpdates(this.answers);
  }

  async claim({ key, fingerprint, seed, now }: Claiming): Promise<Claim> {
    const isNew = await this.inserts.insert({
      _id: key,
      fingerprint,
      seed,
      startedAt: now,
      busyUntil: now + BUSY_MS,
      answer: null,
      expireAt: new Date(now + KEPT_MS),
    });
    if (isNew) return { kind: 'mine', seed, startedAt: now };
    return this.claimAgain(key, fingerprint, now);
  }

  /** Keeps the answer for repeats. */
  async answer(key: string, answer: StoredAnswer): Promise<void> {
    await this.updates.update({ _id: key }, { $set: { answer } });
  }

  /** The request was refused: a repeat may try again at once, with the same seed. */
  async release(key: string): Promise<void> {
    await this.answers.updateOne({ _id: key, answer: null }, { $set: { busyUntil: 0 } });
  }

  private async claimAgain(key: string, fingerprint: string, now: Instant): Promise<Claim> {
    const existing = await this.answers.findOne({ _id: key });
    // The key expired between the two calls: the caller's next try finds it free.
    if (!existing) return { kind: 'busy' };
    if (existing.fingerprint !== fingerprint) return { kind: 'otherRequest' };
    if (existing.answer) return { kind: 'answered', answer: existing.answer };
    const took = await this.answers.updateOne(
      { _id: key, answer: null, busyUntil: { $eq: existing.busyUntil, $lte: now } },
      { $set: { busyUntil: now + BUSY_MS } },
    );
    return took.matchedCount === 1
      ? { kind: 'mine', seed: existing.seed, startedAt: existing.startedAt }
      : { kind: 'busy' };
  }
}
