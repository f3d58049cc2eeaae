/** Verifies OIDC access tokens against the issuer's published keys. */
import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { AppError } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Caller } from './core/access.js';
import { callerFromClaims } from './core/oidc-claims.js';

const DISCOVERY_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 5;
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

export interface OidcOptions {
  readonly issuer: string;
  /** The `aud` that tokens must carry; undefined accepts any. */
  readonly audience: string | undefined;
}

export class OidcVerifier {
  private keys: JWTVerifyGetKey | null = null;

  constructor(
    private readonly options: OidcOptions,
    private readonly log: Logger,
  ) {}

  /** Whom the token names, or null if it is not valid. Throws UNAVAILABLE when the issuer cannot be asked. */
  async verify(token: string): Promise<Caller | null> {
    const keys = (this.keys ??= await this.discover());
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: this.options.issuer,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        ...(this.options.audience === undefined ? {} : { audience: this.options.audience }),
      });
      return callerFromClaims(payload);
    } catch (error) {
      this.log.debug({ err: error }, 'OIDC token refused');
      return null;
    }
  }

  private async discover(): Promise<JWTVerifyGetKey> {
    const url = `${this.options.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS) });
      const { jwks_uri: keysUrl } = discovery.parse(await response.json());
      return createRemoteJWKSet(new URL(keysUrl));
    } catch (cause) {
      throw new AppError('UNAVAILABLE', 'the OIDC issuer cannot be reached to verify the token', { cause });
    }
  }
}
