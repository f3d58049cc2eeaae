import { Module, type DynamicModule } from '@nestjs/common';
import { HoldWatch } from '#common/holds/hold-watch.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { CalendarsStore } from '#common/mongo/calendars.store.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { HoldsStore } from '#common/mongo/holds.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { MongoLimitDocuments } from '#common/mongo/limit-documents.js';
import { LimitsStore } from '#common/mongo/limits.store.js';
import { BackfillsStore } from '#common/mongo/backfills.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RequestsStore } from '#common/mongo/requests.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { SuccessAgesStore } from '#common/mongo/success-ages.store.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { WorkerLimitsStore } from '#common/mongo/worker-limits.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import type { SchedulerConfig } from './config.js';
import { WorkerLimits } from './limits/worker-limits.js';
import { DefinitionMessages, HintMessages, LimitMessages, RunMessages } from './messages.controller.js';
import { NatsOutbox } from './nats-outbox.js';
import { measureBacklogs } from './backlog-gauges.js';
import { measureBackups } from './backup-gauge.js';
import { measureSuccessAges } from './success-gauge.js';
import { WorkerLimitSweep } from './sweeps/worker-limit-sweep.js';
import { schedulerOf, type Stores } from './scheduler.js';

@Module({})
class AppModule {}

const storesOf = (mongo: Mongo, resting: () => readonly string[]): Stores => ({
  schedules: new SchedulesStore(mongo, resting),
  runs: new RunsStore(mongo),
  reads: new RunReads(mongo),
  gaps: new GapsStore(mongo),
  limits: new LimitsStore(new MongoLimitDocuments(mongo)),
  requests: new RequestsStore(mongo),
  commands: new CommandsStore(mongo),
  jobs: new JobsStore(mongo),
  workers: new WorkersStore(mongo),
  specs: new SpecsStore(mongo),
  tenants: new TenantsStore(mongo),
  calendars: new CalendarsStore(mongo),
  backfills: new BackfillsStore(mongo, resting),
});

const workerLimitSweepOf = (mongo: Mongo, { workers }: Stores): WorkerLimitSweep => {
  const limits = new WorkerLimitsStore(mongo.inLane('bulk'));
  return new WorkerLimitSweep({ limits, workers, members: new MembersStore(mongo) }, mongo.shards.count);
};

/** The scheduler's one composition root. */
export function appModule({ mongo, nats, log, ...parts }: ServiceParts<SchedulerConfig>): DynamicModule {
  const { metrics, membership, config } = parts;
  const { clock } = membership;
  const holds = new HoldWatch(new HoldsStore(mongo.inLane('urgent')), {
    clock,
    log: moduleLog(log, 'holds'),
    calm: parts.calm,
  });
  const stores = storesOf(mongo, () => holds.heldTenants('admissions'));
  const outbox = new NatsOutbox(
    nats,
    moduleLog(log, 'nats'),
    { metrics, shardCount: mongo.shards.count },
    parts.tracing,
  );
  const scheduler = schedulerOf(stores, {
    clock,
    log: moduleLog(log, 'scheduling'),
    metrics,
    shards: membership,
    outbox,
    cronDisabled: config.DISABLE_CRON,
    holds,
    calm: parts.calm,
    sweeps: [workerLimitSweepOf(mongo, stores)],
  });
  const workerLimits = new WorkerLimits(
    { limits: new WorkerLimitsStore(mongo.inLane('urgent')), workers: stores.workers },
    clock,
  );
  measureBacklogs(
    { schedules: new SchedulesStore(mongo), backfills: new BackfillsStore(mongo) },
    { owned: () => membership.owned() },
    {
      metrics,
      clock,
    },
  );
  measureSuccessAges(
    new SuccessAgesStore(mongo.inLane('bulk')),
    { owned: () => membership.owned() },
    { metrics, clock },
  );
  measureBackups(new InstanceStore(mongo.inLane('bulk')), metrics, { clock, plan: config.BACKUPS });
  return {
    module: AppModule,
    controllers: [DefinitionMessages, RunMessages, HintMessages, LimitMessages],
    // Each part is found by its class.
    providers: Object.values({ holds, workerLimits, ...scheduler }).map((part) => ({
      provide: part.constructor,
      useValue: part,
    })),
  };
}
