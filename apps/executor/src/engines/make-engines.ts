/** The engines that an executor offers, from its environment. */
import { createHash } from 'node:crypto';
import { delay } from '#common/clock/clock.js';
import { parseAttemptId } from '#common/domain/ids.js';
import { shardOf } from '#common/domain/shards.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
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
import type { KeepLines } from './webservice/ending-calls.js';
import { WebserviceEngine } from './webservice/webservice-engine.js';

/** While the database does not answer, the end of the attempt could not be saved, either. */
const MAX_LOG_TRIES = 30;
const LOG_RETRY_MS = 1_000;

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
            answerLog(parts),
          ),
        }
      : {}),
  };
}

/** Lines become output in the way of callbacks: they are in the inbox before the end of their attempt is reported, and the collector takes them. */
function answerLog({ mongo, secrets, membership, log }: Parts): KeepLines {
  const inbox = new InboxStore(mongo, secrets);
  return async (attempt, at, lines) => {
    const shard = shardOf(parseAttemptId(attempt)?.run ?? '', membership.all.count);
    const key = `${attempt}/answer/${at}`;
    const payload = { v: 1, attempt, at, lines: [...lines], seq: null, key };
    const entry = {
      id: createHash('sha256').update(key).digest('hex'),
      kind: 'log',
      service: 'log-collector',
      attempt,
      shard,
      at,
      payload,
    } as const;
    for (let tries = 1; ; tries++) {
      try {
        await inbox.put(entry);
        return;
      } catch (error) {
        if (tries === MAX_LOG_TRIES) {
          log.warn({ attempt, err: error }, 'the answer to a call could not be stored as its log');
          return;
        }
        await delay(LOG_RETRY_MS);
      }
    }
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
