/** The parsed `NATS_URL`: the servers of one cluster, and our credentials. */
import { MALFORMED, percentDecoded } from '../domain/percent-decoded.js';

export interface NatsAddress {
  /** `host:port` of each server, in the order written. */
  readonly servers: readonly string[];
  /** True for `tls://`: a server that offers no TLS is refused. */
  readonly isEncrypted: boolean;
  readonly login: NatsLogin;
}

export type NatsLogin =
  | { readonly kind: 'none' }
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string };

const DEFAULT_PORT = '4222';
const SCHEME = /^(nats|tls):\/\//;

/**
 * Reads `nats://user:password@host:4222`, `nats://token@host` or `tls://…`, or several of them with commas between them, all with
 * the same scheme and the same credentials: the client has one set of them for all servers. Characters with a special meaning in
 * an address are percent-encoded in user, password and token. Throws an Error whose message names no part of the credentials.
 */
export function natsAddress(text: string): NatsAddress {
  const entries = text.split(',').map((entry) => addressOf(entry.trim()));
  const [first] = entries;
  if (first === undefined) throw new Error('must not be empty');
  for (const { isEncrypted, login } of entries) {
    if (isEncrypted !== first.isEncrypted) throw new Error('must not mix nats:// and tls://');
    if (JSON.stringify(login) !== JSON.stringify(first.login)) {
      throw new Error('must have the same user and password, or the same token, for every server of the list');
    }
  }
  return { ...first, servers: [...new Set(entries.flatMap(({ servers }) => servers))] };
}

function addressOf(text: string): NatsAddress {
  const [, scheme] = SCHEME.exec(text) ?? [];
  if (scheme === undefined) throw new Error('must begin with nats:// or tls://, in every server of a list');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.hostname === '')
    throw new Error('must be nats://host:port; special characters in user and password must be percent-encoded');
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
    throw new Error('must end after the port; special characters in user and password must be percent-encoded');
  }
  return {
    servers: [`${url.hostname}:${url.port || DEFAULT_PORT}`],
    isEncrypted: scheme === 'tls',
    login: loginOf(decoded(url.username), decoded(url.password), /:[^@/]*@/.test(text.replace(SCHEME, ''))),
  };
}

function loginOf(user: string, password: string, hasPassword: boolean): NatsLogin {
  if (user === '' && !hasPassword) return { kind: 'none' };
  return hasPassword ? { kind: 'password', user, password } : { kind: 'token', token: user };
}

function decoded(text: string): string {
  const plain = percentDecoded(text);
  if (plain === null) throw new Error(`must not have a user, password or token ${MALFORMED}`);
  return plain;
}
