/**
 * Signing in by the issuer, in the web UI or by a code on a device without a browser: the person gets a session, which is a token
 * with an end that ends with a sign-out.
 */
import { z } from 'zod';
import type { Clock } from '#common/clock/clock.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { parseJson } from '#common/domain/parse-json.js';
import { AppError } from '#common/errors/app-error.js';
import type { Instant } from '#common/run/run.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';
import { EVERY_TENANT, type Caller } from '../access/core/access.js';
import { callerFromClaims, type ClaimRules } from '../access/core/oidc-claims.js';
import { makeToken, readToken, sameText } from '../access/token-text.js';
import type { AuditLog } from '../http/audit-log.js';
import { sortableId } from '../http/derived-id.js';
import type { DeviceQuestion, IssuerClient } from './issuer-client.js';

export const SIGN_IN_PATH = '/sign-in';
export const SIGNED_IN_PATH = '/sign-in/callback';
/** The time from leaving for the issuer to coming back. */
export const QUESTION_SECONDS = 600;
/** A session ends after this time; somebody whom the issuer still knows signs in again without being asked. */
export const SESSION_SECONDS = 8 * 3_600;
const MS_PER_SECOND = 1_000;

const deviceShape = z.object({ code: z.string(), until: z.number() });
const questionShape = z.object({ verifier: z.string(), state: z.string(), nonce: z.string(), until: z.number() });

export interface SignInTools {
  readonly tokens: Pick<TokensStore, 'insert' | 'load' | 'remove'>;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  readonly audit: Pick<AuditLog, 'open' | 'refusedAtTheDoor'>;
  readonly clock: Clock;
}

/** What a device shows, and keeps until it was confirmed. */
export interface DeviceSignIn extends Omit<DeviceQuestion, 'code'> {
  readonly device: string;
}

export interface Session {
  readonly token: string;
  readonly expiresAt: Instant;
}

export class SignIn {
  constructor(
    private readonly issuer: IssuerClient | null,
    private readonly tools: SignInTools,
    private readonly rules: ClaimRules,
  ) {}

  get isOffered(): boolean {
    return this.issuer !== null;
  }

  /** Where the browser goes, and what it keeps until it comes back. Throws NOT_FOUND where it is not offered, UNAVAILABLE. */
  async begin(): Promise<{ readonly address: URL; readonly kept: string }> {
    const issuer = this.requireIssuer();
    const question = issuer.newQuestion();
    const until = this.tools.clock.now() + QUESTION_SECONDS * MS_PER_SECOND;
    const kept = this.tools.secrets.seal(JSON.stringify({ ...question, until }));
    return { address: await issuer.addressFor(question), kept: Buffer.from(kept).toString('base64url') };
  }

  /**
   * A new session. `kept` is what the browser at `address` kept, `query` what it came back with. Throws UNAUTHENTICATED, FORBIDDEN for
   * somebody without any role, UNAVAILABLE.
   */
  async finish(kept: string | null, query: string, address: string): Promise<Session> {
    const issuer = this.requireIssuer();
    return this.sessionFor(await issuer.claimsFor(this.questionIn(kept), query), address);
  }

  /** Throws NOT_FOUND where it is not offered, UNAVAILABLE. */
  async beginDevice(): Promise<DeviceSignIn> {
    const { code, ...shown } = await this.requireIssuer().beginDevice();
    const until = this.tools.clock.now() + shown.expiresInSeconds * MS_PER_SECOND;
    const device = Buffer.from(this.tools.secrets.seal(JSON.stringify({ code, until }))).toString('base64url');
    return { ...shown, device };
  }

  /** As `finish`; while nobody has confirmed the code, `pending`, or `slowDown` where it is asked too often. */
  async finishDevice(device: string, address: string): Promise<Session | 'pending' | 'slowDown'> {
    const issuer = this.requireIssuer();
    const claims = await issuer.claimsForDevice(this.deviceIn(device));
    return typeof claims === 'string' ? claims : this.sessionFor(claims, address);
  }

  private async sessionFor(claims: Record<string, unknown>, address: string): Promise<Session> {
    const caller = callerFromClaims(claims, this.rules);
    if (!caller) throw new AppError('UNAUTHENTICATED', 'the issuer did not say who you are');
    const { subject, name, roles } = caller;
    if (roles.length === 0) {
      await this.recordRefusal(caller, address);
      throw new AppError('FORBIDDEN', 'you have no role in any tenant');
    }
    const now = this.tools.clock.now();
    const id = sortableId(makeToken('').hash, 'session', now);
    const { text, hash } = makeToken(id);
    const expiresAt = now + SESSION_SECONDS * MS_PER_SECOND;
    await this.record({ caller, address }, 'signIn', id);
    await this.tools.tokens.insert({ id, name, hash, roles, createdAt: now, expiresAt, createdBy: 'sign-in', subject });
    return { token: text, expiresAt };
  }

  /** Ends a session; nothing where there is none. */
  async end(session: string | null, address: string): Promise<void> {
    const named = readToken(session ?? '');
    const token = named && (await this.tools.tokens.load(named.id));
    if (token?.subject === undefined || !sameText(token.hash, named?.hash ?? '')) return;
    const caller = { subject: token.subject, name: token.name, roles: token.roles };
    await this.record({ caller, address }, 'signOut', token.id);
    await this.tools.tokens.remove(token.id);
  }

  /** In the tenant, where all roles are in one: its owners see it. */
  private async record(
    { caller, address }: { caller: Caller; address: string },
    action: 'signIn' | 'signOut',
    id: string,
  ): Promise<void> {
    const [tenant = EVERY_TENANT, ...others] = new Set(caller.roles.map((grant) => grant.tenant));
    const isOfOne = tenant !== EVERY_TENANT && others.length === 0;
    const trail = this.tools.audit.open(caller, { action, address }, `${action}/${id}`);
    const detail =
      action === 'signIn' ? `with ${caller.roles.map((grant) => `${grant.role} in ${grant.tenant}`).join(', ')}` : null;
    await trail.record({ tenant: isOfOne ? tenant : null, object: `token/${id}`, ...(detail !== null && { detail }) });
  }

  /** Never throws: the answer is in any case that they have no role. */
  private async recordRefusal(caller: Caller, address: string): Promise<void> {
    const refusal = {
      action: 'signIn',
      address,
      caller,
      tenant: null,
      object: `GET ${SIGNED_IN_PATH}`,
      code: 'FORBIDDEN',
    };
    await this.tools.audit.refusedAtTheDoor(refusal).catch(() => undefined);
  }

  private questionIn(kept: string | null): z.output<typeof questionShape> {
    try {
      const sealed = Buffer.from(kept ?? '', 'base64url').toString();
      const question = questionShape.parse(parseJson(this.tools.secrets.open(sealed)));
      if (question.until > this.tools.clock.now()) return question;
    } catch {
      // Whatever the browser has made of it: it was not asked by us.
    }
    throw new AppError('UNAUTHENTICATED', 'this sign-in was not started in this browser, or too long ago: start again');
  }

  private deviceIn(device: string): string {
    try {
      const sealed = Buffer.from(device, 'base64url').toString();
      const { code, until } = deviceShape.parse(parseJson(this.tools.secrets.open(sealed)));
      if (until > this.tools.clock.now()) return code;
    } catch {
      // It was not begun by us.
    }
    throw new AppError('UNAUTHENTICATED', 'this sign-in was not started here, or too long ago: start again');
  }

  private requireIssuer(): IssuerClient {
    if (!this.issuer) throw new AppError('NOT_FOUND', 'signing in by an issuer is not offered here');
    return this.issuer;
  }
}
