import { keyIdOf, sealedTextsIn } from '../domain/sealed-text.js';
import type { ValuesByKey } from '../mongo/sealed-values.store.js';

/** Documents that are read together by scans over all of them. */
export const DOCUMENTS_PER_READ = 500;

/** Adds up encrypted values by key and collection. */
export class KeyCount {
  private readonly counts: Record<string, Record<string, number>> = {};

  add(collection: string, fields: unknown): void {
    for (const key of sealedTextsIn(fields).map(keyIdOf)) {
      const ofKey = (this.counts[key] ??= {});
      ofKey[collection] = (ofKey[collection] ?? 0) + 1;
    }
  }

  get values(): ValuesByKey {
    return this.counts;
  }
}
