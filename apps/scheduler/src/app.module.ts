import { Module, type DynamicModule } from '@nestjs/common';
import { HoldWatch, NO_HOLDS, type Holds } from '#common/holds/hold-watch.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog, type Logger } from '#common/logging/logger.js';
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
import { ShardSet } from '#common/domain/shards.js';
import type { Clock } from '#common/clock/clock.js';
import { GAP_OUTCOMES } from '#common/schedule/schedule-state.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { Calm } from '#common/runtime/calm.js';
import { DeadlineSweep, DependentsSweep } from './after/dependent-sweeps.js';
import { Dependents } from './after/dependents.js';
import { EndedUpstream } from './after/ended-upstream.js';
import { FactReader } from './after/fact-reader.js';
import { RunMaker } from './after/run-maker.js';
import { Downstream } from './after/downstream.js';
import { DEPENDENCY_OUTCOMES } from './after/ports.js';
import { Admission } from './admission/admission.js';
import { EndedRuns } from './admission/ended-runs.js';
import { JobPermits } from './admission/job-permits.js';
import { PermitAllocator } from './admission/permit-allocator.js';
import { PermitDemands } from './admission/permit-demands.js';
import { PermitPreemption } from './admission/permit-preemption.js';
import { ManualRuns } from './admission/manual-runs.js';
import { NewRuns } from './admission/new-runs.js';
import { RunEnds } from './admission/run-ends.js';
import { RunRecords } from './admission/run-records.js';
import { QueuedRuns } from './admission/queued-runs.js';
import { UncountedRuns } from './admission/uncounted-runs.js';
import { TenantLimits, type TenantStore } from './admission/tenant-limits.js';
import { BackfillRuns } from './backfill/backfill-runs.js';
import { backfillSweep, BackfillSteps } from './backfill/backfill-steps.js';
import { Backfills } from './backfill/backfills.js';
import { CalendarCache, type CalendarStore } from './definitions/calendar-cache.js';
import { BatchedSync } from './definitions/batched-sync.js';
import { DefinitionReader } from './definitions/definition-reader.js';
import { DefinitionSync } from './definitions/definition-sync.js';
import { FormerDefinition } from './definitions/former-definition.js';
import { Gatherer, RequestRecords } from './gather/gatherer.js';
import { Releases } from './gather/releases.js';
import { RunRequests } from './gather/run-requests.js';
import { Ahead } from './plan/ahead.js';
import { FixedDelays } from './plan/fixed-delays.js';
import { PlanLoop, type ShardOwner } from './plan/plan-loop.js';
import { Planner, StepDecider, RunInserter, SlotOutcomes, WatermarkWriter } from './plan/planner.js';
import type { Outbox } from './ports.js';
import { Successes } from './successes.js';
import { GapSweep, GaugeSweep, MissingWakeSweep, MovedSlotSweep, SuccessSweep } from './sweeps/schedule-sweeps.js';
import { DelaySweep } from './sweeps/delay-sweep.js';
import { DefinitionSweep, RetriedSyncs } from './sweeps/definition-sweep.js';
import { LimitMeter } from './sweeps/limit-meter.js';
import { LimitSweep } from './sweeps/limit-sweep.js';
import { PreemptionSweep } from './sweeps/preemption-sweep.js';
import { PermitSweep, QueueSweep } from './sweeps/permit-sweep.js';
import { Sweeps, type Sweep } from './sweeps/sweeps.js';

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

/* The scheduler without its framework: its parts, assembled over any stores that fulfil their contracts. */

/** The methods of the stores that the scheduler uses. */
export interface Stores {
  readonly schedules: Omit<
    Pick<SchedulesStore, keyof SchedulesStore>,
    'shards' | 'lastSuccess' | 'countOverdue' | 'oldestDue' | 'rulesOf' | 'countFollowers' | 'loadReadable'
  >;
  readonly runs: Pick<RunsStore, 'insertRuns' | 'save' | 'withdraw' | 'revoke' | 'closeKeys' | 'markDependentsDecided'>;
  readonly reads: Pick<
    RunReads,
    | 'load'
    | 'storedKeys'
    | 'standingOf'
    | 'underWayOfJob'
    | 'underWayOfTenant'
    | 'queuedOfTenant'
    | 'queuedIn'
    | 'gatheredDue'
    | 'pendingDependents'
    | 'pendingDependentsIn'
    | 'ofCause'
    | 'latestEnded'
    | 'isAnyOf'
  >;
  readonly gaps: Pick<GapsStore, 'record' | 'removeAfter'>;
  readonly limits: Pick<LimitsStore, keyof LimitsStore>;
  readonly requests: Pick<RequestsStore, keyof RequestsStore>;
  readonly commands: Pick<CommandsStore, 'add' | 'ofRuns'>;
  readonly jobs: Pick<JobsStore, 'load' | 'writtenAfter' | 'newestFirst' | 'stamps' | 'ofWorker'>;
  readonly workers: Pick<WorkersStore, 'load' | 'loadMany' | 'writtenSince'>;
  readonly specs: Pick<SpecsStore, 'put'>;
  readonly tenants: TenantStore;
  readonly calendars: CalendarStore;
  readonly backfills: Pick<BackfillsStore, 'load' | 'insert' | 'save' | 'due'>;
}

