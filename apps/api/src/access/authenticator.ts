import type { Clock } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { attemptFromSegment, attemptId } from '#common/domain/ids.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';
import { EVERY_TENANT, type Caller } from './core/access.js';
import { shownName } from './core/oidc-claims.js';
import type { OidcVerifier } from './oidc-verifier.js';
import { sessionOf } from './core/session-cookie.js';
import type { TokenUses } from './token-uses.js';
import { isJwt, readToken, sameText } from './token-text.js';

/** The sources of identities; a source that is null is not offered. */
export interface IdentitySources {
  readonly tokens: Pick<TokensStore, 'load'>;
  readonly uses: Pick<TokenUses, 'note'>;
  readonly bootstrapToken: string | null;
  readonly oidc: Pick<OidcVerifier, 'verify'> | null;
  readonly attempts: Pick<SecretBox, 'verifyCallbackToken'>;
}

/** The proof of a caller's identity in a request; it can be checked again later. */
export interface Credential {
  readonly kind: 'bearer';
  readonly text: string;
}

/** The credentials of a request. */
export interface Presented {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly isFromPage: boolean;
}

const BOOTSTRAP: Caller = {
  subject: 'bootstrap',
  name: 'bootstrap',
  roles: [{ tenant: EVERY_TENANT, role: 'admin' }],
};

/** Callbacks act for their attempt, and may do nothing else. */
const ATTEMPT: Caller = { subject: 'attempt', name: 'attempt', roles: [] };

/** Identifies the sender of a request. Tokens are read each time, so that a removed token ends at once. */
export class Authenticator {
  constructor(
    private readonly sources: IdentitySources,
    private readonly clock: Clock,
  ) {}

  /**
   * The token of an `Authorization` header, or the cookie of a person who has signed in; null if neither can prove an identity. The cookie
   * counts only with the header of the page, which no other site can make a browser send.
   */
  credentialOf({ authorization, cookie, isFromPage }: Presented): Credential | null {
    const text = bearerOf(authorization) ?? (authorization === undefined && isFromPage ? sessionOf(cookie) : null);
    return text === null ? null : { kind: 'bearer', text };
  }

  /** True for a credential that is checked without a read, and cannot be guessed. */
  provesItself({ text }: Credential): boolean {
    return this.sources.oidc !== null && isJwt(text);
  }

  /** The caller that the credential proves now. Throws UNAUTHENTICATED, and UNAVAILABLE if that cannot be checked. */
  async callerOf({ text }: Credential): Promise<Caller> {
    const caller = await this.callerOfToken(text);
    if (caller === null) throw unauthenticated('the token is not valid, has expired or was removed');
    return caller;
  }

  /** The worker that was given the callback token of the attempt in the path. Throws UNAUTHENTICATED, also for any other credential. */
  callerOfAttempt(segment: unknown, { text }: Credential): Caller {
    const key = typeof segment === 'string' ? attemptFromSegment(segment) : null;
    if (key && this.sources.attempts.verifyCallbackToken(attemptId(key), text)) return ATTEMPT;
    throw unauthenticated("send the callback's token as Authorization: Bearer <token>");
  }

  private async callerOfToken(text: string): Promise<Caller | null> {
    const { bootstrapToken, oidc } = this.sources;
    if (bootstrapToken !== null && sameText(text, bootstrapToken)) return BOOTSTRAP;
    const own = readToken(text);
    if (own) return this.callerOfOwnToken(own);
    return oidc && isJwt(text) ? oidc.verify(text) : null;
  }

  private async callerOfOwnToken({ id, hash }: { id: string; hash: string }): Promise<Caller | null> {
    const token = await this.sources.tokens.load(id);
    if (!token || !sameText(token.hash, hash)) return null;
    if (token.expiresAt !== null && token.expiresAt <= this.clock.now()) return null;
    this.sources.uses.note(token, this.clock.now());
    const subject = token.subject ?? `token:${token.id}`;
    const ends = token.expiresAt === null ? {} : { expiresAt: token.expiresAt };
    return { subject, name: shownName(token.name, subject), roles: token.roles, ...ends };
  }
}

/** The token of an `Authorization: Bearer` header, or null. */
function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

export const unauthenticated = (detail: string): AppError => new AppError('UNAUTHENTICATED', detail);
