import type { Clock } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { attemptFromSegment, attemptId } from '#common/domain/ids.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';
import { EVERY_TENANT, type Caller } from './core/access.js';
import type { OidcVerifier } from './oidc-verifier.js';
import type { TokenUses } from './token-uses.js';
import { readToken, sameText } from './token-text.js';

/** Where identities come from; what is null is not offered. */
export interface IdentitySources {
  readonly tokens: Pick<TokensStore, 'load'>;
  readonly uses: Pick<TokenUses, 'note'>;
  readonly bootstrapToken: string | null;
  readonly oidc: Pick<OidcVerifier, 'verify'> | null;
  readonly attempts: Pick<SecretBox, 'verifyCallbackToken'>;
}

const BOOTSTRAP: Caller = {
  subject: 'bootstrap',
  name: 'bootstrap',
  roles: [{ tenant: EVERY_TENANT, role: 'admin' }],
};

/** Callbacks act for their attempt, and may do nothing else. */
const ATTEMPT: Caller = { subject: 'attempt', name: 'attempt', roles: [] };

/** Finds out who sent a request. Tokens are looked up each time, so that a removed one ends at once. */
export class Authenticator {
  constructor(
    private readonly sources: IdentitySources,
    private readonly clock: Clock,
  ) {}

  /** The caller named by an `Authorization` header. Throws UNAUTHENTICATED. */
  async authenticate(authorization: string | undefined): Promise<Caller> {
    const text = bearerOf(authorization);
    if (text === null) throw unauthenticated('send Authorization: Bearer <token>');
    const caller = await this.callerOf(text);
    if (caller === null) throw unauthenticated('the token is not valid, has expired or was removed');
    return caller;
  }

  /** The worker that was given the callback token of the attempt in the path. Throws UNAUTHENTICATED, also where it is none. */
  authenticateAttempt(segment: unknown, authorization: string | undefined): Caller {
    const key = typeof segment === 'string' ? attemptFromSegment(segment) : null;
    const token = bearerOf(authorization);
    if (key && token !== null && this.sources.attempts.verifyCallbackToken(attemptId(key), token)) return ATTEMPT;
    throw unauthenticated("send the callback's token as Authorization: Bearer <token>");
  }

  private async callerOf(text: string): Promise<Caller | null> {
    const { bootstrapToken, oidc } = this.sources;
    if (bootstrapToken !== null && sameText(text, bootstrapToken)) return BOOTSTRAP;
    const own = readToken(text);
    if (own) return this.callerOfOwnToken(own);
    return oidc && text.split('.').length === 3 ? oidc.verify(text) : null;
  }

  private async callerOfOwnToken({ id, hash }: { id: string; hash: string }): Promise<Caller | null> {
    const token = await this.sources.tokens.load(id);
    if (!token || !sameText(token.hash, hash)) return null;
    if (token.expiresAt !== null && token.expiresAt <= this.clock.now()) return null;
    this.sources.uses.note(token, this.clock.now());
    return { subject: `token:${token.id}`, name: token.name, roles: token.roles };
  }
}

/** The token of an `Authorization: Bearer` header, or null. */
function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

const unauthenticated = (detail: string): AppError => new AppError('UNAUTHENTICATED', detail);
