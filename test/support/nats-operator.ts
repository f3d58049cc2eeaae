/** The decentralised accounts of a NATS server: an operator, an account of our services, and credentials files that end. */
import { createHash } from 'node:crypto';
import { nkeys } from '@nats-io/transport-node';

type KeyPair = ReturnType<typeof nkeys.createUser>;

export interface NatsOperator {
  /** The part of the server's configuration that trusts this operator. */
  readonly config: string;
  /** The text of a credentials file that is valid for so many seconds. */
  credentials(seconds: number): string;
}

const seconds = (): number => Math.floor(Date.now() / 1_000);
const base64url = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url');

interface Claims {
  readonly type: 'operator' | 'account' | 'user';
  readonly version: 2;
  readonly exp?: number;
  readonly [claim: string]: unknown;
}

/** A token as the server reads it: signed by an nkey, identified by the hash of what it claims. */
function token(signer: KeyPair, subject: string, { exp, ...nats }: Claims): string {
  const claims = { iss: signer.getPublicKey(), sub: subject, iat: seconds(), name: nats.type, exp, nats };
  const jti = createHash('sha256').update(JSON.stringify(claims)).digest('hex').toUpperCase();
  const signed = [
    { typ: 'JWT', alg: 'ed25519-nkey' },
    { ...claims, jti },
  ].map((part) => base64url(JSON.stringify(part)));
  return [...signed, base64url(signer.sign(new TextEncoder().encode(signed.join('.'))))].join('.');
}

const UNLIMITED = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };

export function natsOperator(): NatsOperator {
  const operator = nkeys.createOperator();
  const system = nkeys.createAccount();
  const account = nkeys.createAccount();
  const limits = { ...UNLIMITED, mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const signed = (key: KeyPair, claims: Claims): string => token(operator, key.getPublicKey(), claims);
  const config = [
    `operator: ${signed(operator, { type: 'operator', version: 2 })}`,
    `system_account: ${system.getPublicKey()}`,
    'resolver: MEMORY',
    'resolver_preload: {',
    `  ${system.getPublicKey()}: ${signed(system, { type: 'account', version: 2, limits: UNLIMITED })}`,
    `  ${account.getPublicKey()}: ${signed(account, { type: 'account', version: 2, limits })}`,
    '}',
  ];
  return {
    config: config.join('\n'),
    credentials: (lifetime) => {
      const user = nkeys.createUser();
      const claims: Claims = { type: 'user', version: 2, subs: -1, data: -1, payload: -1, exp: seconds() + lifetime };
      const seed = new TextDecoder().decode(user.getSeed());
      return [
        '-----BEGIN NATS USER JWT-----',
        token(account, user.getPublicKey(), claims),
        '------END NATS USER JWT------',
        '',
        '-----BEGIN USER NKEY SEED-----',
        seed,
        '------END USER NKEY SEED------',
        '',
      ].join('\n');
    },
  };
}
