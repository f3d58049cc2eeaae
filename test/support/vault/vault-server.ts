/**
 * A local server that answers as Vault's documented HTTP API does, as far as Carillon uses it: logins by AppRole, Kubernetes and JWT, KV
 * version 2 with versions and deletions, secrets with leases, tokens that end and take their leases with them.
 * https://developer.hashicorp.com/vault/api-docs: auth/approle, auth/kubernetes, auth/jwt, auth/token, secret/kv/kv-v2, system/leases, system/health.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, jwtVerify } from 'jose';

interface Token {
  readonly accessor: string;
  readonly ttlMs: number;
  /** A periodic token, or one of its file: no policy of this server ends it. */
  readonly isRoot: boolean;
  endsAt: number;
}

interface Lease {
  readonly id: string;
  readonly token: string;
  readonly values: Readonly<Record<string, string>>;
  readonly maxEndsAt: number;
  endsAt: number;
  renewals: number;
}

interface VaultOptions {
  /** Of the tokens that logins give. */
  readonly tokenSeconds?: number;
  readonly leaseSeconds?: number;
  /** After which no lease is renewed. */
  readonly maxLeaseSeconds?: number;
  readonly port?: number;
}

/** A role of the JWT auth method; `oidc_discovery_url` and `bound_issuer` of its configuration are one address here. */
export interface JwtRole {
  readonly discoveryUrl: string;
  readonly boundAudiences: readonly string[];
  readonly boundSubject?: string;
  readonly boundClaims?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

type Body = Readonly<Record<string, unknown>>;

const ROOT = 'root-token-of-the-test';
export const ROLE = { role_id: 'role-of-the-executor', secret_id: 'secret-id-of-the-executor' } as const;
export const JWT = 'jwt-of-the-service-account';

export class VaultServer {
  /** Paths of KV version 2, by mount and path (`secret/ibm/db`); null: deleted. */
  private readonly kv = new Map<string, (Body | null)[]>();
  private readonly tokens = new Map<string, Token>();
  private readonly ended: Lease[] = [];
  readonly leases = new Map<string, Lease>();
  readonly jwtRoles = new Map<string, JwtRole>();
  readonly requests: string[] = [];
  /** Milliseconds before every answer. */
  delayMs = 0;
  isSealed = false;

  private constructor(
    private readonly server: Server,
    private readonly options: VaultOptions,
  ) {
    this.tokens.set(ROOT, { accessor: 'root', ttlMs: 0, isRoot: true, endsAt: Infinity });
  }

