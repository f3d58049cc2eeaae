import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { objectName } from '#common/spec/fields.js';
import { ENGINES } from '#common/spec/worker.js';
import { coldStoreEnv, coldStoreLacks } from '#common/cold/cold-store-config.js';
import { commonEnv, csv, headerList, readableFile, webAddress, type Identity } from '#common/config/service-config.js';
import { callRanges } from '#common/config/call-ranges.js';
import { jsonText } from '#common/config/json-text.js';
import { secretProviders } from '#common/config/secret-providers.js';
import { workerSecrets } from '#common/config/worker-secrets.js';
import { clusterEnv, clusterProblem } from '#common/kubernetes/cluster-env.js';
import { DEFAULT_CALL_DRAIN_SECONDS, MAX_CALL_TIMEOUT_SECONDS, SEAL_HOLD_MS } from '#common/domain/limits.js';
import { PUBLIC } from '#common/domain/call-ranges.js';
import { EXPORT_KINDS } from './export/core/encodings.js';

/** The highest priority that Kubernetes allows users to set; the priorities of the system are higher. */
const MAX_PRIORITY = 1_000_000_000;

const DAY_SECONDS = 86_400;
const DEFAULT_WAIT_DAYS = 30;
const MAX_WAIT_DAYS = 36_600;

const engines = csv.pipe(z.array(z.enum(ENGINES)).min(1));

/** `{"urgent": 1000}`: the same values as in the cluster's priority classes of these names. */
const priorityClasses = jsonText.pipe(z.record(objectName, z.int().min(-MAX_PRIORITY).max(MAX_PRIORITY)));

/** `60578-61183`: numbers of users, neither root nor in other use. */
const processUids = z
  .union([
    z.literal('own'),
    z.string().regex(/^[1-9]\d{0,9}-[1-9]\d{0,9}$/, 'must be "own" or a range of user ids such as 60578-61183'),
  ])
  .transform((text) => {
    if (text === 'own') return null;
    const [first = 0, last = 0] = text.split('-').map(Number);
    return { first, last };
  })
  .refine(
    (range) => range === null || range.first <= range.last,
    'must be a range whose second number is the greater one',
  );
/** Neither systemd nor distributions assign these numbers. */
const DEFAULT_PROCESS_UIDS = { first: 60_578, last: 61_183 };

/** The environment of the executor besides the common part. */
const variables = commonEnv.extend({
  ...clusterEnv.shape,
  ...coldStoreEnv.shape,
  /** Runs of a job are gathered for this long before they are archived together. */
  COLD_STORE_GATHER_SECONDS: z.coerce
    .number()
    .min(0)
    .max(30 * DAY_SECONDS)
    .default(DAY_SECONDS),
  /** Runs that could not be archived for this long beyond it are removed without being archived. */
  COLD_STORE_MAX_WAIT_DAYS: z.coerce.number().min(0).max(MAX_WAIT_DAYS).default(DEFAULT_WAIT_DAYS),
  ENGINES: engines.default(['kubernetes', 'webservice']),
  NODE_ENV: z.string().optional(),
  /** Users that commands of the process engine run under, one for each run; `own` is the executor's own user. */
  PROCESS_UIDS: processUids.default(DEFAULT_PROCESS_UIDS),
  PROCESS_HOMES_DIR: z.string().min(1).default(join(tmpdir(), 'carillon-workers')),
  PROCESS_WORKDIR: z.string().default(process.cwd()),
  /** Folder of secrets for the process engine: `<secret>/<key>`, each a file. */
  PROCESS_SECRETS_DIR: z.string().optional(),
  /** The most that the spool keeps of one process's output, in MiB; to be raised with LOG_MAX_MB_PER_ATTEMPT of the collector. */
  PROCESS_MAX_OUTPUT_MB: z.coerce.number().positive().max(1_048_576).default(128),
  PROCESS_MAX_ACTIVE: z.coerce.number().int().min(1).max(10_000).default(64),
  /** The address to which web-service workers call back, if it differs from the address that people use. */
  CALLBACK_URL: webAddress.optional(),
  /** The same for workers inside: in the executor's own cluster or network. */
  CALLBACK_URL_INSIDE: webAddress.optional(),
  /** A stopping executor waits this long for the answers of calls that end their attempts. */
  CALL_DRAIN_SECONDS: z.coerce.number().int().min(0).max(MAX_CALL_TIMEOUT_SECONDS).default(DEFAULT_CALL_DRAIN_SECONDS),
  WEBSERVICE_ALLOW: callRanges.default([PUBLIC]),
  /** File with the certificates of the authorities that sign certificates of mail servers, in place of the public authorities. */
  SMTP_CA: readableFile,
  /** Address of an external monitor that raises an alarm when pings stop; the address may contain a secret. */
  DEAD_MAN_URL: webAddress.optional(),
  DEAD_MAN_SECONDS: z.coerce.number().int().min(10).max(86_400).default(60),
  /** Where logs and audit are shipped, without the path of the protocol; nothing is shipped without it. */
  LOG_EXPORT_URL: webAddress.optional(),
  LOG_EXPORT_KIND: z.enum(EXPORT_KINDS).default('otlp'),
  /** May contain secrets. */
  LOG_EXPORT_HEADERS: headerList.default({}),
  /** File with the certificates of the authorities that sign the target's, in place of the public authorities. */
  LOG_EXPORT_CA: readableFile,
  WATCH_INTERVAL_SECONDS: z.coerce.number().int().min(1).max(60).default(10),
  WORKERS_VCAP_SERVICES: z.string().optional(),
  WORKER_SECRETS: workerSecrets.default([]),
  /** The providers from which jobs may have secrets; the api reads the same setting to validate references. */
  SECRET_PROVIDERS: secretProviders.default(new Map()),
  PRIORITY_CLASSES: priorityClasses.default({}),
  SEAL_HOLD_SECONDS: z.coerce
    .number()
    .min(0)
    .max(3_600)
    .default(SEAL_HOLD_MS / 1_000),
  // Variables of the host that every command of the process engine gets.
  PATH: z.string().default('/usr/local/bin:/usr/bin:/bin'),
  HOME: z.string().default('/tmp'),
  LANG: z.string().default('C.UTF-8'),
});

export const executorEnv = variables.superRefine((env, ctx) => {
  for (const name of coldStoreLacks(env))
    ctx.addIssue({ code: 'custom', path: [name], message: 'is required with COLD_STORE_URL' });
  const problem = env.ENGINES.includes('kubernetes') ? clusterProblem(env) : null;
  if (problem !== null) ctx.addIssue({ code: 'custom', path: ['ENGINES'], message: problem });
  const unsafe = env.ENGINES.includes('process') ? processProblem(env, isRoot()) : null;
  if (unsafe !== null) ctx.addIssue({ code: 'custom', path: ['ENGINES'], message: unsafe });
});
/** True if commands can run under users of their own. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Why commands must not run here; null if they may. `mayChange`: commands can be given users of their own. */
export function processProblem(
  { NODE_ENV, PROCESS_UIDS }: { readonly NODE_ENV?: string | undefined; readonly PROCESS_UIDS: object | null },
  mayChange: boolean,
): string | null {
  if (NODE_ENV !== 'production' || (mayChange && PROCESS_UIDS !== null)) return null;
  const what = mayChange
    ? 'users for its commands (PROCESS_UIDS)'
    : 'the rights of root, to run each command as another user';
  return `the process engine needs ${what}: otherwise the commands could read the environment of this service, including SECRET_KEYS`;
}

export type ExecutorConfig = z.output<typeof executorEnv> & Identity;
