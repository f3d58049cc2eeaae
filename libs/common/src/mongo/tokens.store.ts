/** Access tokens; only hashes of their secrets. Written by the api alone. */
import type { Token } from '../domain/definitions.js';
import { isDuplicateKey } from './duplicate-key.js';
import { GroupedReads } from './grouped-reads.js';
import { scanPage, type Page } from './keyset-scan.js';
import type { DocumentCollection, Mongo, StoredDocument } from './mongo.js';

interface TokenDocument extends Omit<Token, 'id'>, StoredDocument {
  /** When a session is forgotten: nobody looks after those as after other tokens. */
  readonly expireAt?: Date;
}

export class TokensStore {
  private readonly tokens: DocumentCollection<TokenDocument>;
  private readonly reads: GroupedReads<TokenDocument>;

  constructor(mongo: Mongo) {
    this.tokens = mongo.collection<TokenDocument>('tokens');
    this.reads = new GroupedReads(this.tokens);
  }

  /** False: a token of this id exists. */
  async insert({ id, ...rest }: Token): Promise<boolean> {
    try {
      const { subject, expiresAt } = rest;
      const forgotten = subject === undefined || expiresAt === null ? {} : { expireAt: new Date(expiresAt) };
      await this.tokens.insertOne({ _id: id, ...rest, ...forgotten });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async load(id: string): Promise<Token | null> {
    const document = await this.reads.get(id);
    return document && fromDocument(document);
  }

  async list(keep: (token: Token) => boolean, after: string | null, limit: number): Promise<Page<Token>> {
    const read = async (last: Token | null, size: number): Promise<Token[]> => {
      const from = last?.id ?? after;
      const filter = from === null ? {} : { _id: { $gt: from } };
      return (await this.tokens.find(filter, { sort: { _id: 1 }, limit: size }).toArray()).map(fromDocument);
    };
    return scanPage(read, keep, limit);
  }

  async remove(id: string): Promise<void> {
    await this.tokens.deleteOne({ _id: id });
  }
}

const fromDocument = ({ _id, expireAt: _e, ...rest }: TokenDocument): Token => ({ id: _id, ...rest });
