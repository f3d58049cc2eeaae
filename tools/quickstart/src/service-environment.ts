import type { ServiceName } from '#common/domain/service-name.js';
import { commonEnv } from '#common/config/service-config.js';
import type { Secrets } from './secrets.js';

/** Options of Node for a service, here and in the image: a small young generation of the heap. */
export const NODE_FLAGS = ['--max-semi-space-size=32'] as const;

/**
 * For the C library, here and in the image: freed memory is returned to the system. By default it keeps most of the memory
 * that thousands of connection buffers took at the peak.
 */
export const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const;

export interface Surroundings {
  readonly mongoUri: string;
  /** The URL, with the password of a user who may do everything if we run the server. */
  readonly natsUrl: string;
  /** The file with the seed of each service's own key, if the server uses keys. */
  readonly natsKeys?: Readonly<Record<ServiceName, string>>;
  readonly apiPort: number;
  /** The address of the api; everything else listens on this machine only. */
  readonly host?: string | undefined;
  /** The prefix of every path of the API and UI, such as `/carillon`; empty for none. */
  readonly pathPrefix: string;
  readonly metricsPorts: Readonly<Record<ServiceName, number>>;
  readonly secrets: Secrets;
  readonly spoolDir: string;
  /** The folder in which the process engine's workers run. */
  readonly workDir: string;
  /** True if only we can read the workers' programs: then workers run as our user. */
  readonly areWorkersOurs: boolean;
}

/** Whoever presses Ctrl-C waits no longer for calls under way. */
const CALL_DRAIN_SECONDS = 4;
const LOCALHOST = '127.0.0.1';
const originOf = (apiPort: number): string => `http://127.0.0.1:${apiPort}`;

/** The address of UI and API, without a slash at its end. */
export const addressOf = ({ apiPort, pathPrefix }: Pick<Surroundings, 'apiPort' | 'pathPrefix'>): string =>
  `${originOf(apiPort)}${pathPrefix}`;

/** The prefix in the form that the services read. Throws an Error that names its problem. */
export function pathPrefixOf(env: Readonly<Record<string, string | undefined>>): string {
  const parsed = commonEnv.shape.PATH_PREFIX.safeParse(env['PATH_PREFIX']);
  if (parsed.success) return parsed.data;
  throw new Error(`PATH_PREFIX: ${parsed.error.issues.map(({ message }) => message).join(', ')}`);
}

const DEFAULT_DATABASE = '/carillon';

/** The URI with the name of a database: ours, if it names none. */
export function withDatabase(mongoUri: string): string {
  // Not parsed as a URL, because a list of hosts is none.
  return mongoUri.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?(?=$|\?)/, `$1${DEFAULT_DATABASE}`);
}

/** The environment of one service in addition to ours: its configuration, and only the secrets that it needs. */
export function serviceEnvironment(service: ServiceName, around: Surroundings): Record<string, string> {
  const common = {
    MONGODB_URI: around.mongoUri,
    ...natsAccess(service, around),
    LISTEN_ADDRESS: LOCALHOST,
    METRICS_ADDRESS: LOCALHOST,
    METRICS_PORT: String(around.metricsPorts[service]),
    PUBLIC_URL: originOf(around.apiPort),
    PATH_PREFIX: around.pathPrefix,
    SECRET_KEYS: around.secrets.secretKeys,
    SPOOL_DIR: around.spoolDir,
    ENGINES: 'process,webservice',
    ...MALLOC,
  };
  switch (service) {
    case 'api':
      return {
        ...common,
        LISTEN_ADDRESS: around.host ?? LOCALHOST,
        PORT: String(around.apiPort),
        BOOTSTRAP_TOKEN: around.secrets.adminToken,
      };
    case 'executor':
      return {
        ...common,
        PROCESS_WORKDIR: around.workDir,
        ...(around.areWorkersOurs && { PROCESS_UIDS: 'own' }),
        WEBSERVICE_ALLOW: 'public,127.0.0.0/8',
        CALL_DRAIN_SECONDS: String(CALL_DRAIN_SECONDS),
      };
    case 'log-collector':
    case 'scheduler':
      return common;
  }
}

/** If the server identifies the services by keys, none of them gets the password. */
function natsAccess(service: ServiceName, { natsUrl, natsKeys }: Surroundings): Record<string, string> {
  if (!natsKeys) return { NATS_URL: natsUrl };
  return { NATS_URL: natsUrl.replace(/:\/\/[^@/]*@/, '://'), NATS_NKEY: natsKeys[service] };
}

/** Variables of our own environment for one service only: `<SERVICE>__<NAME>`, such as `EXECUTOR__ENGINES`. */
export function ownVariables(
  service: ServiceName,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const prefix = `${service.toUpperCase().replaceAll('-', '_')}__`;
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

/** The variables in the form that `node --env-file` reads. None of the values contains a quote or a line end. */
export function environmentFile(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

/** Addresses as they may be shown: without user and password. */
export const withoutCredentials = (urls: string): string => urls.replaceAll(/(:\/\/)[^/,\s]*@/g, '$1***@');
