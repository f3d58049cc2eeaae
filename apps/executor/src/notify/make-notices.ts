import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { AddressGuard } from '../engines/webservice/address-guard.js';
import { callMeter } from '../engines/webservice/call-meter.js';
import { HttpCaller } from '../engines/webservice/http-caller.js';
import type { ExecutorConfig } from '../config.js';
import { NoticeFactsReader } from './notice-facts.js';
import { NotificationPlanner } from './notification-planner.js';
import { NoticeSender } from './notice-sender.js';
import { NotificationLoops } from './notification-loops.js';

type Parts = ServiceParts<ExecutorConfig>;

/** The parts that plan notices and send them. */
export function noticesOf({ config, log: serviceLog, clock, metrics, mongo, membership, version, secrets }: Parts): {
  planner: NotificationPlanner;
  loops: NotificationLoops;
} {
  const log = moduleLog(serviceLog, 'notices');
  const owned = (): ReadonlySet<number> => membership.owned();
  const [notices, jobs] = [new NoticesStore(mongo), new JobsStore(mongo)];
  const sources = { jobs, runs: new RunReads(mongo), gaps: new GapsStore(mongo), specs: new SpecsStore(mongo) };
  const everyWorkerHasSecrets = config.WORKER_SECRETS.length > 0 || config.WORKERS_VCAP_SERVICES !== undefined;
  const facts = new NoticeFactsReader(sources, { secrets, everyWorkerHasSecrets });
  const uiBase = `${config.PUBLIC_URL}${config.PATH_PREFIX}`;
  const planner = new NotificationPlanner(facts, { notices, jobs }, owned, { uiBase, secrets, clock });
  const caller = new HttpCaller(new AddressGuard(config.WEBSERVICE_ALLOW), callMeter(metrics, 'webhook'));
  const tenants = new TenantsStore(mongo);
  const sender = new NoticeSender(
    { notices, tenants, caller, secrets, userAgent: `carillon/${version}`, clock, metrics, log },
    owned,
  );
  return { planner, loops: new NotificationLoops(planner, sender, caller, log) };
}
