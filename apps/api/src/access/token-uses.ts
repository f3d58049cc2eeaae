import type { Token } from '#common/spec/definitions.js';
import type { Instant } from '#common/run/run.js';
import { TOKEN_USE_NOTED_MS } from '#common/domain/limits.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';

/** Stores, at intervals, when tokens were last used, so that unused tokens can be found and removed. */
export class TokenUses {
  private readonly underWay = new TrackedTasks<string>();

  constructor(private readonly tokens: Pick<TokensStore, 'noteUse'>) {}

  /** No caller waits for the write; if it fails, the next use is written. */
  note({ id, lastUsedAt = null }: Pick<Token, 'id' | 'lastUsedAt'>, now: Instant): void {
    if ((lastUsedAt !== null && now - lastUsedAt < TOKEN_USE_NOTED_MS) || this.underWay.has(id)) return;
    void this.underWay.add(
      this.tokens.noteUse(id, now).catch(() => undefined),
      id,
    );
  }
}
