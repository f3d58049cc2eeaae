import type { Token } from '#common/spec/definitions.js';
import { DEFAULT_TOKEN_AGE_MS } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { TokensStore } from '#common/mongo/tokens.store.js';
import { isAdmin, mayGrant, type Caller } from '../access/core/access.js';
import { notFound } from '../access/require-access.js';
import { makeToken } from '../access/token-text.js';
import { invalidField } from '../http/problem.js';
import { sortableId } from '../http/derived-id.js';
import { placeFrom, showPage } from '../http/page.js';
import { Serves, type Handlers } from '../http/serves.js';
import { tokenRoutes as routes, toTokenView } from './token.routes.js';
import { TokenMaking, TokenRemoval } from './token-making.js';

@Serves(routes)
export class TokenController {
  constructor(
    private readonly tokens: TokensStore,
    private readonly making: TokenMaking,
    private readonly removal: TokenRemoval,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    whoAmI: async ({ caller }) => {
      const { subject, name, roles } = caller;
      return Promise.resolve({ body: { subject, name, roles: roles.map((grant) => ({ ...grant })) } });
    },

    listTokens: async ({ caller, query }) => {
      const place = placeFrom(query.cursor, { after: 's' });
      const page = await this.tokens.list((token) => mayManage(caller, token), place?.after ?? null, query.limit);
      return { body: showPage(page, toTokenView, (token) => [token.id]) };
    },

    createToken: async ({ caller, body, mutation }) => {
      const refused = body.roles.find((grant) => !mayGrant(caller, grant));
      if (refused) throw new AppError('FORBIDDEN', `you cannot grant ${refused.role} in the tenant ${refused.tenant}`);
      const expiresAt = expiryOf(caller, body.expiresAt, mutation.askedAt);
      if (expiresAt !== null && expiresAt <= mutation.askedAt) throw invalidField('expiresAt', 'lies in the past');
      await this.making.requireRoom(body.roles);
      // A repeat that finds no stored answer makes a new secret, so it needs an id of its own.
      const id = sortableId(`${mutation.seed}/${makeToken('').hash}`, 'token', mutation.askedAt);
      const { text, hash } = makeToken(id);
      const granted = body.roles.map(({ tenant, role }) => `${role} in ${tenant}`).join(', ');
      const token: Token = {
        id,
        name: body.name,
        hash,
        roles: body.roles,
        createdAt: mutation.askedAt,
        createdBy: caller.name,
        makers: await this.making.makersOf(caller),
        expiresAt,
      };
      await mutation.record({
        tenant: commonTenant(token),
        object: `token/${id}`,
        detail: `named ${body.name}, with ${granted}`,
      });
      await this.making.insert(token);
      return { body: { ...toTokenView(token), token: text }, location: `/tokens/${id}` };
    },

    deleteToken: async ({ caller, params, query, mutation }) => {
      const token = await this.tokens.load(params.id);
      if (!token || !mayManage(caller, token)) throw notFound(`token ${params.id}`);
      const descendants = query.withMade === true ? await this.madeWith(caller, token) : [];
      const detail = descendants.length > 0 ? { detail: `with ${descendants.length} that it made` } : {};
      await mutation.record({ tenant: commonTenant(token), object: `token/${token.id}`, ...detail });
      await this.removal.remove([...descendants, token]);
      // Other tokens may have been made meanwhile. From here on a request that makes a token finds its maker gone.
      if (query.withMade === true) await this.removal.remove(await this.madeWith(caller, token));
      return { body: null };
    },
  };

  private async madeWith(caller: Caller, token: Token): Promise<readonly Token[]> {
    return (await this.removal.madeWith(token)).filter((each) => mayManage(caller, each));
  }
}

/** Tokens expire: after a default time unless their maker sets another; only an admin can make a token that never expires. */
function expiryOf(caller: Caller, expiresAt: string | null | undefined, now: number): number | null {
  if (expiresAt === undefined) return now + DEFAULT_TOKEN_AGE_MS;
  if (expiresAt !== null) return Date.parse(expiresAt);
  if (!isAdmin(caller)) throw new AppError('FORBIDDEN', 'only admins may create tokens that never expire');
  return null;
}

/** A caller who could have made the token may see and remove it. */
const mayManage = (caller: Caller, token: Token): boolean => token.roles.every((grant) => mayGrant(caller, grant));

function commonTenant({ roles }: Token): string | null {
  const [first] = roles;
  return first && roles.every((grant) => grant.tenant === first.tenant) ? first.tenant : null;
}
