import type { Token } from '#common/spec/definitions.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';

type Named = Pick<Token, 'id' | 'subject'>;

/** Takes tokens away, with what hangs on them. Tokens are few: all of them are looked through. */
export class TokenRemoval {
  constructor(private readonly tokens: Pick<TokensStore, 'all' | 'remove' | 'setRoles'>) {}

  /**
   * Tokens that were made with this one, with one of those, and so on, whichever of them are still there; of a session those
   * that its person has made in any session.
   */
  async madeWith({ id, subject }: Named): Promise<Token[]> {
    const maker = subject ?? `token:${id}`;
    const found: Token[] = [];
    for await (const each of this.tokens.all()) if (each.makers?.includes(maker) === true) found.push(each);
    return found;
  }

  /** The last of them goes last: a removal that is broken off can be asked for again while that one is there. */
  async remove(tokens: readonly Named[]): Promise<void> {
    for (const { id } of tokens) await this.tokens.remove(id);
  }

  /** Takes every role in the tenant away; a token that has no other is removed. */
  async leaveTenant(tenant: string): Promise<void> {
    for await (const token of this.tokens.all()) {
      const left = token.roles.filter((grant) => grant.tenant !== tenant);
      if (left.length === token.roles.length) continue;
      if (left.length === 0) await this.tokens.remove(token.id);
      else await this.tokens.setRoles(token.id, left);
    }
  }
}
