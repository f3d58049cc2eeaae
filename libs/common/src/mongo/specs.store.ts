/** The immutable snapshots that runs refer to, by content hash. Written by the scheduler. */
import { asSpecHash, type SpecHash } from '../domain/ids.js';
import type { RunSpec } from '../domain/spec.js';
import { insertIgnoringExisting } from './insert-many.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';

interface SpecDocument extends Omit<RunSpec, 'hash'>, StoredDocument {}

/** Snapshots kept in memory; they never change, so the oldest read is simply dropped. */
const MAX_CACHED = 2_000;

export class SpecsStore {
  private readonly specs: DocumentCollection<SpecDocument>;
  private readonly cache = new Map<SpecHash, RunSpec>();

  constructor(mongo: Mongo) {
    this.specs = mongo.collection<SpecDocument>('specs');
  }

  async put(spec: RunSpec): Promise<void> {
    const { hash, ...rest } = spec;
    await insertIgnoringExisting(this.specs, [{ _id: hash, ...rest }]);
  }

  /** The snapshots that exist of those asked for. */
  async getMany(hashes: readonly SpecHash[]): Promise<ReadonlyMap<SpecHash, RunSpec>> {
    const missing = [...new Set(hashes)].filter((hash) => !this.cache.has(hash));
    if (missing.length > 0) {
      for (const { _id, ...rest } of await this.specs.find({ _id: { $in: missing } }).toArray())
        this.remember({ hash: asSpecHash(_id), ...rest });
    }
    return new Map(
      hashes.flatMap((hash) => {
        const spec = this.cache.get(hash);
        return spec ? [[hash, spec] as const] : [];
      }),
    );
  }

  async get(hash: SpecHash): Promise<RunSpec | null> {
    return (await this.getMany([hash])).get(hash) ?? null;
  }

  private remember(spec: RunSpec): void {
    this.cache.set(spec.hash, spec);
    const oldest = this.cache.keys().next();
    if (this.cache.size > MAX_CACHED && !oldest.done) this.cache.delete(oldest.value);
  }
}
