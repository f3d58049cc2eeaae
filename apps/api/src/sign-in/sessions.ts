/** Sessions of people who signed in at the issuer: tokens that expire, or are revoked by a sign-out. */
import type { Clock } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import type { Instant } from '#common/run/run.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';
import { EVERY_TENANT, type Caller } from '../access/core/access.js';
import { callerFromClaims, groupsAreLeftOut, type ClaimRules } from '../access/core/oidc-claims.js';
import { makeToken, readToken, sameText } from '../access/token-text.js';
import type { AuditLog } from '../http/audit-log.js';
import { sortableId } from '../http/derived-id.js';

export const SIGNED_IN_PATH = '/sign-in/callback';
/** A session ends after this time. The next sign-in needs no input while the session at the issuer still exists. */
export const SESSION_SECONDS = 8 * 3_600;
const MS_PER_SECOND = 1_000;
const LEFT_OUT =
  ': the OIDC issuer has left out your groups, because you are in too many; let it send app roles, or only groups of this application';

export interface Session {
  readonly token: string;
  readonly expiresAt: Instant;
}

export class Sessions {
  constructor(
    private readonly tokens: Pick<TokensStore, 'insert' | 'load' | 'remove'>,
    private readonly audit: Pick<AuditLog, 'open' | 'refusedAtTheDoor'>,
    private readonly clock: Clock,
    private readonly rules: ClaimRules,
  ) {}

  /** A new session for the person whom the issuer names. Throws UNAUTHENTICATED, FORBIDDEN for a person without any role. */
  async open(claims: Record<string, unknown>, address: string): Promise<Session> {
    const caller = callerFromClaims(claims, this.rules);
    if (!caller) throw new AppError('UNAUTHENTICATED', 'the OIDC issuer did not send your identity');
    const { subject, name, roles } = caller;
    if (roles.length === 0) {
      await this.recordRefusal(caller, address);
      throw new AppError('FORBIDDEN', `you have no role in any tenant${groupsAreLeftOut(claims) ? LEFT_OUT : ''}`);
    }
    const now = this.clock.now();
    const id = sortableId(makeToken('').hash, 'session', now);
    const { text, hash } = makeToken(id);
    const expiresAt = now + SESSION_SECONDS * MS_PER_SECOND;
    await this.record({ caller, address }, 'signIn', id);
    await this.tokens.insert({ id, name, hash, roles, createdAt: now, expiresAt, createdBy: 'sign-in', subject });
    return { token: text, expiresAt };
  }

  /** Ends a session; does nothing without one. */
  async end(session: string | null, address: string): Promise<void> {
    const named = readToken(session ?? '');
    const token = named && (await this.tokens.load(named.id));
    if (token?.subject === undefined || !sameText(token.hash, named?.hash ?? '')) return;
    const caller = { subject: token.subject, name: token.name, roles: token.roles };
    await this.record({ caller, address }, 'signOut', token.id);
    await this.tokens.remove(token.id);
  }

  /** Records the event in the tenant if all roles are in one tenant, so that its owners see it. */
  private async record(
    { caller, address }: { caller: Caller; address: string },
    action: 'signIn' | 'signOut',
    id: string,
  ): Promise<void> {
    const [tenant = EVERY_TENANT, ...others] = new Set(caller.roles.map((grant) => grant.tenant));
    const isOfOne = tenant !== EVERY_TENANT && others.length === 0;
    const trail = this.audit.open(caller, { action, address }, `${action}/${id}`);
    const detail =
      action === 'signIn' ? `with ${caller.roles.map((grant) => `${grant.role} in ${grant.tenant}`).join(', ')}` : null;
    await trail.record({ tenant: isOfOne ? tenant : null, object: `token/${id}`, ...(detail !== null && { detail }) });
  }

  /** Never throws: the answer is in any case that the person has no role. */
  private async recordRefusal(caller: Caller, address: string): Promise<void> {
    const refusal = {
      action: 'signIn',
      address,
      caller,
      tenant: null,
      object: `GET ${SIGNED_IN_PATH}`,
      code: 'FORBIDDEN',
    };
    await this.audit.refusedAtTheDoor(refusal).catch(() => undefined);
  }
}
