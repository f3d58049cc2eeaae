/** Verifies OIDC access tokens against the issuer's published keys. */
import { errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions, type JWTVerifyResult } from 'jose';
import type { Logger } from '#common/logging/logger.js';
import { AppError } from '#common/errors/app-error.js';
import type { Caller } from './core/access.js';
import { isAccessToken } from './core/access-token.js';
import { NO_ACCESS_TOKEN, refusalOf } from './core/token-refusal.js';
import type { IssuerKeys } from './issuer-keys.js';
import { callerFromClaims, groupsAreLeftOut, type ClaimRules } from './core/oidc-claims.js';

/** Clocks of issuers differ from ours: a new token may begin in our future. */
const CLOCK_TOLERANCE_SECONDS = 30;
const MS_PER_SECOND = 1_000;
/** Its caller is refused everything, and could not know why. */
const WITHOUT_GROUPS =
  'an OIDC token gives no role: the issuer has left out its groups, because there are too many; let it send app roles, or only groups of this application';
/** Signature algorithms with keys that only the issuer has. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

export interface OidcOptions {
  readonly issuer: string;
  /** The `aud` that tokens must have. */
  readonly audience: string;
  /** The client that the UI signs in by; its ID tokens are not access tokens. */
  readonly clientId: string | undefined;
  readonly claims: ClaimRules;
}

export class OidcVerifier {
  constructor(
    private readonly options: OidcOptions,
    private readonly keys: Pick<IssuerKeys, 'find' | 'readAt' | 'renewedSince'>,
    private readonly log: Logger,
  ) {}

  /** The caller that the token names, or null if the token is not valid. Throws UNAVAILABLE if that cannot be checked. */
  async verify(token: string): Promise<Caller | null> {
    const { issuer, audience, clientId, claims } = this.options;
    try {
      const { payload, protectedHeader } = await this.verifiedByAny(token, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      if (!isAccessToken(protectedHeader, payload, clientId)) return this.refused(NO_ACCESS_TOKEN);
      const caller = callerFromClaims(payload, claims);
      if (caller === null) return this.refused('its claim sub is empty');
      if (caller.roles.length === 0 && groupsAreLeftOut(payload)) this.log.warn(WITHOUT_GROUPS);
      return payload.exp === undefined ? caller : { ...caller, expiresAt: payload.exp * MS_PER_SECOND };
    } catch (error) {
      if (error instanceof AppError) throw error;
      return this.refused(refusalOf(error));
    }
  }

  /** The caller is not told the reason. The logger limits each message, so that a flood for one reason does not hide another one. */
  private refused(reason: string): null {
    this.log.warn(`an OIDC token was refused: ${reason}`);
    return null;
  }

  /** The keys may have changed, also those behind a name that a token has, or behind none. */
  private async verifiedByAny(token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
    const { readAt } = this.keys;
    try {
      return await verifiedBy(this.keys.find, token, options);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      if (!(await this.keys.renewedSince(readAt))) throw error;
      return verifiedBy(this.keys.find, token, options);
    }
  }
}

/** A token that names no key may be signed by any key of its kind: an issuer that changes its keys publishes several. */
async function verifiedBy(find: JWTVerifyGetKey, token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, find, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options);
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
