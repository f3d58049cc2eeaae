/** The environment of the services: the one place that names it, parses it and reports its errors. */
import { MAX_SHARDS, MIN_SHARDS } from '../domain/limits.js';
import { isShardCount } from '../domain/shards.js';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, readFileSync } from 'node:fs';
import { hostname, tmpdir, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseSecretKeys } from '../crypto/secret-box.js';
import { LOG_LEVELS } from '../domain/operations.js';
import { isReadableAddress, MALFORMED, percentDecoded } from '../domain/percent-decoded.js';
import { messageOf } from '../errors/app-error.js';
import { nkeyText } from '../nats/connect-options.js';
import { DEFAULT_NAME_BOUNDS } from '../metrics/bounded-names.js';
import { mongoAddress } from '../mongo/mongo-address.js';
import { natsAddress } from '../nats/nats-address.js';

/** sysexits.h: the configuration is wrong. */
const EXIT_CONFIG = 78;
/** The largest value that JetStream allows. */
const MAX_STREAM_REPLICAS = 5;

/** Each name makes several series in every replica. */
const MAX_LABEL_VALUES = 1_000;
const labelBound = z.coerce.number().int().min(0).max(MAX_LABEL_VALUES);

const port = z.coerce.number().int().min(0).max(65_535);
/** The address of an interface of this machine. */
const address = z.union([z.ipv4(), z.ipv6(), z.literal('localhost')], 'must be an IP address, or localhost');
export const flag = z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1');
export const csv = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** A text that `parse` converts; an error that it throws becomes the problem. */
export const parsedBy = <T>(parse: (text: string) => T): z.ZodPipe<z.ZodString, z.ZodTransform<T, string>> =>
  z.string().transform((text, ctx): T => {
    try {
      return parse(text);
    } catch (error) {
      ctx.addIssue({ code: 'custom', message: messageOf(error) });
      return z.NEVER;
    }
  });

/** Without a slash at its end. */
export const webAddress = z
  .url({ protocol: /^https?$/, abort: true })
  .superRefine(isReadableAddress)
  .transform((text) => text.replace(/\/+$/, ''));

/** `name=value,name=value`, percent-encoded, as in OpenTelemetry. */
export const headerList = parsedBy((text) => {
  const entries = text.split(',').filter((part) => part.trim() !== '');
  const headers = entries.map((part): [string, string] => {
    const [name = '', ...value] = part.split('=');
    if (name.trim() === '' || value.length === 0) throw new Error('must be name=value,name=value');
    const plain = percentDecoded(value.join('=').trim());
    if (plain === null) throw new Error(`must not have a value ${MALFORMED}`);
    return [name.trim().toLowerCase(), plain];
  });
  // Throws where a name or a value cannot be sent; the error would show the value.
  if (!canBeSent(headers)) throw new Error('contains a header that cannot be sent');
  return Object.fromEntries(headers);
});

function canBeSent(headers: [string, string][]): boolean {
  try {
    return [...new Headers(headers)].length <= headers.length;
  } catch {
    return false;
  }
}

const secretKeys = parsedBy((text) => parseSecretKeys(text.startsWith('/') ? readFileSync(text, 'utf8').trim() : text));

/** The path of a file that can be read. */
export const readableFile = parsedBy((path) => {
  accessSync(path, constants.R_OK);
  return path;
}).optional();

/** Who makes backups: a schedule of `npm run backup`, whose absence is reported, or other means, which report for themselves. */
export const backupPlan = z.enum(['scheduled', 'elsewhere']).optional();
export type BackupPlan = NonNullable<z.output<typeof backupPlan>>;

const shardCount = z.coerce.number().refine(isShardCount, `must be a power of two from ${MIN_SHARDS} to ${MAX_SHARDS}`);

/** The environment that every service reads. Names and meanings: docs/env.md. */
export const commonEnv = z.object({
  MONGODB_URI: parsedBy(mongoAddress),
  NATS_URL: parsedBy(natsAddress),
  NATS_CREDS: z.string().optional(),
  NATS_NKEY: parsedBy(nkeyText).optional(),
  NATS_CA: readableFile,
  NATS_CERT: readableFile,
  NATS_KEY: readableFile,
  MONGODB_CA: readableFile,
  MONGODB_CERT: readableFile,
  MONGODB_KEY: readableFile,
  NATS_STORAGE: z.enum(['memory', 'file']).default('memory'),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(MAX_STREAM_REPLICAS).default(1),
  LISTEN_ADDRESS: address.default(() => everyAddress()),
  PORT: port.default(0),
  METRICS_ADDRESS: address.optional(),
  METRICS_PORT: port.default(0),
  SHARDS: shardCount.optional(),
  MIGRATE_AT_START: flag.default(true),
  METRICS_MAX_TENANTS: labelBound.default(DEFAULT_NAME_BOUNDS.maxTenants),
  METRICS_MAX_WORKERS: labelBound.default(DEFAULT_NAME_BOUNDS.maxWorkers),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  PATH_PREFIX: z
    .string()
    .default('')
    .transform((text) => text.replace(/\/+$/, ''))
    .refine((text) => text === '' || /^(\/[A-Za-z0-9._~-]+)+$/.test(text), 'must be a path such as /carillon'),
  PUBLIC_URL: webAddress.default('http://127.0.0.1:8080'),
  SECRET_KEYS: secretKeys,
  SPOOL_DIR: z.string().default(join(tmpdir(), 'carillon-spool')),
  DIAGNOSIS_DIR: z.string().default(join(tmpdir(), 'carillon-diagnosis')),
});

