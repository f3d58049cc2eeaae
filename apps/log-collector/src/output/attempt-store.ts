/** The stored part of one attempt's output, and the steps that extend it in an order that any crash leaves repairable. */
import type { AttemptId } from '#common/domain/ids.js';
import { NO_PROGRESS, type ChunkHead, type OutputSeal } from '#common/run/output.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { LogsStore } from '#common/mongo/logs.store.js';
import type { AttemptLog, ChunkDraft, LogTail, StorageSave } from '../core/attempt-log.js';
import { planMerges } from '../core/merge-plan.js';
import type { AttemptFacts } from './attempt-facts.js';

export interface OutputStores {
  readonly logs: LogsStore;
  readonly jobStorage: JobStorageStore;
  readonly metrics: Metrics;
}

/** Small chunks of an attempt that still runs are merged whenever this many have accumulated. */
const COMPACT_EVERY = 64;
const COMPACT_MIN_GROUP = 16;

export class AttemptStore {
  private addedSinceCompaction = 0;

  private constructor(
    readonly attempt: AttemptId,
    private heads: readonly ChunkHead[],
    private readonly stores: OutputStores,
  ) {}

  /** Reads the stored part; all further answers of this object are based on it and on the object's own additions. */
  static async load(attempt: AttemptId, stores: OutputStores): Promise<AttemptStore> {
    return new AttemptStore(attempt, await stores.logs.heads(attempt), stores);
  }

  /** The seal of the output, if there is one. */
  get seal(): OutputSeal | null {
    return this.heads.at(-1)?.seal ?? null;
  }

  get isEmpty(): boolean {
    return this.heads.length === 0;
  }

  get callbacks(): readonly string[] {
    return this.heads.flatMap((head) => head.callbacks);
  }

  get tail(): LogTail {
    const last = this.heads.at(-1);
    if (last === undefined) return { nextChunk: 1, nextSeq: 1, lastAt: 0, progress: NO_PROGRESS };
    return { nextChunk: last.through + 1, nextSeq: last.lastSeq + 1, lastAt: last.lastAt, progress: last.progress };
  }

  /**
   * Stores the pending part of the log: first the saved values, so that no stored position passes an unsaved value, then the
   * chunk. False: another writer was faster, and this object and the log are outdated.
   */
  async add(facts: AttemptFacts, log: AttemptLog, seal: OutputSeal | null = null): Promise<boolean> {
    const saves = log.takeSaves();
    const draft = log.cutChunk();
    await this.save(facts, saves);
    if (draft === null) return true;
    const chunk = { ...headOf(facts, draft, seal), lines: draft.lines };
    if (!(await this.stores.logs.insert(chunk))) return false;
    const { lines: _lines, ...head } = chunk;
    this.heads = [...this.heads, head];
    this.addedSinceCompaction++;
    this.stores.metrics.logLines.inc(draft.lines.length);
    this.stores.metrics.logBytes.inc(draft.bytes);
    if (seal === null && this.addedSinceCompaction >= COMPACT_EVERY) await this.compact(COMPACT_MIN_GROUP);
    return true;
  }

  /** Stores the seal on the last chunk; without any chunk nothing can be incomplete later. */
  async markSealed(seal: OutputSeal): Promise<void> {
    const last = this.heads.at(-1);
    if (last?.seal === null) await this.stores.logs.seal(last, seal);
  }

  /** Merges groups of at least `minGroup` small chunks. This only speeds up reading: a lost merge does no harm. */
  async compact(minGroup: number): Promise<void> {
    this.addedSinceCompaction = 0;
    for (const group of planMerges(this.heads, minGroup)) {
      if (!(await this.stores.logs.merge(group))) continue;
      const merged = mergedHead(group);
      this.heads = this.heads.flatMap((head) => (head === group[0] ? [merged] : group.includes(head) ? [] : [head]));
    }
  }

  private async save(facts: AttemptFacts, saves: readonly StorageSave[]): Promise<void> {
    if (saves.length === 0) return;
    const values = saves.map(({ name, at, value }) => ({
      source: { attempt: facts.attempt, ...name },
      at,
      runAt: facts.runAt,
      ...facts.toStored(value),
    }));
    await this.stores.jobStorage.save(facts, values);
  }
}

function headOf(facts: AttemptFacts, draft: ChunkDraft, seal: OutputSeal | null): ChunkHead {
  const first = draft.lines[0];
  const last = draft.lines.at(-1);
  return {
    attempt: facts.attempt,
    run: facts.run,
    tenant: facts.tenant,
    chunk: draft.chunk,
    through: draft.chunk,
    firstSeq: first?.seq ?? 0,
    lastSeq: last?.seq ?? 0,
    firstAt: first?.at ?? 0,
    lastAt: last?.at ?? 0,
    bytes: draft.bytes,
    progress: draft.progress,
    callbacks: draft.callbacks,
    seal,
  };
}

function mergedHead(group: readonly ChunkHead[]): ChunkHead {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) throw new Error('a group of chunks is never empty');
  const { through, lastSeq, lastAt, progress, seal } = last;
  return {
    ...first,
    through,
    lastSeq,
    lastAt,
    progress,
    seal,
    bytes: group.reduce((sum, head) => sum + head.bytes, 0),
    callbacks: group.flatMap((head) => head.callbacks),
  };
}
