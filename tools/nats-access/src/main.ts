/** `npm run nats-access`: see docs/installation.md, "The NATS servers". */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVICES } from '#common/domain/service-name.js';
import { serverConfig, type ServerFiles } from './server-config.js';
import { loadClusterSecrets, loadServiceKeys, OWNER_ONLY } from './service-keys.js';

const USAGE = `usage: npm run nats-access -- --out DIR [options]
  Writes DIR/nats.conf for the NATS server, and for each service DIR/<service>.nk, the seed of its key for NATS_NKEY, also as
  an environment file: DIR/<service>.env.
  With it the server lets each service send and receive only the messages that it needs. Existing keys are kept; nats.conf is written anew:
  repeat this with every release, and reload the server (nats-server --signal reload).
  --store-dir DIR   where the server keeps JetStream's files (default: /data)
  --cluster HOSTS   three or five servers with one configuration, as they find each other: nats-0.nats,nats-1.nats,nats-2.nats. Each is started with
                    its name in NATS_SERVER_NAME. Also writes DIR/operator.nk, the key of an operator, and DIR/cluster-password
  --monitor ADDRESS where the server answers at its monitoring port (default: 127.0.0.1, its own machine only)
  --tls-cert FILE   the server's certificate, as the server finds it; given together with
  --tls-key FILE    the key of the certificate; NATS_URL must then begin with tls://
  --tls-ca FILE     the authority that has to sign the certificates of clients (NATS_CERT, NATS_KEY)
Exit code: 0 success, 64 wrong call.`;
const EXIT_USAGE = 64;

function fail(problem: string): never {
  process.stderr.write(`${problem}\n${USAGE}\n`);
  process.exit(EXIT_USAGE);
}

interface Wanted {
  readonly out: string;
  /** Absent: a single server. */
  readonly hosts?: readonly string[] | undefined;
  readonly files: Omit<ServerFiles, 'cluster'>;
}

/** Fewer can elect no leader once one is lost, and an even number survives no more losses than one less. */
const CLUSTER_SIZES = [3, 5];
const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;

function hostsOf(text: string): string[] {
  const hosts = text.split(',').map((host) => host.trim());
  const wrong = hosts.find((host) => !HOST.test(host));
  if (wrong !== undefined) throw new Error(`--cluster: ${wrong === '' ? 'a host is empty' : `${wrong} is no host`}`);
  if (new Set(hosts).size !== hosts.length) throw new Error('--cluster names a host twice');
  if (!CLUSTER_SIZES.includes(hosts.length)) throw new Error('--cluster needs three or five hosts');
  return hosts;
}

function readArguments(): Wanted | null {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      out: text,
      'store-dir': { type: 'string', default: '/data' },
      cluster: text,
      monitor: { type: 'string', default: '127.0.0.1' },
      'tls-cert': text,
      'tls-key': text,
      'tls-ca': text,
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const { out, 'store-dir': storeDir, monitor, 'tls-cert': cert, 'tls-key': key, 'tls-ca': ca } = values;
  if (out === undefined) throw new Error('--out is required');
  if ((cert === undefined) !== (key === undefined)) throw new Error('--tls-cert and --tls-key must be given together');
  if (cert === undefined && ca !== undefined) throw new Error('--tls-ca needs --tls-cert and --tls-key');
  const tls = cert === undefined || key === undefined ? undefined : { cert, key, ca };
  const hosts = values.cluster === undefined ? undefined : hostsOf(values.cluster);
  return { out: resolve(out), hosts, files: { storeDir, monitor, tls } };
}

function write({ out, hosts, files }: Wanted): void {
  const keys = loadServiceKeys(out);
  const config = join(out, 'nats.conf');
  const cluster = hosts && { hosts, ...loadClusterSecrets(out) };
  // The file of a single server holds no secret, and may be there.
  if (cluster && existsSync(config)) chmodSync(config, OWNER_ONLY);
  writeFileSync(config, serverConfig(keys.publicKeys, { ...files, cluster }), cluster && { mode: OWNER_ONLY });
  process.stdout.write(`${config}\n${SERVICES.map((service) => `${keys.files[service]}\n`).join('')}`);
}

try {
  const wanted = readArguments();
  if (wanted) write(wanted);
  else process.stdout.write(`${USAGE}\n`);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
