import { opening, type SecretBox } from '#common/crypto/secret-box.js';
import { AppError } from '#common/errors/app-error.js';
import type { Authenticator, Credential } from './authenticator.js';
import type { Caller } from './core/access.js';

/** Keeps a caller's credential encrypted for work that continues after the answer, so that the caller's current rights apply to it. */
export class KeptCredentials {
  constructor(
    private readonly authenticator: Pick<Authenticator, 'callerOf'>,
    private readonly secrets: Pick<SecretBox, 'open' | 'seal'>,
  ) {}

  keep({ text }: Credential): string {
    return this.secrets.seal(text);
  }

  /** The caller with its present rights; null if the token is not valid any more. Throws UNAVAILABLE if this is unknown now. */
  async callerOf(kept: string): Promise<Caller | null> {
    const text = opening('a kept credential', () => this.secrets.open(kept));
    try {
      return await this.authenticator.callerOf({ kind: 'bearer', text });
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return null;
      throw error;
    }
  }
}