const MONGODB_TLS = ['MONGODB_CA', 'MONGODB_CERT', 'MONGODB_KEY'] as const;

/** The lex scheduler's variables and their replacements. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  YL_CLOUDANT: 'MONGODB_URI',
  YL_CLOUDANT_DB: 'MONGODB_URI (its path names the database)',
  DB_JOBS: 'MONGODB_URI (the collection is called jobs)',
  DB_LOGS: 'MONGODB_URI (the collections are called runs and logs)',
  DB_WORKERS: 'MONGODB_URI (the collection is called workers)',
};

export interface Identity {
  /** Unique per process start, so that a restarted process is never taken for its predecessor. */
  readonly replica: string;
  readonly host: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;
export type Parsed<T> =
  | { readonly ok: true; readonly config: T & Identity; readonly notes: string[] }
  | { readonly ok: false; readonly problems: string[] };

/** Problems of variables that would leave a connection without the protection which other variables require. */
function tlsProblems(env: Environment): string[] {
  const isEncrypted = env['NATS_URL']?.startsWith('tls://') === true;
  const plain = isEncrypted ? [] : ['NATS_CA', 'NATS_CERT', 'NATS_KEY'].filter((name) => env[name] !== undefined);
  const isPlainMongo = /[?&](tls|ssl)=false/.test(env['MONGODB_URI'] ?? '');
  const plainMongo = MONGODB_TLS.filter((name) => isPlainMongo && env[name] !== undefined);
  const halves = ['NATS', 'MONGODB'].filter(
    (server) => (env[`${server}_CERT`] === undefined) !== (env[`${server}_KEY`] === undefined),
  );
  return [
    ...plain.map((name) => `${name}: has no effect while NATS_URL begins with nats:// instead of tls://`),
    ...plainMongo.map((name) => `${name}: has no effect while MONGODB_URI contains tls=false`),
    ...halves.map((server) => `${server}_CERT: must be given together with ${server}_KEY`),
  ];
}

const LINE_ENDS = /[\r\n]+$/;

/** Without line ends at the end of values: editors and `echo` write one into Secrets, whose values become variables as they are. */
export const withoutLineEnds = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value?.replace(LINE_ENDS, '')]));

/** Parses the environment; returns all problems together. */
export function parseConfig<S extends z.ZodObject>(
  service: string,
  schema: S,
  environment: Environment,
): Parsed<z.output<S>> {
  const env = withoutLineEnds(environment);
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map(
        (issue) =>
          `${issue.path.join('.')}: ${env[String(issue.path[0])] === undefined ? 'is required' : issue.message}`,
      ),
    };
  }
  const problems = tlsProblems(env);
  if (problems.length > 0) return { ok: false, problems };
  const identity: Identity = {
    replica: `${service}-${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`,
    host: hostname(),
  };
  const notes = Object.entries(SUCCESSORS)
    .filter(([name]) => env[name] !== undefined)
    .map(([name, successor]) => `${name} is no longer used; use ${successor} instead`);
  return { ok: true, config: { ...parsed.data, ...identity }, notes };
}

/** Parses the process's environment; on problems prints them all and exits with 78. */
export function loadConfig<S extends z.ZodObject>(service: string, schema: S): z.output<S> & Identity {
  const parsed = parseConfig(service, schema, process.env);
  if (!parsed.ok) {
    process.stderr.write(
      `${service}: the environment is not valid:\n${parsed.problems.map((line) => `  ${line}\n`).join('')}`,
    );
    process.exit(EXIT_CONFIG);
  }
  for (const note of parsed.notes) process.stderr.write(`${service}: ${note}\n`);
  return parsed.config;
}

/**
 * The address to listen on for clients of IPv6 and of IPv4: a server on `::` takes both. Where the kernel has no IPv6 it cannot be opened,
 * and no interface has an address of it.
 */
export function everyAddress(interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()): string {
  const families = Object.values(interfaces).flatMap((addresses = []) => addresses.map(({ family }) => family));
  return families.includes('IPv6') ? '::' : '0.0.0.0';
}
