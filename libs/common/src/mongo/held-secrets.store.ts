/**
 * Records of the external secrets that attempts were given: fingerprints, by which their output is masked, and leases. They contain
 * no value. Written by the executor alone; removed with the run.
 */
import { MAX_STARTS_REMEMBERED } from '../domain/limits.js';
import { asAttemptId, runOfAttempt, type AttemptId, type RunId } from '../domain/ids.js';
import type { HeldLease } from '../domain/held-lease.js';
import type { Instant } from '../run/run.js';
import type { SecretRef } from '../secrets/mapped-secrets.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, inShards } from './document.js';

/** The secrets that one try to start an attempt was given. */
export interface HeldSecrets {
  readonly id: string;
  readonly attempt: AttemptId;
  readonly run: RunId;
  readonly shard: number;
  /** Fingerprints, encrypted; null where there is nothing to hide. */
  readonly prints: string | null;
  /** Kubernetes Secrets that its pod refers to itself. */
  readonly mapped: readonly SecretRef[];
  readonly leases: readonly HeldLease[];
  /** When its leases are to be checked; null where it has none. */
  readonly nextAt: Instant | null;
}

interface HeldDocument extends Omit<HeldSecrets, 'id'>, StoredDocument {
  /** True while it has leases: their index covers it. */
  readonly open?: true;
}

/** Ids of attempts contain no `#`. */
const startsOf = (attempt: AttemptId): { readonly run: RunId; readonly _id: { $gte: string; $lt: string } } => ({
  run: runOfAttempt(attempt),
  _id: { $gte: `${attempt}#`, $lt: `${attempt}$` },
});

export class HeldSecretsStore {
  private readonly held;

  constructor(mongo: Mongo) {
    this.held = mongo.collection<HeldDocument>('heldSecrets');
  }

  /** Must be called before any of the secrets is given to a worker. `distinct` distinguishes this try of the start from others. */
  async add({ id: _id, ...rest }: HeldSecrets): Promise<void> {
    await this.held.insertOne({ _id, ...rest, ...(rest.leases.length > 0 && { open: true }) });
  }

  /** The secrets of all tries to start one of these attempts. */
  async of(attempts: readonly AttemptId[]): Promise<Pick<HeldSecrets, 'prints' | 'mapped'>[]> {
    const records = await Promise.all(
      attempts.map((attempt) => this.held.find(startsOf(attempt), { limit: MAX_STARTS_REMEMBERED }).toArray()),
    );
    return records.flat().map(({ prints, mapped }) => ({ prints, mapped }));
  }

  /** The documents of the shards whose leases are due, the longest due first. */
  async due(shards: readonly number[], now: Instant, limit: number): Promise<HeldSecrets[]> {
    return this.held
      .find({ open: true, ...inShards(shards), nextAt: { $lte: now } }, { sort: { nextAt: 1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  /** Saves the state of its leases, unless another writer has changed them. Without leases it is not checked again. */
  async saveLeases({ id, run, nextAt }: HeldSecrets, leases: readonly HeldLease[], next: Instant): Promise<void> {
    const update =
      leases.length === 0
        ? { $set: { leases, nextAt: null }, $unset: { open: true as const } }
        : { $set: { leases, nextAt: next } };
    await this.held.updateOne({ _id: id, run, nextAt }, update);
  }

  /** Records that the attempts have ended: their leases are due now. */
  async hasten(attempts: readonly AttemptId[], now: Instant): Promise<void> {
    const filter = { open: true as const, nextAt: { $gt: now } };
    await Promise.all(
      attempts.map((attempt) => this.held.updateMany({ ...startsOf(attempt), ...filter }, { $set: { nextAt: now } })),
    );
  }

  /** Removes the record of a start that certainly did not happen and that has no lease. */
  async remove(id: string): Promise<void> {
    await this.held.deleteOne({ _id: id });
  }
}

const fromDocument = ({ _id, open: _open, attempt, ...rest }: HeldDocument): HeldSecrets => ({
  id: _id,
  attempt: asAttemptId(attempt),
  ...rest,
});
