/** Writes runs into the objects of a pack and reads each object back: a returned pack is in the store as it was written. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { ColdStoreFailure, sha256Of, type ObjectStore } from '#common/cold/object-store.js';
import { objectKey } from '#common/cold/pack-reader.js';
import { PackWriter, type PackSizes } from '#common/cold/pack-writer.js';
import type { JobId, TenantId } from '#common/domain/ids.js';
import { coarsestShardOf } from '#common/domain/shards.js';
import { MAX_PACK_BYTES, PACK_WRITING_MS } from '#common/domain/limits.js';
import { toColdRun, type ColdRunDocument } from '#common/mongo/cold-run.js';
import type { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import { fromRunDocument, type RunDocument } from '#common/mongo/run-document.js';
import type { RunPartsStore } from '#common/mongo/run-parts.store.js';

export interface PackStores {
  readonly parts: Pick<RunPartsStore, 'partsOf'>;
  readonly packs: Pick<ColdPacksStore, 'begin' | 'expect' | 'abandon'>;
  readonly objects: Pick<ObjectStore, 'put' | 'get'>;
}

/** A pack that is stored, and not committed yet. */
export interface MadePack {
  readonly id: string;
  /** The runs that the pack contains, and a row for each. */
  readonly runs: readonly RunDocument[];
  readonly rows: readonly ColdRunDocument[];
  readonly bytes: number;
}

export interface PackOptions extends Partial<PackSizes> {
  /** The prefix of the keys of all objects. */
  readonly prefix: string;
}

interface Of {
  readonly tenant: TenantId;
  readonly job: JobId;
}

export class PackMaker {
  constructor(
    private readonly stores: PackStores,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly options: PackOptions,
  ) {}

  /** Makes a pack of as many of the job's runs as it takes. If this throws, its objects are removed when the pack's time ends. */
  async make({ tenant, job }: Of, runs: readonly RunDocument[]): Promise<MadePack> {
    const now = this.clock.now();
    const id = randomUUID();
    const day = new Date(now).toISOString().slice(0, 'yyyy-mm-dd'.length);
    const base = `${this.options.prefix}/${tenant}/${job}/${day}/${id}`;
    const jobVersion = Math.max(...runs.map((run) => run.jobVersion));
    const shard = coarsestShardOf(job);
    await this.stores.packs.begin({ id, tenant, job, jobVersion, shard, base }, now + PACK_WRITING_MS);
    try {
      return await this.write(id, base, runs);
    } catch (error) {
      await this.stores.packs.abandon(id, now).catch(() => undefined);
      throw error;
    }
  }

  private async write(id: string, base: string, due: readonly RunDocument[]): Promise<MadePack> {
    const writer = new PackWriter(async (no, bytes) => {
      await this.stores.packs.expect(id, no);
      await this.stored(objectKey(base, no), bytes);
    }, this.options);
    const at = this.clock.now();
    const runs: RunDocument[] = [];
    const rows: ColdRunDocument[] = [];
    let rowBytes = 0;
    for (const run of due) {
      const place = await writer.add(this.stores.parts.partsOf(run));
      const row = toColdRun(fromRunDocument(run), { ...place, base }, { pack: id, at });
      runs.push(run);
      rows.push(row);
      rowBytes += Buffer.byteLength(JSON.stringify(row));
      if (Math.max(writer.bytes, rowBytes) >= MAX_PACK_BYTES) break;
    }
    await writer.close();
    return { id, runs, rows, bytes: writer.bytes };
  }

  private async stored(key: string, bytes: Buffer): Promise<void> {
    await this.stores.objects.put(key, bytes);
    const read = await this.stores.objects.get(key);
    if (read === null || sha256Of(read) !== sha256Of(bytes))
      throw new ColdStoreFailure(`${key} was stored, but its content differs when it is read again`, true);
  }
}
