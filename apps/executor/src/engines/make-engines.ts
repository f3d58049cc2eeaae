/** The engines that an executor offers, from its environment. */
import { clusterSettings } from '#common/kubernetes/cluster-env.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Engine } from '#common/spec/worker.js';
import type { ExecutorConfig } from '../config.js';
import type { AttemptEngine, EngineSet } from './engine.js';
import { makeKubernetesEngine } from './kubernetes/kubernetes-engine.js';
import { makeProcessEngine } from './process/make-process-engine.js';
import { AddressGuard } from './webservice/address-guard.js';
import { callMeter } from './webservice/call-meter.js';
import { guardedHosts } from './webservice/guarded-hosts.js';
import { HttpCaller } from './webservice/http-caller.js';
import { WebserviceEngine } from './webservice/webservice-engine.js';

type Parts = ServiceParts<ExecutorConfig>;

/** The engines that `ENGINES` names. */
export function engineSet(parts: Parts): EngineSet {
  const { config, clock, metrics, version } = parts;
  const named = (engine: Engine): boolean => config.ENGINES.includes(engine);
  return {
    ...(named('kubernetes') ? { kubernetes: kubernetesEngine(parts) } : {}),
    ...(named('process') ? { process: processEngine(parts) } : {}),
    ...(named('webservice')
      ? {
          webservice: new WebserviceEngine(
            new HttpCaller(
              new AddressGuard(config.WEBSERVICE_ALLOW, guardedHosts(config)),
              callMeter(metrics, 'worker'),
            ),
            clock,
            `carillon/${version}`,
          ),
        }
      : {}),
  };
}

function processEngine({ config, clock, log, metrics, mongo, membership }: Parts): AttemptEngine<'process'> {
  const members = new MembersStore(mongo);
  const tellStuck = (uids: readonly number[]): Promise<void> => members.tellStuckUsers(membership.replica, uids);
  return makeProcessEngine(config, { clock, metrics, tellStuck, log: moduleLog(log, 'process') });
}

function kubernetesEngine({
  config,
  clock,
  log,
  metrics,
  membership,
  mongo,
  secrets,
}: Parts): AttemptEngine<'kubernetes'> {
  const tenants = new TenantsStore(mongo);
  const tenantNamespaces = (): Promise<readonly string[]> => tenants.namespaces();
  const around = { shards: membership, tenantNamespaces, secrets, clock, metrics, log: moduleLog(log, 'kubernetes') };
  return makeKubernetesEngine(clusterSettings(config), around);
}