export interface Surroundings {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<
    Metrics,
    | 'slots'
    | 'scheduleLateness'
    | 'schedules'
    | 'queueDepth'
    | 'keyWaits'
    | 'tenantSlots'
    | 'tenantNames'
    | 'dependencies'
    | 'dependencyDelay'
    | 'limitUse'
    | 'runRequests'
    | 'limitsFull'
  >;
  readonly shards: ShardOwner;
  readonly outbox: Outbox;
  /** Slots become gaps instead of runs. */
  readonly cronDisabled: boolean;
  /** If it is left out, no tenant is on hold. */
  readonly holds?: Holds;
  /** If it is left out, the scheduler is never at rest. */
  readonly calm?: Calm | undefined;
  /** Further sweeps, over what has nothing to do with plans and admission. */
  readonly sweeps?: readonly Sweep[];
}

export interface Scheduler {
  readonly definitions: DefinitionSync;
  readonly queuedRuns: QueuedRuns;
  readonly runRequests: RunRequests;
  readonly endedRuns: EndedRuns;
  readonly loop: PlanLoop;
  readonly sweeps: Sweeps;
  readonly backfills: Backfills;
  readonly admission: Admission;
  readonly endedUpstream: EndedUpstream;
  readonly downstream: Downstream;
}

type Work = ReturnType<typeof workOf>;

export function schedulerOf(stores: Stores, around: Surroundings): Scheduler {
  const { clock, log, shards, metrics, holds = NO_HOLDS } = around;
  // A counter that first appears with a value above 0 shows no increase: the alert on missed slots would not see the first one.
  for (const outcome of GAP_OUTCOMES) metrics.slots.inc({ outcome }, 0);
  for (const outcome of DEPENDENCY_OUTCOMES) metrics.dependencies.inc({ outcome }, 0);
  const work = workOf(stores, around);
  const { admission, definitions, successes, queuedRuns, planner, backfills } = work;
  return {
    admission,
    definitions,
    backfills,
    endedUpstream: work.endedUpstream,
    downstream: new Downstream(stores.reads, work.dependents),
    queuedRuns,
    runRequests: work.runRequests,
    endedRuns: new EndedRuns(
      { schedules: stores.schedules, runs: stores.reads },
      new RunEnds(admission, work.delays),
      successes,
      clock,
    ),
    loop: new PlanLoop(stores.schedules, planner, unlessHeld(shards, holds), { clock, log }).restWith(around.calm),
    sweeps: sweepsOf(stores, around, work),
  };
}

/** While all tenants are held nothing is planned; the stores leave out tenants that are held individually. */
const unlessHeld = (shards: ShardOwner, holds: Holds): ShardOwner => ({
  all: shards.all,
  owned: () => (holds.isEverybodyHeld('admissions') ? new ShardSet(shards.all) : shards.owned()),
  onChange: (listener) => shards.onChange(listener),
});

