/** The immutable snapshots that runs refer to, by content hash. Written by the scheduler. */
import { LRUCache } from 'lru-cache';
import { asSpecHash, type SpecHash } from '../domain/ids.js';
import type { RunSpec } from '../spec/definitions.js';
import { BatchedInserts, BatchedReads } from './batched-operations.js';
import type { Mongo } from './mongo.js';
import type { StoredDocument } from './document.js';

interface SpecDocument extends Omit<RunSpec, 'hash'>, StoredDocument {}

/** Cached snapshots; they never change, so the least recently used one is evicted. */
const MAX_CACHED = 2_000;

export class SpecsStore {
  private readonly specs;
  private readonly inserts: BatchedInserts<SpecDocument>;
  private readonly reads;
  private readonly cache = new LRUCache<SpecHash, RunSpec>({ max: MAX_CACHED });

  constructor(mongo: Mongo) {
    this.specs = mongo.collection<SpecDocument>('specs');
    this.inserts = new BatchedInserts(this.specs);
    this.reads = new BatchedReads(this.specs);
  }

  async put(spec: RunSpec): Promise<void> {
    const { hash, ...rest } = spec;
    await this.inserts.insert({ _id: hash, ...rest });
  }

  /** The snapshots among these that exist. */
  async getMany(hashes: readonly SpecHash[]): Promise<ReadonlyMap<SpecHash, RunSpec>> {
    const specs = new Map<SpecHash, RunSpec>();
    const keep = (spec: RunSpec | undefined): void => {
      if (spec) specs.set(spec.hash, spec);
    };
    for (const hash of hashes) keep(this.cache.get(hash));
    const missing = [...new Set(hashes)].filter((hash) => !specs.has(hash));
    if (missing.length === 0) return specs;
    for (const document of await this.specs.find({ _id: { $in: missing } }).toArray()) keep(this.remember(document));
    return specs;
  }

  /** Null: it does not exist. Requests at about the same time share a query. */
  async get(hash: SpecHash): Promise<RunSpec | null> {
    const cached = this.cache.get(hash);
    if (cached) return cached;
    const document = await this.reads.get(hash);
    return document && this.remember(document);
  }

  private remember({ _id, ...rest }: SpecDocument): RunSpec {
    const spec = { hash: asSpecHash(_id), ...rest };
    this.cache.set(spec.hash, spec);
    return spec;
  }
}
