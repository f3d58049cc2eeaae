/**
 * Access tokens by the client credentials of OAuth 2.0 (RFC 6749, 4.4), kept in the memory of this process until shortly before they
 * expire. The token endpoint is called like a web service: the same addresses are allowed.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#common/clock/clock.js';
import { basicProofs } from '#common/domain/client-proof.js';
import type { TenantId } from '#common/domain/ids.js';
import { MAX_CLIENT_TOKENS } from '#common/domain/limits.js';
import { parseJson } from '#common/domain/parse-json.js';
import { SharedCalls } from '#common/runtime/shared-calls.js';
import type { EndingCall, StartResult } from '../engine.js';
import type { CallOutcome, HttpCaller } from './http-caller.js';
import { retryAtOf } from './retry-after.js';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
/** A token is not used in its last seconds: the call has to arrive before its end. */
const BEFORE_EXPIRY_MS = 30_000;
/** If the server does not say how long a token is valid, or not as a number. */
const DEFAULT_EXPIRY_SECONDS = 300;

export type ClientAuth = NonNullable<EndingCall['oauth']>;
type Refusal = Extract<StartResult, { type: 'refused' }>;
type Answered = Extract<CallOutcome, { type: 'answered' }>;

export class ClientTokens {
  private readonly tokens = new LRUCache<string, string>({ max: MAX_CLIENT_TOKENS });
  private readonly asking = new SharedCalls<string, string | Refusal>();

  constructor(
    private readonly caller: Pick<HttpCaller, 'post'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

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
    const { clientId, secret, clientAuthentication } = auth;
    const isPosted = clientAuthentication === 'post';
    const proofs = isPosted ? [null] : basicProofs(clientId, secret ?? '');
    let outcome = await this.request(auth, proofs[0] ?? null);
    if (isClientRefused(outcome) && proofs[1] !== undefined) outcome = await this.request(auth, proofs[1]);
    if (outcome.type !== 'answered') return notAnswered(outcome);
    const answer = fieldsOf(outcome);
    const token = tokenIn(answer);
    if (token === null || outcome.status >= REDIRECT) return this.refused(outcome, answer);
    const type = textOf(answer['token_type']);
    if (UNUSABLE.test(type))
      return final(`the token endpoint gives tokens of type ${type}, which are more than a text`);
    const ttl = secondsOf(answer) * MS_PER_SECOND - BEFORE_EXPIRY_MS;
    if (ttl > 0) this.tokens.set(key, token, { ttl });
    return token;
  }

  /** `proof`: the header that proves the secret; null: it is in the body. */
  private async request(
    { tokenUrl, clientId, secret, scope, audience }: ClientAuth,
    proof: string | null,
  ): Promise<CallOutcome> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
      ...(audience !== undefined && { audience }),
      ...(proof === null && { client_id: clientId, client_secret: secret ?? '' }),
    });
    const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
    return this.caller.post({
      url: tokenUrl,
      headers: proof === null ? headers : { ...headers, authorization: proof },
      body: body.toString(),
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
  }

  /** A server that fails, or asks to wait, is asked again until the start deadline; one that refuses has decided. */
  private refused({ status, text, retryAfter }: Answered, answer: Fields): Refusal {
    const code = textOf(answer['error']);
    const why = [code, textOf(answer['error_description'])].filter((part) => part !== '').join(': ');
    // An answer of success may contain a token in another place.
    const quoted = why === '' && status >= REDIRECT ? text.slice(0, MAX_QUOTED_ANSWER).trim() : why;
    const message = `the token endpoint answered ${status}${quoted === '' ? ', without a token' : `: ${quoted}`}`;
    const mayChange = status >= SERVER_ERROR || LATER.has(status) || (status < REDIRECT && code === '');
    if (!mayChange) return final(message);
    const retryAt = retryAtOf(retryAfter ?? null, this.clock.now());
    return {
      type: 'refused',
      retryable: true,
      reason: 'TokenUnavailable',
      message,
      ...(retryAt !== null && { retryAt }),
    };
  }
}

const MS_PER_SECOND = 1_000;
const MAX_QUOTED_ANSWER = 500;
const REDIRECT = 300;
const UNAUTHORIZED = 401;
const SERVER_ERROR = 500;
/** Not now: 408, 425 and 429. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);
/** Types of tokens whose holder must prove something more. Servers have several words for the others, or none. */
const UNUSABLE = /^(?:mac|dpop|pop)$/i;

type Fields = Readonly<Record<string, unknown>>;

/** The members of a JSON object, or of a form, in which some servers answer. */
function fieldsOf({ text }: Answered): Fields {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(text.trim()));
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Null: none that can be sent. */
function tokenIn(answer: Fields): string | null {
  const token = textOf(answer['access_token']);
  return /^[!-~]+$/.test(token) ? token : null;
}

function secondsOf(answer: Fields): number {
  const seconds = Number(answer['expires_in'] ?? NaN);
  return Number.isFinite(seconds) ? seconds : DEFAULT_EXPIRY_SECONDS;
}

const isClientRefused = (outcome: CallOutcome): boolean =>
  outcome.type === 'answered' && (outcome.status === UNAUTHORIZED || fieldsOf(outcome)['error'] === 'invalid_client');

const final = (message: string): Refusal => ({ type: 'refused', retryable: false, reason: 'TokenRefused', message });

function notAnswered(outcome: Exclude<CallOutcome, Answered>): Refusal {
  const why = outcome.type === 'withheld' ? 'withheld' : outcome.message;
  return outcome.type === 'forbidden'
    ? { type: 'refused', retryable: false, reason: 'AddressNotAllowed', message: `tokenUrl: ${why}` }
    : {
        type: 'refused',
        retryable: true,
        reason: 'TokenUnavailable',
        message: `the token endpoint gave no token: ${why}`,
      };
}

/** The secret is part of the key by its hash: another secret may be that of a client with other rights. */
function keyOf(
  tenant: TenantId,
  { tokenUrl, clientId, secret, scope, audience, clientAuthentication }: ClientAuth,
): string {
  const parts = [tenant, tokenUrl, clientId, secret, scope, audience, clientAuthentication];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
