/** The published keys of an OIDC issuer: requested rarely, even if many bad tokens arrive, and kept while the issuer is unreachable. */
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '#common/clock/clock.js';
import { parseJson } from '#common/domain/parse-json.js';
import { AppError } from '#common/errors/app-error.js';

const REQUEST_TIMEOUT_MS = 5_000;
/** Keys are requested again after this time. */
const FRESH_MS = 10 * 60_000;
/** Tokens that no known key fits cause a request at most this often: the keys may have changed, or the token may be garbage. */
const ASK_AGAIN_MS = 30_000;
/** While the issuer does not answer it is asked this often. */
const RETRY_MS = 5_000;
/** Keys are used for this long after the issuer's last answer. */
const MAX_STALE_MS = 24 * 3_600_000;

const discoveryShape = z.object({ issuer: z.string(), jwks_uri: z.url() });
const keyShape = z.looseObject({ kty: z.string() });
const keySetShape = z.object({ keys: z.array(z.unknown()) });

interface Known {
  readonly find: JWTVerifyGetKey;
  readonly at: number;
}

export class IssuerKeys {
  private keys: Known | null = null;
  private asking: Promise<Known> | null = null;
  private failedAt = -Infinity;

  constructor(
    private readonly issuer: string,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** The key that a token names. Throws jose's error if there is none, UNAVAILABLE if this is unknown now. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const current = await this.current();
    try {
      return await current.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !(await this.renewedSince(current.at))) throw error;
      return this.find(header, token);
    }
  };

  /** When the keys were requested that are used now. */
  get readAt(): number {
    return this.keys?.at ?? -Infinity;
  }

  /**
   * Where no key that was read then fits a token: true if there are newer ones, which are requested if that was not done a moment ago.
   * Throws UNAVAILABLE if they cannot be had.
   */
  async renewedSince(readAt: number): Promise<boolean> {
    const { keys } = this;
    if (keys && keys.at <= readAt) {
      if (this.ageOf(keys) < ASK_AGAIN_MS) return false;
      await this.ask();
    }
    return true;
  }

  private async current(): Promise<Known> {
    const { keys } = this;
    if (keys && this.ageOf(keys) < FRESH_MS) return keys;
    try {
      return await this.ask();
    } catch (error) {
      if (keys && this.ageOf(keys) < MAX_STALE_MS) return keys;
      throw error;
    }
  }

  /** Makes one request at a time for all waiting tokens; after a failure none for a while. */
  private async ask(): Promise<Known> {
    if (this.asking) return this.asking;
    if (this.clock.monotonic() - this.failedAt < RETRY_MS) throw away(undefined);
    this.asking = this.fetchKeys()
      .then((keys) => (this.keys = keys))
      .catch((cause: unknown) => {
        this.failedAt = this.clock.monotonic();
        throw away(cause);
      })
      .finally(() => {
        this.asking = null;
      });
    return this.asking;
  }

  private async fetchKeys(): Promise<Known> {
    const document = discoveryShape.parse(
      await fetchJson(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
    );
    if (document.issuer !== this.issuer)
      throw new Error(`the issuer's own configuration names the issuer ${document.issuer}, not ${this.issuer}`);
    const published = keySetShape.parse(await fetchJson(document.jwks_uri));
    // A key that cannot be read is ignored, so that the others still serve (RFC 7517, 5).
    const keys = published.keys.flatMap((key) => keyShape.safeParse(key).data ?? []);
    return { find: createLocalJWKSet({ keys }), at: this.clock.monotonic() };
  }

  private ageOf({ at }: Known): number {
    return this.clock.monotonic() - at;
  }
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`${url} was answered ${response.status}`);
  return parseJson(await response.text());
}

const away = (cause: unknown): AppError =>
  new AppError('UNAVAILABLE', 'the keys of the OIDC issuer cannot be read', {
    cause,
    retryAfterSeconds: RETRY_MS / 1_000,
  });
