/**
 * Encrypts secrets at rest (AES-256-GCM) and signs callback tokens. Keys come from `SECRET_KEYS`: the first one encrypts, all of
 * them decrypt. A key is rotated in two steps: first behind the others in all services, then in front (docs/operations.md).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { keyIdOf } from '../domain/sealed-text.js';
import { AppError } from '../errors/app-error.js';
import { identityKeyOf, type IdentityKey } from './identity-key.js';

const VERSION = 'v1';
const IV_BYTES = 12;
const KEY_BYTES = 32;
/** 128 bits. */
const TAG_HEX_DIGITS = 32;

export interface SecretKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Parses `id:base64key,id:base64key…`; throws an Error that names the problem, without the key. */
export function parseSecretKeys(text: string): SecretKey[] {
  const keys = text.split(',').map((part, position) => {
    const [id, encoded, ...rest] = part.trim().split(':');
    if (!id || !encoded || rest.length > 0 || !/^[A-Za-z0-9_-]{1,32}$/.test(id)) {
      throw new Error(`key ${position + 1} must have the form id:base64`);
    }
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== KEY_BYTES)
      throw new Error(`key "${id}" must be ${KEY_BYTES} bytes in base64, it has ${key.length}`);
    return { id, key };
  });
  const twice = keys.find(({ id }, position) => keys.findIndex((each) => each.id === id) < position);
  if (twice) throw new Error(`the id "${twice.id}" occurs twice, but an encrypted value names its key by the id alone`);
  return keys;
}

/** An encrypted value that cannot be opened. Its message names the value, as far as known, and its key, but never the content. */
export class UnreadableSecret extends AppError {
  constructor(
    readonly reason: 'SecretKeyMissing' | 'SecretDamaged',
    readonly keyId: string,
    options: { readonly what?: string; readonly cause?: unknown } = {},
  ) {
    const why =
      reason === 'SecretKeyMissing'
        ? `is sealed with the key "${keyId}", which SECRET_KEYS does not hold`
        : `was changed, or sealed with another key of the name "${keyId}"`;
    super('CONFLICT', `${options.what ?? 'a secret'} cannot be read: it ${why}`, { cause: options.cause });
  }

  /** The same error with the name by which people know the value. */
  of(what: string): UnreadableSecret {
    return new UnreadableSecret(this.reason, this.keyId, { what, cause: this.cause });
  }
}

/** Returns the result of `open`; an UnreadableSecret that it throws gets the name of the value. */
export function opening<T>(what: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof UnreadableSecret ? error.of(what) : error;
  }
}

/** Returns the result of `open`; null, reported to `note`, where it is a secret that cannot be opened. */
export function readable<T>(open: () => T, note?: (secret: UnreadableSecret) => void): T | null {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    note?.(error);
    return null;
  }
}

export class SecretBox {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  /** Derived once, because every attempt has a token. */
  private readonly tokenKeys: readonly [KeyObject, ...KeyObject[]];
  private readonly tagKeys: readonly [KeyObject, ...KeyObject[]];
  /** The keys of identity tokens: the first one signs, those of the others may have signed. */
  readonly identityKeys: readonly [IdentityKey, ...IdentityKey[]];
  private readonly current: { readonly id: string; readonly key: KeyObject };

  constructor(
    keys: readonly SecretKey[],
    /** Called for every value that cannot be opened. */
    private readonly onUnreadable: (secret: UnreadableSecret) => void = () => undefined,
  ) {
    const [current] = keys;
    if (!current) throw new Error('at least one secret key is required');
    this.keys = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
    this.current = { id: current.id, key: createSecretKey(current.key) };
    const former = keys.slice(1);
    this.tokenKeys = [tokenKeyOf(current), ...former.map(tokenKeyOf)];
    this.tagKeys = [tagKeyOf(current), ...former.map(tagKeyOf)];
    this.identityKeys = [identityKeyOf(current.key), ...former.map(({ key }) => identityKeyOf(key))];
  }

  /** Encrypts a text: `v1.<key id>.<iv>.<tag>.<data>`, base64url. */
  seal(plain: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.key, iv);
    const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return [
      VERSION,
      this.current.id,
      ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url')),
    ].join('.');
  }

  /** Decrypts an encrypted text. Throws UnreadableSecret when its key is missing or it was tampered with. */
  open(sealed: string): string {
    const [version, keyId = '', iv, tag, data] = sealed.split('.');
    if (version !== VERSION || iv === undefined || tag === undefined || data === undefined)
      throw this.unreadable('SecretDamaged', keyId);
    const key = this.keys.get(keyId);
    if (!key) throw this.unreadable('SecretKeyMissing', keyId);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
    } catch (cause) {
      throw this.unreadable('SecretDamaged', keyId, cause);
    }
  }

  /** The same value encrypted with the present key; a value that already is is returned unchanged. Throws like `open`. */
  reseal(sealed: string): string {
    return keyIdOf(sealed) === this.current.id ? sealed : this.seal(this.open(sealed));
  }

  /** The id of the key that encrypts. */
  get sealingKey(): string {
    return this.current.id;
  }

  /** The ids of all keys. */
  get keyIds(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** The bearer token of an attempt's callbacks; derived, so nothing is stored. */
  callbackToken(attempt: string): string {
    return sign(this.tokenKeys[0], attempt).toString('base64url');
  }

  /** Every token that the attempt may have been given, whichever key was first when it started. */
  callbackTokens(attempt: string): string[] {
    return this.tokenKeys.map((key) => sign(key, attempt).toString('base64url'));
  }

  /** True for a token made by any of the keys for just this attempt; takes the same time for every wrong token. */
  verifyCallbackToken(attempt: string, token: string): boolean {
    const bytes = Buffer.from(token, 'base64url');
    return this.tokenKeys.some((key) => {
      const expected = sign(key, attempt);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
  }

  /** 32 hexadecimal digits that cannot be derived from the text without a key: by the present key, then by the others. */
  tags(text: string): readonly [string, ...string[]] {
    const tagOf = (key: KeyObject): string => sign(key, text).toString('hex').slice(0, TAG_HEX_DIGITS);
    const [present, ...former] = this.tagKeys;
    return [tagOf(present), ...former.map(tagOf)];
  }

  private unreadable(reason: UnreadableSecret['reason'], keyId: string, cause?: unknown): UnreadableSecret {
    const secret = new UnreadableSecret(reason, keyId, { cause });
    this.onUnreadable(secret);
    return secret;
  }
}

const derivedKey = ({ key }: SecretKey, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES)));
const tokenKeyOf = (key: SecretKey): KeyObject => derivedKey(key, 'carillon callback token');
const tagKeyOf = (key: SecretKey): KeyObject => derivedKey(key, 'carillon object name');
const sign = (key: KeyObject, attempt: string): Buffer => createHmac('sha256', key).update(attempt).digest();
