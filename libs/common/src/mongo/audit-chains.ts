/**
 * Appends to the chains of the audit. Replicas append concurrently: each number of a chain is used by one of them, the others continue
 * with the next.
 */
import { LRUCache } from 'lru-cache';
import { CHAIN_START, hashOfEntry, proofOf, type ChainEnd } from '../crypto/audit-chain.js';
import type { SecretBox } from '../crypto/secret-box.js';
import type { AuditEntry, ChainedEntry } from '../domain/audit.js';
import type { Instant } from '../run/run.js';
import { AUDIT_KEPT_MS } from '../domain/limits.js';
import { Batcher, KeyedBatcher } from '../runtime/batcher.js';
import { retryOnConflict } from '../runtime/retry-on-conflict.js';
import { TrackedTasks } from '../runtime/tracked-tasks.js';
import type { Mongo } from './mongo.js';
import { type DocumentCollection, type StoredDocument, insertInOrder, isFirst } from './document.js';

export interface AuditDocument extends Omit<ChainedEntry, 'id'>, StoredDocument {
  readonly expireAt: Date;
}

/** The last entry of a chain, so that the removal of a last entry is detected. */
interface HeadDocument extends StoredDocument {
  readonly seq: number;
  readonly hash: string;
  readonly at: Instant;
}

export type NewEntry = AuditEntry & Pick<ChainedEntry, 'outcomeOf'>;

const APPENDS = { maxBatch: 1_000, maxUnderWay: 1, maxWaiting: 20_000 };
/**
 * The head is written once for all entries that are appended within this time, so that this write delays neither the change that an entry
 * is about nor its immediate effects.
 */
const HEADS = { maxBatch: 1_000, maxUnderWay: 1, maxWaiting: 20_000, gatherMs: 100 };
/** Others may append at the same time; in each round one of them succeeds. */
const MAX_ROUNDS = 50;
const MAX_ENDS_KNOWN = 10_000;
const MAX_SETTLING_MS = 1_000;
const HEADS_PER_PAGE = 1_000;

export class AuditChains {
  private readonly ends = new LRUCache<string, ChainEnd>({ max: MAX_ENDS_KNOWN });
  private readonly batches = new Batcher<NewEntry, true>((entries) => this.appendAll(entries), APPENDS);
  private readonly heads;
  private readonly notes = new KeyedBatcher<string, ChainEnd, true>(async (chain, ends) => {
    const last = ends.reduce((one, other) => (other.seq > one.seq ? other : one));
    await this.noteHead(chain, last);
    return ends.map(() => true);
  }, HEADS);
  private readonly noting = new TrackedTasks();

  constructor(
    mongo: Mongo,
    private readonly audit: DocumentCollection<AuditDocument>,
    private readonly box: Pick<SecretBox, 'seal'>,
  ) {
    this.heads = mongo.collection<HeadDocument>('auditHeads');
  }

  /** Resolves when the entry is stored. */
  async append(entry: NewEntry): Promise<void> {
    await this.batches.add(entry);
  }

  /** The last entry that is recorded in the head; null where there is none. */
  async head(chain: string): Promise<ChainEnd | null> {
    return this.heads.findOne({ _id: headKey(chain) });
  }

  /** Resolves when the heads of all appended entries are written, or after a time limit. */
  async settle(): Promise<void> {
    await this.noting.drain(MAX_SETTLING_MS);
  }

  private async appendAll(entries: readonly NewEntry[]): Promise<readonly true[]> {
    const byChain = Map.groupBy(entries, ({ tenant }) => tenant ?? '');
    await Promise.all([...byChain].map(([chain, of]) => this.appendTo(chain, of)));
    return entries.map(() => true);
  }

  private async appendTo(chain: string, entries: readonly NewEntry[]): Promise<void> {
    let left = entries;
    const audit = `the audit of ${chain === '' ? 'no tenant' : chain}`;
    await retryOnConflict(MAX_ROUNDS, audit, async () => {
      const documents = this.linked(chain, left, this.ends.get(chain) ?? (await this.lastOf(chain)));
      const isIn = await insertInOrder(this.audit, documents);
      const last = documents[isIn - 1];
      if (last) this.noteEnd(chain, last);
      if (isIn === documents.length) return true;
      this.ends.delete(chain);
      // An insert whose answer was lost is found: its entries are not made again.
      const rest = left.slice(isIn);
      const existing = await this.audit
        .find({ _id: { $in: rest.map(({ id }) => id) } }, { projection: { _id: 1 } })
        .toArray();
      const stored = new Set(existing.map(({ _id }) => _id));
      left = rest.filter(({ id }) => !stored.has(id));
      return left.length === 0 ? true : null;
    });
  }

  private linked(chain: string, entries: readonly NewEntry[], end: ChainEnd): AuditDocument[] {
    let last = end;
    return entries.map((entry) => {
      const said = { ...entry, chain, seq: last.seq + 1, prev: last.hash, prevAt: last.at };
      const hash = hashOfEntry(said);
      last = { ...said, hash };
      const { id, ...rest } = said;
      const expireAt = new Date(entry.at + AUDIT_KEPT_MS);
      return { _id: id, ...rest, hash, proof: proofOf(hash, this.box), expireAt };
    });
  }

  private async lastOf(chain: string): Promise<ChainEnd> {
    const newest = { sort: { seq: -1 } } as const;
    return (await this.audit.findOne({ chain }, newest)) ?? CHAIN_START;
  }

  /** No caller waits for the head: a head that lags protects fewer entries, and the next append updates it. */
  private noteEnd(chain: string, { seq, hash, at }: AuditDocument): void {
    const end = { seq, hash, at };
    this.ends.set(chain, end);
    this.noting.add(this.notes.add(chain, end)).catch(() => undefined);
  }

  private async noteHead(chain: string, { seq, hash, at }: ChainEnd): Promise<void> {
    const earlier = { _id: headKey(chain), seq: { $lt: seq } };
    // Otherwise another writer has recorded a later entry.
    await isFirst(this.heads.updateOne(earlier, { $set: { seq, hash, at } }, { upsert: true }));
  }
}

/** The chains that have a head, each with the number of the last entry that is recorded in it, page by page. */
export async function* chainHeads(
  mongo: Mongo,
): AsyncGenerator<{ readonly chain: string; readonly seq: number }, void> {
  const heads = mongo.collection<HeadDocument>('auditHeads');
  for (let last: string | null = ''; last !== null;) {
    const options = { projection: { seq: 1 }, sort: { _id: 1 }, limit: HEADS_PER_PAGE } as const;
    const page: Pick<HeadDocument, '_id' | 'seq'>[] = await heads.find({ _id: { $gt: last } }, options).toArray();
    for (const { _id, seq } of page) yield { chain: _id.slice(1), seq };
    last = page.length < HEADS_PER_PAGE ? null : (page.at(-1)?._id ?? null);
  }
}

const headKey = (chain: string): string => `/${chain}`;
