/** Access tokens; only hashes of their secrets. Written by the api alone. */
import type { Token } from '../spec/definitions.js';
import { EXPIRED_TOKEN_KEPT_MS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import { BatchedReads } from './batched-operations.js';
import { scanPage, type Page } from '../runtime/paged-scan.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, keyAfter, isFirst } from './document.js';

const TOKENS_PER_READ = 500;

interface TokenDocument extends Omit<Token, 'id'>, StoredDocument {
  /** When it is removed: a session when it expires, since nobody manages sessions; other tokens are listed for longer. */
  readonly expireAt?: Date;
}

export class TokensStore {
  private readonly tokens;
  private readonly reads;

  constructor(mongo: Mongo) {
    this.tokens = mongo.collection<TokenDocument>('tokens');
    this.reads = new BatchedReads(this.tokens);
  }

  /** False: a token of this id exists. */
  async insert({ id, ...rest }: Token): Promise<boolean> {
    const { subject, expiresAt } = rest;
    const shownMs = subject === undefined ? EXPIRED_TOKEN_KEPT_MS : 0;
    const removal = expiresAt === null ? {} : { expireAt: new Date(expiresAt + shownMs) };
    return isFirst(this.tokens.insertOne({ _id: id, ...rest, ...removal }));
  }

  async load(id: string): Promise<Token | null> {
    const document = await this.reads.get(id);
    return document && fromDocument(document);
  }

  async list(keep: (token: Token) => boolean, after: string | null, limit: number): Promise<Page<Token>> {
    const read = async (last: Token | null, size: number): Promise<Token[]> => {
      const from = last?.id ?? after;
      return this.tokens
        .find(keyAfter(from), { sort: { _id: 1 }, limit: size })
        .map(fromDocument)
        .toArray();
    };
    return scanPage(read, keep, limit);
  }

  /** Tokens with a role in the tenant, without sessions, counted up to `most`. */
  async countIn(tenant: string, most: number): Promise<number> {
    return this.tokens.countDocuments({ 'roles.tenant': tenant, subject: { $exists: false } }, { limit: most });
  }

  /** Every token, in no particular order. */
  async *all(): AsyncGenerator<Token, void, undefined> {
    for (let after: string | null = null; ;) {
      const page: Page<Token> = await this.list(() => true, after, TOKENS_PER_READ);
      yield* page.items;
      if (page.lastSeen === null) return;
      after = page.lastSeen.id;
    }
  }

  async setRoles(id: string, roles: Token['roles']): Promise<void> {
    await this.tokens.updateOne({ _id: id }, { $set: { roles } });
  }

  async noteUse(id: string, at: Instant): Promise<void> {
    await this.tokens.updateOne({ _id: id }, { $max: { lastUsedAt: at } });
  }

  async remove(id: string): Promise<void> {
    await this.tokens.deleteOne({ _id: id });
  }
}

const fromDocument = ({ _id, expireAt: _e, ...rest }: TokenDocument): Token => ({ id: _id, ...rest });
