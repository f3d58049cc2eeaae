import type { Token } from '#common/spec/definitions.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';

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
    const found: Token[] = [];
    for await (const each of this.tokens.all()) if (each.makers?.includes(maker) === true) found.push(each);
    return found;
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