  static async start(options: VaultOptions = {}): Promise<VaultServer> {
    const server = createServer((request, response) => {
      vault.handle(request).then(
        ({ status, body }) =>
          response
            .writeHead(status, { 'content-type': 'application/json' })
            .end(body === undefined ? '' : JSON.stringify(body)),
        () => response.destroy(),
      );
    });
    const vault = new VaultServer(server, options);
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    return vault;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get rootToken(): string {
    return ROOT;
  }

  /** Writes a new version of a secret; null deletes the newest one. */
  put(path: string, values: Body | null): void {
    this.kv.set(path, [...(this.kv.get(path) ?? []), values]);
  }

  /** Ends every token that a login gave, and with each its leases. */
  revokeTokens(): void {
    for (const [id, token] of this.tokens) if (!token.isRoot) this.endToken(id);
  }

  /** Leases that have ended, in their order. */
  get gone(): readonly Lease[] {
    this.expire();
    return this.ended;
  }

  get living(): readonly Lease[] {
    this.expire();
    return [...this.leases.values()];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close').catch(() => undefined);
  }

  private async handle(request: IncomingMessage): Promise<Answer> {
    let text = '';
    for await (const part of request) text += String(part);
    const { pathname, searchParams } = new URL(request.url ?? '', this.address);
    const path = decodeURIComponent(pathname.replace(/^\/v1\//, ''));
    this.requests.push(`${request.method ?? ''} ${path}`);
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs).unref());
    const body = text === '' ? {} : (JSON.parse(text) as Body);
    if (path === 'auth/jwt/login' && !this.isSealed) return this.logInByJwt(body);
    return this.route(`${request.method ?? ''} ${path}`, path, {
      body,
      token: String(request.headers['x-vault-token'] ?? ''),
      version: searchParams.get('version'),
    });
  }

  private route(what: string, path: string, asked: { body: Body; token: string; version: string | null }): Answer {
    if (path === 'sys/health') return { status: this.isSealed ? 503 : 200, body: { sealed: this.isSealed } };
    if (this.isSealed) return refusal(503, 'Vault is sealed');
    this.expire();
    if (path.startsWith('auth/') && path.endsWith('/login')) return this.logIn(path, asked.body);
    if (!this.tokens.has(asked.token)) return refusal(403, 'permission denied');
    return this.answer(what, asked);
  }

  private answer(what: string, asked: { body: Body; token: string; version: string | null }): Answer {
    const [method = '', path = ''] = what.split(' ');
    switch (what) {
      case 'GET auth/token/lookup-self':
        return { status: 200, body: { data: { id: '…' } } };
      case 'POST auth/token/renew-accessor':
        return this.renewToken(String(asked.body['accessor']));
      case 'PUT sys/leases/renew':
        return this.renewLease(String(asked.body['lease_id']), Number(asked.body['increment']));
      case 'PUT sys/leases/revoke':
        this.endLease(String(asked.body['lease_id']));
        return { status: 204 };
    }
    if (method !== 'GET') return refusal(405, 'unsupported operation');
    if (path.startsWith('database/creds/')) return this.credentials(path, asked.token);
    if (path.includes('forbidden')) return refusal(403, 'permission denied');
    return this.readKv(path, asked.version);
  }

  private readKv(path: string, version: string | null): Answer {
    const [mount = '', kind = '', ...rest] = path.split('/');
    const versions = kind === 'data' ? (this.kv.get([mount, ...rest].join('/')) ?? []) : [];
    const number = version === null ? versions.length : Number(version);
    const found = versions[number - 1];
    const metadata = { version: number, deletion_time: found === null ? new Date().toISOString() : '' };
    if (found === undefined) return refusal(404);
    return {
      status: found === null ? 404 : 200,
      body: {
        request_id: randomUUID(),
        lease_id: '',
        renewable: false,
        lease_duration: 0,
        data: { data: found, metadata },
      },
    };
  }

  private credentials(path: string, token: string): Answer {
    const { leaseSeconds = 3_600, maxLeaseSeconds = 86_400 } = this.options;
    const id = `${path}/${randomUUID()}`;
    const values = { username: `v-${randomUUID()}`, password: `p/${randomUUID()}+"x"` };
    const now = Date.now();
    const maxEndsAt = now + maxLeaseSeconds * 1_000;
    this.leases.set(id, { id, token, values, maxEndsAt, endsAt: now + leaseSeconds * 1_000, renewals: 0 });
    return {
      status: 200,
      body: { request_id: randomUUID(), lease_id: id, renewable: true, lease_duration: leaseSeconds, data: values },
    };
  }

  private renewLease(id: string, seconds: number): Answer {
    const lease = this.leases.get(id);
    if (!lease) return refusal(400, 'lease not found');
    const now = Date.now();
    lease.endsAt = Math.min(lease.maxEndsAt, now + seconds * 1_000);
    lease.renewals += 1;
    const left = Math.max(0, Math.floor((lease.endsAt - now) / 1_000));
    return { status: 200, body: { lease_id: id, renewable: true, lease_duration: left } };
  }

  private logIn(path: string, body: Body): Answer {
    const mayCome =
      path === 'auth/approle/login'
        ? body['role_id'] === ROLE.role_id && body['secret_id'] === ROLE.secret_id
        : path === 'auth/kubernetes/login' && body['jwt'] === JWT && body['role'] === 'carillon';
    return mayCome ? this.newToken() : refusal(400, 'invalid role or secret ID');
  }

  /** Verifies the token by the keys to which the issuer's discovery document leads. */
  private async logInByJwt({ role, jwt }: Body): Promise<Answer> {
    const bound = this.jwtRoles.get(String(role));
    if (!bound) return refusal(400, `role "${String(role)}" could not be found`);
    try {
      const answer = await fetch(`${bound.discoveryUrl}/.well-known/openid-configuration`);
      const found = (await answer.json()) as { issuer: string; jwks_uri: string };
      if (found.issuer !== bound.discoveryUrl) throw new Error('oidc: issuer did not match');
      const rules = { issuer: found.issuer, audience: [...bound.boundAudiences], clockTolerance: 60 };
      const { payload } = await jwtVerify(String(jwt), createRemoteJWKSet(new URL(found.jwks_uri)), rules);
      const claims = { ...bound.boundClaims, ...(bound.boundSubject !== undefined && { sub: bound.boundSubject }) };
      const [wrong] = Object.entries(claims).find(([name, value]) => payload[name] !== value) ?? [];
      if (wrong !== undefined) throw new Error(`claim "${wrong}" does not match any associated bound claim values`);
    } catch (error) {
      return refusal(400, `error validating token: ${String(error)}`);
    }
    return this.newToken();
  }

  private newToken(): Answer {
    const { tokenSeconds = 3_600 } = this.options;
    const token = `hvs.${randomUUID()}`;
    const accessor = randomUUID();
    const ttlMs = tokenSeconds * 1_000;
    this.tokens.set(token, { accessor, ttlMs, isRoot: false, endsAt: Date.now() + ttlMs });
    return {
      status: 200,
      body: {
        auth: { client_token: token, accessor, policies: ['carillon'], lease_duration: tokenSeconds, renewable: true },
      },
    };
  }

  private renewToken(accessor: string): Answer {
    const token = [...this.tokens.values()].find((each) => each.accessor === accessor);
    if (!token) return refusal(403, 'invalid accessor');
    if (!token.isRoot) token.endsAt = Date.now() + token.ttlMs;
    return { status: 200, body: { auth: { client_token: '', accessor, lease_duration: token.ttlMs / 1_000 } } };
  }

  private expire(): void {
    const now = Date.now();
    for (const [id, { endsAt }] of this.tokens) if (endsAt <= now) this.endToken(id);
    for (const { id, endsAt } of this.leases.values()) if (endsAt <= now) this.endLease(id);
  }

  private endToken(id: string): void {
    this.tokens.delete(id);
    for (const lease of this.leases.values()) if (lease.token === id) this.endLease(lease.id);
  }

  private endLease(id: string): void {
    const lease = this.leases.get(id);
    if (lease) this.ended.push(lease);
    this.leases.delete(id);
  }
}

const refusal = (status: number, ...errors: string[]): Answer => ({ status, body: { errors } });
