/** Assembles what reads the inputs of attempts. */
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { ExecutorConfig } from '../config.js';
import type { LastSuccesses } from './last-successes.js';
import { Launcher, storageInputs } from './launcher.js';
import type { RunPlans } from './run-plans.js';
import { StartReads } from './start-reads.js';

type Parts = ServiceParts<ExecutorConfig>;

export const startReadsOf = (
  { secrets, clock }: Parts,
  stores: { readonly jobStorage: JobStorageStore },
  others: { readonly successes: LastSuccesses; readonly plans: RunPlans },
): StartReads =>
  new StartReads(
    { storage: async (job) => storageInputs(secrets, await stores.jobStorage.current(job)), ...others },
    clock,
  );

export const launcherOf = ({ config, secrets, tracing }: Parts, plans: RunPlans, reads: StartReads): Launcher =>
  new Launcher(plans, reads, secrets, {
    isTraced: tracing !== undefined,
    vcapServices: config.WORKERS_VCAP_SERVICES ?? null,
    workerSecrets: config.WORKER_SECRETS,
    callback: {
      base: `${config.CALLBACK_URL ?? config.PUBLIC_URL}${config.PATH_PREFIX}`,
      insideBase:
        config.CALLBACK_URL_INSIDE === undefined ? null : `${config.CALLBACK_URL_INSIDE}${config.PATH_PREFIX}`,
    },
  });
