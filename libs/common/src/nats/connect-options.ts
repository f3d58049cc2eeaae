/** Options of the NATS client: our identity, and the verification of the server's. */
import {
  credsAuthenticator,
  nkeyAuthenticator,
  nkeys,
  type Authenticator,
  type ConnectionOptions,
} from '@nats-io/transport-node';
import type { TlsFiles } from '../config/renewed-context.js';
import { renewed, renewedFile, secretIn } from '../config/renewed-file.js';
import { messageOf } from '../errors/app-error.js';
import type { NatsAddress } from './nats-address.js';

/** Credentials besides those of the address; files are read at each connection, so they may be renewed. */
export interface NatsAccess {
  /** The path of a credentials file (JWT and seed). */
  readonly credsFile?: string | undefined;
  /** The seed of an nkey, `SU…`, or the path of a file with it: proves our identity without being sent. */
  readonly nkey?: string | undefined;
  readonly tls?: TlsFiles | undefined;
  /** The prefix of reply subjects; the server may close it to others. */
  readonly inboxPrefix?: string | undefined;
}

/** Throws where a file cannot be read. */
export function accessOptions(
  address: NatsAddress,
  { credsFile, nkey, tls = {}, inboxPrefix }: NatsAccess,
): ConnectionOptions {
  const { login, isEncrypted } = address;
  return {
    // The client refuses a server without TLS before it sends anything.
    ...(isEncrypted && {
      tls: {
        ...(tls.ca !== undefined && { caFile: tls.ca }),
        ...(tls.cert !== undefined && { certFile: tls.cert }),
        ...(tls.key !== undefined && { keyFile: tls.key }),
      },
    }),
    ...(inboxPrefix !== undefined && { inboxPrefix }),
    ...(login.kind === 'password' && { user: login.user, pass: login.password }),
    ...(login.kind === 'token' && { token: login.token }),
    ...(credsFile !== undefined && { authenticator: eachTime(renewedFile(credsFile, byCredentials)) }),
    ...(nkey !== undefined && { authenticator: eachTime(renewed(() => bySeed(nkeySeed(nkey)))) }),
  };
}

/** The client asks at each connection. If its authenticator throws, it closes the connection for good. */
const eachTime =
  (authenticator: () => Authenticator): Authenticator =>
  (nonce) =>
    authenticator()(nonce);

/** Throws where the text is no credentials file: its token and its seed are taken from one reading. */
function byCredentials(text: string): Authenticator {
  const authenticator = credsAuthenticator(new TextEncoder().encode(text));
  authenticator('');
  return authenticator;
}

const bySeed = (seed: string): Authenticator => nkeyAuthenticator(new TextEncoder().encode(seed));

/** Checks the text of `NATS_NKEY`, which is kept as it is: a file is read again at each connection. */
export function nkeyText(text: string): string {
  nkeySeed(text);
  return text;
}

/** Reads the seed of a user's nkey, or the path of a file with one. Throws an Error that does not reveal it. */
function nkeySeed(text: string): string {
  const seed = seedIn(text);
  try {
    if (nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey().startsWith('U')) return seed;
  } catch {
    // The cause would quote the seed.
  }
  throw new Error('must be the seed of a user key (SU…), or the path of a file with such a seed');
}

function seedIn(text: string): string {
  try {
    return secretIn(text).trim();
  } catch (cause) {
    throw new Error(`cannot be read: ${messageOf(cause)}`, { cause });
  }
}
