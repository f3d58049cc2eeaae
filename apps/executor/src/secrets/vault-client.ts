/** Requests to Vault (or OpenBao, which has the same API), each within a deadline; signs in and keeps the token in memory. */
import { readFile } from 'node:fs/promises';
import { request, type Dispatcher } from 'undici';
import { MAX_TIMER_MS } from '#common/clock/clock.js';
import type { Clock } from '#common/clock/clock.js';
import { outgoingAgent } from '#common/config/outgoing-proxy.js';
import { RenewedContext } from '#common/config/renewed-context.js';
import type { VaultConfig } from '#common/config/secret-providers.js';
import { MAX_PROVIDER_ANSWER_BYTES } from '#common/domain/limits.js';
import { parseJson } from '#common/domain/parse-json.js';
import { messageOf } from '#common/errors/app-error.js';
import { errorsIn, loginIn, type VaultLogin } from './core/vault-answers.js';
import { refused, unavailable } from './provider.js';

type Settings = Pick<VaultConfig, 'address' | 'namespace' | 'caFile' | 'auth' | 'timeoutSeconds'>;

export interface VaultAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Vault's reason for a refusal. */
  readonly errors: string;
}

/** A token is used for this part of its life, then the client requests another one. */
const USED_PART = 2 / 3;
const FORBIDDEN = 403;
const TOO_MANY = 429;
const FIRST_REDIRECT = 300;
const FIRST_CLIENT_ERROR = 400;
const FIRST_SERVER_ERROR = 500;

/** If a token is younger than this, a refusal is final and no new token is requested. */
const DOUBTED_AFTER_MS = 10_000;

interface KeptLogin {
  readonly login: Promise<VaultLogin>;
  /** On the monotonic clock. */
  readonly at: number;
  /** The token is used until this time; infinite while its end is unknown. */
  until: number;
}

export class VaultClient {
  private agent: Dispatcher | null = null;
  private login: KeptLogin | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /**
   * Asks as the executor. Throws ProviderFailure `SecretsUnavailable` for an answer that reports temporary trouble, and without an answer
   * in time; returns every other answer. `accessor`: of the token that was used, null if the token is not the executor's.
   */
  async ask(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ): Promise<VaultAnswer & { readonly accessor: string | null }> {
    const first = await this.signedIn();
    const answer = await this.send(method, path, { body, token: first.token });
    const isOld = this.login !== null && this.clock.monotonic() - this.login.at > DOUBTED_AFTER_MS;
    if (answer.status !== FORBIDDEN || !isOld) return { ...answer, accessor: first.accessor };
    // The token may have been revoked, or its policies changed, since it was made.
    this.login = null;
    const second = await this.signedIn();
    return { ...(await this.send(method, path, { body, token: second.token })), accessor: second.accessor };
  }

  /** Asks without a token whether Vault serves requests. */
  health(): Promise<VaultAnswer> {
    return this.send('GET', 'sys/health?standbyok=true&perfstandbyok=true', { token: null });
  }

  async close(): Promise<void> {
    await this.agent?.close();
  }

  private async signedIn(): Promise<VaultLogin> {
    const { auth } = this.settings;
    if (auth.method === 'token') return { token: await textOf(auth.file), accessor: null, seconds: 0 };
    const now = this.clock.monotonic();
    if (this.login !== null && now < this.login.until) return this.login.login;
    const login: KeptLogin = { login: this.signIn(auth), at: now, until: Infinity };
    this.login = login;
    try {
      const { seconds } = await login.login;
      if (seconds > 0) login.until = now + seconds * 1_000 * USED_PART;
      return await login.login;
    } catch (error) {
      if (this.login === login) this.login = null;
      throw error;
    }
  }

  private async signIn(auth: Exclude<VaultConfig['auth'], { method: 'token' }>): Promise<VaultLogin> {
    const body =
      auth.method === 'kubernetes'
        ? { role: auth.role, jwt: await textOf(auth.file) }
        : { role_id: await textOf(auth.roleIdFile), secret_id: await textOf(auth.secretIdFile) };
    const answer = await this.send('POST', `auth/${auth.mount}/login`, { body, token: null });
    const login = loginIn(answer.body);
    if (answer.status >= FIRST_CLIENT_ERROR || login === null)
      throw refused(
        `Vault does not let the executor sign in by ${auth.method}: ${answer.errors || `status ${answer.status}`}`,
      );
    return login;
  }

  private async send(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    { body, token }: { readonly body?: Readonly<Record<string, unknown>> | undefined; readonly token: string | null },
  ): Promise<VaultAnswer> {
    const { address, namespace, timeoutSeconds } = this.settings;
    const signal = AbortSignal.timeout(Math.min(timeoutSeconds * 1_000, MAX_TIMER_MS));
    let answer: { readonly status: number; readonly text: string };
    try {
      const response = await request(`${address}/v1/${path}`, {
        method,
        signal,
        dispatcher: this.connections(),
        headers: {
          'x-vault-request': 'true',
          ...(token !== null && { 'x-vault-token': token }),
          ...(namespace !== undefined && { 'x-vault-namespace': namespace }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      answer = { status: response.statusCode, text: await boundedText(response.body) };
    } catch (error) {
      const why = signal.aborted ? `no answer within ${timeoutSeconds} s` : messageOf(error);
      throw unavailable(`Vault at ${address}: ${why}`, error);
    }
    const parsed = jsonOf(answer.text);
    const errors = errorsIn(parsed);
    if (answer.status === TOO_MANY || answer.status >= FIRST_SERVER_ERROR)
      throw unavailable(`Vault at ${address} answers ${answer.status}${errors && `: ${errors}`}`);
    // The token is for this address and is not sent to another one.
    if (answer.status >= FIRST_REDIRECT && answer.status < FIRST_CLIENT_ERROR)
      throw unavailable(`Vault at ${address} answers with a redirect: configure the address of the active node`);
    return { status: answer.status, body: parsed, errors };
  }

  /** Throws where the file of the authorities cannot be read: that of an agent beside the service may come later. */
  private connections(): Dispatcher {
    const { address, caFile } = this.settings;
    return (this.agent ??= outgoingAgent(
      address,
      {},
      caFile === undefined ? {} : { secureContext: new RenewedContext({ ca: caFile }) },
    ));
  }
}

/** Reads a file that may be replaced at any time, as files of tokens are. */
async function textOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw unavailable(messageOf(error), error);
  }
}

async function boundedText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_PROVIDER_ANSWER_BYTES)
      throw new Error(`the answer is larger than ${MAX_PROVIDER_ANSWER_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
