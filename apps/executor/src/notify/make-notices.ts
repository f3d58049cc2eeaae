import type { ShardSet } from '#common/domain/shards.js';
import { RenewedContext } from '#common/config/renewed-context.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { ChannelsStore } from '#common/mongo/channels.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { tenantGuard } from '../engines/webservice/guarded-hosts.js';
import { AddressGuard } from '../engines/webservice/address-guard.js';
import { callMeter } from '../engines/webservice/call-meter.js';
import { HttpCaller } from '../engines/webservice/http-caller.js';
import type { ExecutorConfig } from '../config.js';
import { ChannelTests } from './channel-tests.js';
import { DeadManPing } from './dead-man-ping.js';
import { Deliverer } from './deliverer.js';
import { Mailer } from './mailer.js';
import { Monitor } from './monitor.js';
import { NoticeAddresses } from './notice-addresses.js';
import { NoticeFactsReader } from './notice-facts.js';
import { NoticeTargets } from './notice-targets.js';
import { JobNotices, NotificationPlanner } from './notification-planner.js';
import { NoticeDelivery } from './notice-delivery.js';
import { NoticeSender } from './notice-sender.js';
import { Redeliveries } from './redeliveries.js';
import { NotificationLoops } from './notification-loops.js';
import { VitalSigns } from './vital-signs.js';

const ANYWHERE = ['0.0.0.0/0', '::/0'];

type Parts = ServiceParts<ExecutorConfig>;

/** The parts that plan notices and send them. */
export function noticesOf({ config, log: serviceLog, clock, metrics, mongo, membership, version, secrets }: Parts): {
  planner: NotificationPlanner;
  loops: NotificationLoops;
  redeliveries: Redeliveries;
  tests: ChannelTests;
} {
  const log = moduleLog(serviceLog, 'notices');
  const owned = (): ShardSet => membership.owned();
  const notices = new NoticesStore(mongo);
  const jobs = new JobsStore(mongo);
  const sources = { jobs, runs: new RunReads(mongo), gaps: new GapsStore(mongo), specs: new SpecsStore(mongo) };
  const everyWorkerHasSecrets = config.WORKER_SECRETS.length > 0 || config.WORKERS_VCAP_SERVICES !== undefined;
  const facts = new NoticeFactsReader(sources, everyWorkerHasSecrets);
  const uiBase = `${config.PUBLIC_URL}${config.PATH_PREFIX}`;
  const addresses = new NoticeAddresses(notices, secrets);
  const around = { uiBase, clock, shardCount: mongo.shards.count };
  const planner = new NotificationPlanner(new JobNotices(facts, notices, addresses, around), jobs, owned);
  const guard = tenantGuard(config);
  const caller = new HttpCaller(guard, callMeter(metrics, 'webhook'));
  const deliverer = new Deliverer({
    tenants: new TenantsStore(mongo),
    targets: new NoticeTargets(new ChannelsStore(mongo), secrets),
    mailer: new Mailer(guard, config.SMTP_CA === undefined ? undefined : new RenewedContext({ ca: config.SMTP_CA })),
    userAgent: `carillon/${version}`,
    uiBase,
    caller,
    clock,
  });
  const delivery = new NoticeDelivery(notices, deliverer, { clock, metrics, log });
  const sender = new NoticeSender(notices, delivery, owned, { clock, log });
  const tests = new ChannelTests(deliverer, secrets, clock, uiBase);
  const redeliveries = new Redeliveries(notices, clock, metrics);
  return { planner, loops: new NotificationLoops(planner, sender, caller, log), redeliveries, tests };
}

export function deadManOf({ config, log, clock, metrics, mongo, membership, version }: Parts): DeadManPing {
  const { DEAD_MAN_URL: url, DEAD_MAN_SECONDS: seconds } = config;
  // The operator of Carillon chooses this address: it may be in a network in which workers of tenants may not be called.
  const caller = new HttpCaller(new AddressGuard(ANYWHERE), callMeter(metrics, 'monitor'));
  return new DeadManPing(
    () => membership.owned(),
    new VitalSigns(new SchedulesStore(mongo), new MembersStore(mongo), clock, mongo.shards),
    url === undefined ? null : new Monitor(url, seconds * 1_000, caller, `carillon/${version}`),
    { metrics, log: moduleLog(log, 'notices') },
  );
}
