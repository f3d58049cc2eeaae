/** The configuration of a NATS server that knows Carillon's services by their keys and lets each say only what it has to say. */
import { NATS_HANDSHAKE_SECONDS } from '#common/domain/limits.js';
import { permissionsOf } from '#common/spec/permissions.js';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';

/** A service answers a question within this time, or not at all. */
const ANSWER_WITHIN = '60s';

export type PublicKeys = Readonly<Record<ServiceName, string>>;

/** Paths as the server finds them. */
export interface ServerFiles {
  /** Where JetStream keeps what it has to. */
  readonly storeDir: string;
  /** Without it connections are not encrypted. With `ca`, clients have to show a certificate from it. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string | undefined } | undefined;
}

/** The whole file. */
export function serverConfig(keys: PublicKeys, { storeDir, tls }: ServerFiles): string {
  return [
    '# Written by "npm run nats-access": do not edit, write it anew with every release. It holds no secret.',
    'port: 4222',
    '# What the server tells of itself: to this machine only.',
    'http: "127.0.0.1:8222"',
    `jetstream { store_dir: ${quoted(storeDir)} }`,
    ...(tls ? tlsLines(tls) : []),
    'authorization {',
    `  timeout: ${NATS_HANDSHAKE_SECONDS}`,
    '  users: [',
    ...userEntries(keys).map((entry) => `    ${entry}`),
    '  ]',
    '}',
    '',
  ].join('\n');
}

/** An entry of `authorization.users` for each service. */
export const userEntries = (keys: PublicKeys): string[] => SERVICES.map((service) => userEntry(service, keys[service]));

function userEntry(service: ServiceName, publicKey: string): string {
  const { publish, subscribe, answers } = permissionsOf(service);
  const rights = [
    `publish: { allow: ${listOf(publish)} }`,
    `subscribe: { allow: ${listOf(subscribe)} }`,
    ...(answers ? [`allow_responses: { max: 1, expires: ${quoted(ANSWER_WITHIN)} }`] : []),
  ];
  return `{ nkey: ${publicKey}, permissions: { ${rights.join(', ')} } } # ${service}`;
}

function tlsLines({ cert, key, ca }: NonNullable<ServerFiles['tls']>): string[] {
  return [
    'tls {',
    `  timeout: ${NATS_HANDSHAKE_SECONDS}`,
    `  cert_file: ${quoted(cert)}`,
    `  key_file: ${quoted(key)}`,
    ...(ca === undefined ? [] : [`  ca_file: ${quoted(ca)}`, '  verify: true']),
    '}',
  ];
}

const listOf = (patterns: readonly string[]): string => `[${patterns.map(quoted).join(', ')}]`;
const quoted = (text: string): string => JSON.stringify(text);
