/**
 * Reads parts of archived runs: only blocks that may contain the requested documents, one after the other, each verified by its
 * checksum.
 */
import { LRUCache } from 'lru-cache';
import { ARCHIVE_CACHE_BYTES } from '../domain/limits.js';
import { AppError } from '../errors/app-error.js';
import { ColdStoreFailure, sha256Of, type ObjectStore } from './object-store.js';
import { documentsIn, tableIn, type BlockRef, type PartKind, type RunPlace } from './pack-format.js';

/** The place of a run: `base` is the prefix of the keys of its pack's objects. */
export interface ColdPlace extends RunPlace {
  readonly base: string;
}

/** Documents of a block, and the latest end of those in all earlier blocks. */
export interface ColdBlock {
  readonly documents: readonly unknown[];
  readonly endOfEarlier: number;
}

export interface Wanted {
  /** Blocks that end before this are left out. */
  readonly since?: number | undefined;
  readonly newestFirst?: boolean;
}

export const objectKey = (base: string, no: number): string => `${base}-${no}.ndjson.gz`;

export class PackReader {
  private readonly blocks = new LRUCache<string, Buffer>({
    maxSize: ARCHIVE_CACHE_BYTES,
    maxEntrySize: ARCHIVE_CACHE_BYTES / 4,
    sizeCalculation: ({ length }) => length,
  });

  constructor(private readonly store: Pick<ObjectStore, 'get'>) {}

  /** Throws NOT_FOUND where the archive has lost it, UNAVAILABLE where the store does not serve or returns something else. */
  async *read(place: ColdPlace, kind: PartKind, wanted: Wanted = {}): AsyncGenerator<ColdBlock, void, undefined> {
    const entries = place.isTable
      ? (await tableIn(await this.block(place.base, place))).flatMap(({ spans, ...ref }) => {
          const span = spans[kind];
          return span === undefined ? [] : [{ ref, last: span[1] }];
        })
      : [{ ref: place, last: Infinity }];
    let end = -Infinity;
    const blocks = entries.map(({ ref, last }) => {
      const endOfEarlier = end;
      end = Math.max(end, last);
      return { ref, last, endOfEarlier };
    });
    for (const { ref, last, endOfEarlier } of wanted.newestFirst ? blocks.toReversed() : blocks) {
      if (wanted.since !== undefined && last < wanted.since) continue;
      const documents = await documentsIn(await this.block(place.base, ref), kind);
      if (documents.length > 0) yield { documents, endOfEarlier };
    }
  }

  private async block(base: string, { object, offset, length, sha256 }: BlockRef): Promise<Buffer> {
    const key = objectKey(base, object);
    const cached = this.blocks.get(sha256);
    if (cached) return cached;
    const bytes = await this.store.get(key, { offset, length });
    if (bytes === null) throw new AppError('NOT_FOUND', `the object ${key} is missing in the archive`);
    if (sha256Of(bytes) !== sha256)
      throw new ColdStoreFailure(`the object ${key} was changed: its checksum differs`, false);
    this.blocks.set(sha256, bytes);
    return bytes;
  }
}
