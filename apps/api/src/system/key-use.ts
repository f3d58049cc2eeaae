import type { SecretBox } from '#common/crypto/secret-box.js';
import type { Instant } from '#common/run/run.js';
import type { SealedValuesStore } from '#common/mongo/sealed-values.store.js';
import { keysInUse, type KeyInUse } from './core/keys-in-use.js';

/** Reads which keys the stored secrets need, by the last count. */
export class KeyUse {
  constructor(
    private readonly values: Pick<SealedValuesStore, 'census'>,
    private readonly secrets: Pick<SecretBox, 'keyIds'>,
  ) {}

  async read(): Promise<{ readonly keys: KeyInUse[]; readonly countedAt: Instant | null }> {
    const census = await this.values.census();
    return { keys: keysInUse(this.secrets.keyIds, census?.values ?? {}), countedAt: census?.begunAt ?? null };
  }
}
