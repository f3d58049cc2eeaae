/**
 * Access tokens by the client credentials of OAuth 2.0 (RFC 6749, 4.4), kept in the memory of this process until shortly before they
 * expire. The token endpoint is called like a web service: the same addresses are allowed.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import type { TenantId } from '#common/domain/ids.js';
import { MAX_CLIENT_TOKENS } from '#common/domain/limits.js';
import { SharedCalls } from '#common/runtime/shared-calls.js';
import type { EndingCall, StartResult } from '../engine.js';
import type { HttpCaller } from './http-caller.js';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
/** A token is not used in its last seconds: the call has to arrive before its end. */
const BEFORE_EXPIRY_MS = 30_000;
/** If the server does not say how long a token is valid. */
const DEFAULT_EXPIRY_SECONDS = 300;

export type ClientAuth = NonNullable<EndingCall['oauth']>;
type Refusal = Extract<StartResult, { type: 'refused' }>;

export class ClientTokens {
  private readonly tokens = new LRUCache<string, string>({ max: MAX_CLIENT_TOKENS });
  private readonly asking = new SharedCalls<string, string | Refusal>();

  constructor(private readonly caller: Pick<HttpCaller, 'post'>) {}

  /** A valid token, or why there is none. */
  async of(tenant: TenantId, auth: ClientAuth): Promise<string | Refusal> {
    const key = keyOf(tenant, auth);
    return this.tokens.get(key) ?? this.asking.run(key, () => this.ask(key, auth));
  }

  /** A token that was refused is not used again. */
  forget(tenant: TenantId, auth: ClientAuth): void {
    this.tokens.delete(keyOf(tenant, auth));
  }

  private async ask(key: string, auth: ClientAuth): Promise<string | Refusal> {
    const { scope, audience } = auth;
    try {
      const answer = await oidc.clientCredentialsGrant(this.configurationOf(auth), {
        ...(scope !== undefined && { scope }),
        ...(audience !== undefined && { audience }),
      });
      const ttl = (answer.expires_in ?? DEFAULT_EXPIRY_SECONDS) * 1_000 - BEFORE_EXPIRY_MS;
      if (ttl > 0) this.tokens.set(key, answer.access_token, { ttl });
      return answer.access_token;
    } catch (error) {
      return refusalOf(error);
    }
  }

  private configurationOf({ tokenUrl, clientId, secret, clientAuthentication }: ClientAuth): oidc.Configuration {
    const authentication = clientAuthentication === 'post' ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    const configuration = new oidc.Configuration(
      { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl },
      clientId,
      undefined,
      authentication(secret ?? ''),
    );
    // Which hosts may be called, and how, is decided by the address guard as for every call.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is marked so only to be thought about
    oidc.allowInsecureRequests(configuration);
    configuration.timeout = TIMEOUT_MS / 1_000;
    configuration[oidc.customFetch] = (url, options) => this.fetch(url, options);
    return configuration;
  }

  private async fetch(url: string, { body, headers, method }: oidc.CustomFetchOptions): Promise<Response> {
    const outcome = await this.caller.post({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(Object.entries(headers)),
      body: body === undefined || body === null ? null : String(body as URLSearchParams | string),
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
    if (outcome.type !== 'answered')
      throw new NotAnswered(outcome.type === 'withheld' ? 'withheld' : outcome.message, outcome.type === 'forbidden');
    const { status, text, contentType = 'application/json' } = outcome;
    return new Response(status === NO_CONTENT ? null : text, { status, headers: { 'content-type': contentType } });
  }
}

const NO_CONTENT = 204;

class NotAnswered extends Error {
  constructor(
    message: string,
    readonly isForbidden: boolean,
  ) {
    super(message);
  }
}

/** The secret is part of the key by its hash: another secret may be that of a client with other rights. */
function keyOf(
  tenant: TenantId,
  { tokenUrl, clientId, secret, scope, audience, clientAuthentication }: ClientAuth,
): string {
  const parts = [tenant, tokenUrl, clientId, secret, scope, audience, clientAuthentication];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** A server that does not answer is asked again until the start deadline; one that refuses has decided. */
function refusalOf(error: unknown): Refusal {
  const [away] = causesOf(error).filter((each) => each instanceof NotAnswered);
  if (away instanceof NotAnswered && away.isForbidden)
    return { type: 'refused', retryable: false, reason: 'AddressNotAllowed', message: `tokenUrl: ${away.message}` };
  if (error instanceof oidc.ResponseBodyError && error.status < SERVER_ERROR) {
    const why = error.error_description === undefined ? error.error : `${error.error}: ${error.error_description}`;
    return {
      type: 'refused',
      retryable: false,
      reason: 'TokenRefused',
      message: `the token endpoint answered ${error.status}: ${why}`,
    };
  }
  const message = away?.message ?? (error instanceof Error ? error.message : String(error));
  return {
    type: 'refused',
    retryable: true,
    reason: 'TokenUnavailable',
    message: `the token endpoint gave no token: ${message}`,
  };
}

const SERVER_ERROR = 500;

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause) causes.push(each);
  return causes;
}
