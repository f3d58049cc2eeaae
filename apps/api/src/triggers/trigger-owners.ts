/** Checks whether the caller who has saved a trigger may still run its job: a trigger does not outlive the rights of its token. */
import type { Clock } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';
import type { StoredTrigger } from '#common/mongo/triggers.store.js';
import { judgeAccess } from '../access/core/access.js';

const TOKEN_SUBJECT = 'token:';

export class TriggerOwners {
  constructor(
    private readonly tokens: Pick<TokensStore, 'load'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Throws FORBIDDEN if the token that saved the trigger last is revoked, has expired, or may not run jobs of the tenant any more. Only
   * the issuer knows the rights of people, so these were checked when they saved it.
   */
  async requireRights({ id, owner, tenant }: Pick<StoredTrigger, 'id' | 'owner' | 'tenant'>): Promise<void> {
    if (!owner.startsWith(TOKEN_SUBJECT)) return;
    const token = await this.tokens.load(owner.slice(TOKEN_SUBJECT.length));
    const isValid = token && (token.expiresAt === null || token.expiresAt > this.clock.now());
    const { roles } = isValid ? token : { roles: [] };
    if (judgeAccess({ subject: owner, name: owner, roles }, tenant, 'operator') === 'granted') return;
    const detail = `the token with which the trigger ${id} was saved may no longer run the job: save the trigger again with another token`;
    throw new AppError('FORBIDDEN', detail);
  }
}
