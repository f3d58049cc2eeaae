/** Assembles what reads the inputs of attempts. */
import type { JobId } from '#common/domain/ids.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { ExecutorConfig } from '../config.js';
import type { LastSuccesses } from './last-successes.js';
import { Launcher, storageInputs, type LaunchSources } from './launcher.js';
import type { RunPlans } from './run-plans.js';

export function launcherOf(
  { config, secrets, tracing }: ServiceParts<ExecutorConfig>,
  plans: RunPlans,
  stores: { readonly jobStorage: JobStorageStore },
  successes: LastSuccesses,
): Launcher {
  const sources: LaunchSources = {
    jobStorage: async (job) => storageInputs(secrets, await stores.jobStorage.current(job)),
    lastSuccess: (job: JobId) => successes.get(job),
  };
  return new Launcher(plans, sources, secrets, {
    isTraced: tracing !== undefined,
    vcapServices: config.WORKERS_VCAP_SERVICES ?? null,
    workerSecrets: config.WORKER_SECRETS,
    callbackBase: `${config.CALLBACK_URL ?? config.PUBLIC_URL}${config.PATH_PREFIX}`,
  });
}