function workOf(stores: Stores, around: Surroundings) {
  const { clock, log, metrics, outbox, cronDisabled, holds = NO_HOLDS } = around;
  const shardCount = around.shards.all.count;
  const limits = new TenantLimits(stores.tenants, clock, holds);
  const permits = new PermitAllocator(stores.limits, limits, clock);
  const runs = new RunRecords(stores.runs, stores.reads, outbox, clock);
  const demands = new PermitDemands(stores, outbox, clock);
  const jobPermits = new JobPermits(stores.schedules, runs, limits, clock);
  const admission = new Admission(jobPermits, permits, runs, { demands, log });
  const successes = new Successes();
  const calendars = new CalendarCache(stores.calendars, clock);
  const ahead = new Ahead(stores, calendars);
  const planner = new Planner(
    new StepDecider(limits, calendars, holds, { cronDisabled, log }),
    new RunInserter(stores, ahead, shardCount),
    new WatermarkWriter(stores, successes, new SlotOutcomes(outbox, admission, metrics, { clock, log }), log),
    { clock, log },
  );
  const uncounted = new UncountedRuns(stores.reads, admission, clock);
  const definitions = new DefinitionSync(
    new DefinitionReader(stores, calendars, { log, shardCount }),
    stores.schedules,
    new FormerDefinition(planner, ahead, clock),
    { uncounted, outbox },
  );
  const queuedRuns = new QueuedRuns(runs, stores, admission, clock);
  const making = { admission, limits, outbox, shardCount };
  const backfills = new Backfills(stores.backfills, definitions, calendars, { clock, shardCount });
  const backfillSteps = new BackfillSteps(stores, new BackfillRuns(stores, making), calendars, clock);
  const maker = new RunMaker(stores, making);
  const dependents = new Dependents(stores.schedules, new FactReader(stores), maker, { clock, metrics });
  const endedUpstream = new EndedUpstream(stores, dependents, log);
  const synced = new BatchedSync(stores, definitions);
  const newRuns = new NewRuns(stores.runs, outbox, limits, { admission, uncounted });
  const manual = new ManualRuns(stores.reads, synced, { runs: newRuns, limits }, { clock, shardCount });
  const releases = new Releases(stores.reads, queuedRuns, newRuns, { clock, log });
  const records = new RequestRecords(stores.requests, stores.reads, clock);
  const gatherer = new Gatherer(records, stores.runs, releases, { clock, shardCount });
  return {
    releases,
    runRequests: new RunRequests(records, manual, gatherer, { clock, metrics }),
    permits,
    demands,
    admission,
    planner,
    definitions,
    synced,
    queuedRuns,
    successes,
    limits,
    backfills,
    backfillSteps,
    dependents,
    endedUpstream,
    delays: new FixedDelays(stores.schedules, outbox, clock),
  };
}

function sweepsOf(stores: Stores, around: Surroundings, work: Work): Sweeps {
  const { clock, log, metrics, shards, holds = NO_HOLDS } = around;
  const whileNotHeld = (sweep: Sweep): Sweep => ({
    ...sweep,
    run: (own) => (holds.isEverybodyHeld('admissions') ? Promise.resolve() : sweep.run(own)),
  });
  const { admission, planner, queuedRuns, successes, permits } = work;
  const shardCount = shards.all.count;
  const definitions = new DefinitionSweep(stores, new RetriedSyncs(work.synced, log), { clock, shardCount });
  const meter = new LimitMeter(work.limits, (key) => shards.owned().owns(key), metrics);
  const readLimits = meter.watching((after, limit) => stores.limits.inKeyOrder(after, limit));
  const occupied = { schedules: stores.schedules, runs: stores.reads };
  const held = new PermitSweep(occupied, admission, clock, metrics);
  const preemption = new PermitPreemption(stores.limits, work.limits, work.demands, clock);
  return new Sweeps(
    [
      definitions.recent,
      definitions.late,
      definitions.ofWorkers,
      definitions.all,
      definitions.retried,
      held.holders,
      new QueueSweep(stores.reads, queuedRuns, metrics).sweep,
      new DelaySweep(occupied, work.delays),
      whileNotHeld(held.timers),
      work.releases.sweep,
      new LimitSweep({ ...occupied, limits: { inKeyOrder: readLimits } }, permits, { clock, shardCount }),
      new PreemptionSweep({ ...occupied, limits: stores.limits }, preemption, shardCount),
      new GapSweep(stores.schedules, stores.gaps, clock),
      new MissingWakeSweep(stores.schedules, planner),
      whileNotHeld(new MovedSlotSweep(stores.schedules, planner, around.outbox)),
      new SuccessSweep(stores.schedules, successes, clock),
      new GaugeSweep(stores.schedules, metrics),
      whileNotHeld(new DependentsSweep(stores.reads, work.endedUpstream)),
      new DeadlineSweep(stores, { clock, metrics }),
      whileNotHeld(backfillSweep(stores.backfills, work.backfillSteps, { clock, log })),
      ...(around.sweeps ?? []),
    ],
    shards,
    { clock, log, calm: around.calm },
  );
}
