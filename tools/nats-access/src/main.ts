/** `npm run nats-access`: see docs/operations.md, "Who may speak over NATS". */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVICES } from '#common/domain/service-name.js';
import { serverConfig, type ServerFiles } from './server-config.js';
import { loadServiceKeys } from './service-keys.js';

const USAGE = `usage: npm run nats-access -- --out DIR [options]
  Writes DIR/nats.conf for the NATS server, and for each service DIR/<service>.nk, the seed of its key for NATS_NKEY, also as
  an environment file: DIR/<service>.env.
  With it the server lets each service send and receive only the messages that it needs. Existing keys are kept; nats.conf is written anew:
  repeat this with every release, and reload the server (nats-server --signal reload).
  --store-dir DIR   where the server keeps JetStream's files (default: /data)
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
  readonly files: ServerFiles;
}

function readArguments(): Wanted | null {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      out: text,
      'store-dir': { type: 'string', default: '/data' },
      'tls-cert': text,
      'tls-key': text,
      'tls-ca': text,
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const { out, 'store-dir': storeDir, 'tls-cert': cert, 'tls-key': key, 'tls-ca': ca } = values;
  if (out === undefined) throw new Error('--out is required');
  if ((cert === undefined) !== (key === undefined)) throw new Error('--tls-cert and --tls-key must be given together');
  if (cert === undefined || key === undefined) {
    if (ca !== undefined) throw new Error('--tls-ca needs --tls-cert and --tls-key');
    return { out: resolve(out), files: { storeDir } };
  }
  return { out: resolve(out), files: { storeDir, tls: { cert, key, ca } } };
}

function write({ out, files }: Wanted): void {
  const keys = loadServiceKeys(out);
  const config = join(out, 'nats.conf');
  writeFileSync(config, serverConfig(keys.publicKeys, files));
  process.stdout.write(`${config}\n${SERVICES.map((service) => `${keys.files[service]}\n`).join('')}`);
}

try {
  const wanted = readArguments();
  if (wanted) write(wanted);
  else process.stdout.write(`${USAGE}\n`);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
