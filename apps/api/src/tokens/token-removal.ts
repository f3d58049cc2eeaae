import type { Token } from '#common/spec/definitions.js';
import type { TokensStore } from '#common/mongo/tokens.store.js';

type Named = Pick<Token, 'id' | 'subject'>;

/** Takes tokens away, with what hangs on them. Tokens are few: all of them are looked through. */
export class TokenRemoval {
  constructor(private readonly tokens: Pick<TokensStore, 'all' | 'remove' | 'setRoles'>) {}

  /** Tokens that were made with this one, with one of those, and so on; of a session those that its person has made in any session. */
  async madeWith(token: Named): Promise<Token[]> {
    const byMaker = new Map<string, Token[]>();
    for await (const each of this.tokens.all())
      if (each.madeBy != null) byMaker.set(each.madeBy, [...(byMaker.get(each.madeBy) ?? []), each]);
    const found: Token[] = [];
    for (const makers: Named[] = [token]; makers.length > 0;) {
      const maker = makers.pop();
      const made = (maker && byMaker.get(maker.subject ?? `token:${maker.id}`)) ?? [];
      found.push(...made);
      makers.push(...made);
    }
    return found;
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
