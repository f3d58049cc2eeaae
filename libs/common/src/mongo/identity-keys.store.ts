/**
 * The public keys of identity tokens, each until its last token has expired: so a key that `SECRET_KEYS` no longer holds is still
 * published. They lie beside the census of keys. Written by whoever signs.
 */
import type { PublicJwk } from '../crypto/identity-key.js';
import type { SecretBox } from '../crypto/secret-box.js';
import type { Instant } from '../run/run.js';
import { isFirst, type StoredDocument } from './document.js';
import type { Mongo } from './mongo.js';

interface IdentityKeyDocument extends StoredDocument {
  readonly jwk: PublicJwk;
  readonly until: Instant;
  /** Made by each of the keys of the signer: whoever can only write documents cannot have a key published. */
  readonly tags: readonly string[];
}

const PREFIX = 'identity/';
const ALL = { _id: { $gte: PREFIX, $lt: 'identity0' } };
/** More than anybody rotates within the life of tokens. */
const MAX_PUBLISHED = 100;

const textOf = (jwk: PublicJwk, until: Instant): string => JSON.stringify(['identity', jwk.kid, jwk.x, jwk.y, until]);

export class IdentityKeysStore {
  private readonly keys;

  constructor(
    mongo: Mongo,
    private readonly box: Pick<SecretBox, 'tags'>,
  ) {
    this.keys = mongo.collection<IdentityKeyDocument>('secretKeys');
  }

  /** The key is published until then, at least. */
  async keep(jwk: PublicJwk, until: Instant, now: Instant): Promise<void> {
    await this.keys.deleteMany({ ...ALL, until: { $lt: now } });
    const $set = { jwk, until, tags: this.box.tags(textOf(jwk, until)) };
    // A document that is kept for longer makes the insertion fail: it is left as it is.
    await isFirst(
      this.keys.updateOne({ _id: `${PREFIX}${jwk.kid}`, until: { $lt: until } }, { $set }, { upsert: true }),
    );
  }

  /** Only keys that a service with one of our `SECRET_KEYS` has stored. */
  async published(now: Instant): Promise<PublicJwk[]> {
    const stored = await this.keys.find(ALL, { limit: MAX_PUBLISHED }).toArray();
    return stored
      .filter(
        ({ jwk, until, tags }) => until > now && this.box.tags(textOf(jwk, until)).some((tag) => tags.includes(tag)),
      )
      .map(({ jwk }) => jwk);
  }
}
