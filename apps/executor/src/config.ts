import { z } from 'zod';
import { objectName } from '#common/contracts/common.js';
import { ENGINES } from '#common/contracts/worker.js';
import { commonEnv, csv, type Identity } from '#common/config/service-config.js';
import { jsonText } from '#common/config/json-text.js';
import { workerSecrets } from '#common/config/worker-secrets.js';
import { clusterEnv, clusterProblem } from '#common/kubernetes/cluster-env.js';
import { SEAL_HOLD_MS } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import { parseRanges, PUBLIC } from './adapters/webservice/address-guard.js';

/** The greatest that Kubernetes lets people give; the system's own are above it. */
const MAX_PRIORITY = 1_000_000_000;

const engines = csv.pipe(z.array(z.enum(ENGINES)).min(1));

const ranges = csv.superRefine((texts, ctx) => {
  try {
    parseRanges(texts);
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: messageOf(error) });
  }
});

/** `{"urgent": 1000}`: values as the cluster's own objects of these names have them. */
const priorityClasses = jsonText.pipe(z.record(objectName, z.int().min(-MAX_PRIORITY).max(MAX_PRIORITY)));

/** What the executor reads beside the common part. */
const variables = commonEnv.extend({
  ...clusterEnv.shape,
  ENGINES: engines.default(['kubernetes', 'webservice']),
  PROCESS_WORKDIR: z.string().default(process.cwd()),
  /** Folder of secrets for the process engine: `<secret>/<key>`, each a file. */
  PROCESS_SECRETS_DIR: z.string().optional(),
  /** What the spool keeps of one process's output, in MiB; to be raised with LOG_MAX_MB_PER_ATTEMPT of the collector. */
  PROCESS_MAX_OUTPUT_MB: z.coerce.number().positive().max(1_048_576).default(128),
  PROCESS_MAX_ACTIVE: z.coerce.number().int().min(1).max(10_000).default(64),
  WEBSERVICE_ALLOW: ranges.default([PUBLIC]),
  WORKERS_VCAP_SERVICES: z.string().optional(),
  WORKER_SECRETS: workerSecrets.default([]),
  PRIORITY_CLASSES: priorityClasses.default({}),
  SEAL_HOLD_SECONDS: z.coerce
    .number()
    .min(0)
    .max(3_600)
    .default(SEAL_HOLD_MS / 1_000),
  // Basics of the host that every command of the process engine gets.
  PATH: z.string().default('/usr/local/bin:/usr/bin:/bin'),
  HOME: z.string().default('/tmp'),
  LANG: z.string().default('C.UTF-8'),
});

export const executorEnv = variables.superRefine((env, ctx) => {
  const problem = env.ENGINES.includes('kubernetes') ? clusterProblem(env) : null;
  if (problem !== null) ctx.addIssue({ code: 'custom', path: ['ENGINES'], message: problem });
});
export type ExecutorConfig = z.output<typeof executorEnv> & Identity;
