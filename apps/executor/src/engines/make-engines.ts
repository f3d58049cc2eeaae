/** The engines that an executor offers, from its environment. */
import { createHash } from 'node:crypto';
import { delay } from '#common/clock/clock.js';
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { HIDE_EVERYTHING, NOTHING_TO_HIDE, type SecretMask } from '#common/domain/secret-mask.js';
import { shardOf } from '#common/domain/shards.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { runSecretsOf } from '#common/secrets/make-run-secrets.js';
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
import { callMeter } from './webservice/call-meter.js';
import { tenantGuard } from './webservice/guarded-hosts.js';
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
            new HttpCaller(tenantGuard(config), callMeter(metrics, 'worker')),
            clock,
            `carillon/${version}`,
            { keepLines: answerLog(parts), incarnation: config.replica },
          ),
        }
      : {}),
  };
}

/**
 * Lines become output in the way of callbacks: they are in the inbox before the end of their attempt is reported, and the collector takes them
 * and hides secrets in them, line by line. Where a part is left out, secrets that are divided by that are hidden here.
 */
function answerLog(parts: Parts): KeepLines {
  const { mongo, secrets, membership, log } = parts;
  const inbox = new InboxStore(mongo, secrets);
  const maskOf = maskOfAttempts(parts);
  return async ({ attempt, at, lines, isDivided }) => {
    const shard = shardOf(parseAttemptId(attempt)?.run ?? '', membership.all.count);
    const key = `${attempt}/answer/${at}`;
    const id = createHash('sha256').update(key).digest('hex');
    for (let tries = 1; ; tries++) {
      try {
        const mask = isDivided ? await maskOf(attempt) : NOTHING_TO_HIDE;
        const payload = { v: 1, attempt, at, lines: lines.map((line) => mask.hideIn(line)), seq: null, key };
        await inbox.put({ id, kind: 'log', service: 'log-collector', attempt, shard, at, payload });
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

/** The mask of the secrets that an attempt was given. */
function maskOfAttempts(parts: Parts): (attempt: AttemptId) => Promise<SecretMask> {
  const { mongo } = parts;
  const runs = new RunReads(mongo);
  const specs = new SpecsStore(mongo);
  const runSecrets = runSecretsOf(parts, { cluster: null, tenants: new TenantsStore(mongo) });
  return async (attempt) => {
    const id = parseAttemptId(attempt)?.run;
    const run = id && (await runs.load([id])).get(id);
    const spec = run && (await specs.get(run.spec));
    return run && spec ? runSecrets.maskOf(run, spec, [attempt]) : HIDE_EVERYTHING;
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
