/** Makes tokens: bounded in number, and no token outlives the revocation of its maker. */
import type { Token } from '#common/spec/definitions.js';
import { MAX_TOKEN_MAKERS, MAX_TOKENS_PER_TENANT } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';
import { EVERY_TENANT, type Caller } from '../access/core/access.js';

type Named = Pick<Token, 'id' | 'subject'>;

/** Removes tokens, with the tokens that were made by them. Tokens are few: all of them are read. */
export class TokenRemoval {
  constructor(private readonly tokens: Pick<TokensStore, 'all' | 'remove' | 'setRoles'>) {}

  /**
   * Tokens that were made with this one, directly or through others that may be gone; for a session the tokens that its person has made in
   * any session.
   */
  async madeWith({ id, subject }: Named): Promise<Token[]> {
    const maker = subject ?? `token:${id}`;
    const tokens: Token[] = [];
    for await (const each of this.tokens.all()) if (each.makers?.includes(maker) === true) tokens.push(each);
    return tokens;
  }

  /** The last token is removed last: an interrupted removal can be requested again while that token exists. */
  async remove(tokens: readonly Named[]): Promise<void> {
    for (const { id } of tokens) await this.tokens.remove(id);
  }

  /** Removes every role in the tenant; a token without another role is removed. */
  async leaveTenant(tenant: string): Promise<void> {
    for await (const token of this.tokens.all()) {
      const left = token.roles.filter((grant) => grant.tenant !== tenant);
      if (left.length === token.roles.length) continue;
      if (left.length === 0) await this.tokens.remove(token.id);
      else await this.tokens.setRoles(token.id, left);
    }
  }
}

const TOKEN_SUBJECT = 'token:';

export class TokenMaking {
  constructor(private readonly tokens: Pick<TokensStore, 'countIn' | 'insert' | 'load' | 'remove'>) {}

  /** Throws QUOTA_EXCEEDED if a tenant has reached its number of tokens. */
  async requireRoom(roles: Token['roles']): Promise<void> {
    for (const tenant of new Set(roles.map((grant) => grant.tenant))) {
      if ((await this.tokens.countIn(tenant, MAX_TOKENS_PER_TENANT)) < MAX_TOKENS_PER_TENANT) continue;
      const where = tenant === EVERY_TENANT ? 'every tenant' : `the tenant ${tenant}`;
      const problem = `${MAX_TOKENS_PER_TENANT} tokens have a role in ${where} already, which is the limit (MAX_TOKENS_PER_TENANT): revoke some of them`;
      throw new AppError('QUOTA_EXCEEDED', problem);
    }
  }

  /** The chain of tokens by which the caller's new token is made. Throws UNAUTHENTICATED, and QUOTA_EXCEEDED if it would be too long. */
  async makersOf({ subject }: Caller): Promise<readonly string[]> {
    const maker = await this.tokenOf(subject);
    const makers = [...(maker?.makers ?? []), subject];
    if (makers.length <= MAX_TOKEN_MAKERS) return makers;
    throw new AppError(
      'QUOTA_EXCEEDED',
      `this token cannot create tokens: it is the last of a chain of ${MAX_TOKEN_MAKERS} tokens, each created with the one before (MAX_TOKEN_MAKERS)`,
    );
  }

  /**
   * Adds the token. Throws UNAUTHENTICATED if its maker was revoked at the same moment: a revocation that did not see the new token has
   * removed the maker before.
   */
  async insert(token: Token): Promise<void> {
    await this.tokens.insert(token);
    try {
      await this.tokenOf(token.makers?.at(-1) ?? '');
    } catch (error) {
      await this.tokens.remove(token.id);
      throw error;
    }
  }

  /** Null for people and for the bootstrap token, which have no stored token. */
  private async tokenOf(subject: string): Promise<Token | null> {
    if (!subject.startsWith(TOKEN_SUBJECT)) return null;
    const token = await this.tokens.load(subject.slice(TOKEN_SUBJECT.length));
    if (!token) throw new AppError('UNAUTHENTICATED', 'the token is no longer valid');
    return token;
  }
}
