import type { Token } from '#common/domain/definitions.js';
import type { Instant } from '#common/domain/run.js';
import { TOKEN_USE_NOTED_MS } from '#common/domain/limits.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';

/** Notes when tokens were last used, now and then: a token that nobody uses is one to remove. */
export class TokenUses {
  private readonly underWay = new Set<string>();

  constructor(private readonly tokens: Pick<TokensStore, 'noteUse'>) {}

  /** Nobody waits for it; what cannot be written is written at the next use. */
  note({ id, lastUsedAt = null }: Pick<Token, 'id' | 'lastUsedAt'>, now: Instant): void {
    if ((lastUsedAt !== null && now - lastUsedAt < TOKEN_USE_NOTED_MS) || this.underWay.has(id)) return;
    this.underWay.add(id);
    void this.tokens
      .noteUse(id, now)
      .catch(() => undefined)
      .finally(() => this.underWay.delete(id));
  }
}
