import { Module, type DynamicModule } from '@nestjs/common';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { AdmissionStore } from '#common/mongo/admission.store.js';
import { CalendarsStore } from '#common/mongo/calendars.store.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { LimitsStore } from '#common/mongo/limits.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { SlotKeysStore } from '#common/mongo/slot-keys.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { Admission } from './admission/admission.js';
import { EndedRuns } from './admission/ended-runs.js';
import { LimitDesk } from './admission/limit-desk.js';
import { ManualRuns } from './admission/manual-runs.js';
import { QueuedRuns } from './admission/queued-runs.js';
import { TenantLimits } from './admission/tenant-limits.js';
import type { SchedulerConfig } from './config.js';
import { CalendarCache } from './definitions/calendar-cache.js';
import { Carrier } from './definitions/carrier.js';
import { DefinitionsController } from './messages/definitions.controller.js';
import { RunsController } from './messages/runs.controller.js';
import { NatsOutbox } from './nats-outbox.js';
import { PlanLoop } from './plan/plan-loop.js';
import { Planner } from './plan/planner.js';
import { Successes } from './successes.js';
import { GapSweep, GaugeSweep, SilenceSweep, SuccessSweep } from './sweeps/book-sweeps.js';
import { DefinitionSweep } from './sweeps/definition-sweep.js';
import { LimitSweep } from './sweeps/limit-sweep.js';
import { PlaceSweep } from './sweeps/place-sweep.js';
import { Sweeps } from './sweeps/sweeps.js';

type Parts = ServiceParts<SchedulerConfig>;

@Module({})
class AppModule {}

interface Stores {
  readonly schedules: SchedulesStore;
  readonly runs: RunsStore;
  readonly keys: SlotKeysStore;
  readonly gaps: GapsStore;
  readonly limits: LimitsStore;
  readonly commands: CommandsStore;
  readonly jobs: JobsStore;
  readonly workers: WorkersStore;
  readonly specs: SpecsStore;
  readonly underWay: AdmissionStore;
}

const storesOf = ({ mongo }: Parts): Stores => ({
  schedules: new SchedulesStore(mongo),
  runs: new RunsStore(mongo),
  keys: new SlotKeysStore(mongo),
  gaps: new GapsStore(mongo),
  limits: new LimitsStore(mongo),
  commands: new CommandsStore(mongo),
  jobs: new JobsStore(mongo),
  workers: new WorkersStore(mongo),
  specs: new SpecsStore(mongo),
  underWay: new AdmissionStore(mongo),
});

interface Work {
  readonly desk: LimitDesk;
  readonly admission: Admission;
  readonly planner: Planner;
  readonly carrier: Carrier;
  readonly queued: QueuedRuns;
  readonly successes: Successes;
  readonly limits: TenantLimits;
  readonly outbox: NatsOutbox;
}

function workOf(parts: Parts, stores: Stores): Work {
  const { clock, log, metrics, nats, config } = parts;
  const outbox = new NatsOutbox(nats, log);
  const limits = new TenantLimits(new TenantsStore(parts.mongo), clock);
  const desk = new LimitDesk(stores.limits, limits, clock);
  const admission = new Admission(stores, { desk, limits }, outbox, { clock, log });
  const successes = new Successes();
  const calendars = new CalendarCache(new CalendarsStore(parts.mongo), clock);
  const planner = new Planner(
    stores,
    { admission, limits, calendars, successes, outbox },
    { clock, log, metrics },
    { cronDisabled: config.DISABLE_CRON },
  );
  const books = { ...stores, runs: stores.underWay };
  const carrier = new Carrier(books, planner, { admission, limits, outbox }, { clock, log });
  const queued = new QueuedRuns(stores, admission, outbox, clock);
  return { desk, admission, planner, carrier, queued, successes, limits, outbox };
}

function sweepsOf({ clock, log, metrics, membership }: Parts, stores: Stores, work: Work): Sweeps {
  const { admission, planner, carrier, queued, successes, desk } = work;
  const definitions = new DefinitionSweep(stores, carrier, { clock, log });
  const books = { schedules: stores.schedules, runs: stores.underWay };
  const places = new PlaceSweep(books, admission, queued, clock);
  return new Sweeps(
    [
      definitions.recent,
      definitions.all,
      places.holders,
      places.waiting,
      places.timers,
      new LimitSweep({ ...books, limits: stores.limits }, desk, clock),
      new GapSweep(stores.schedules, stores.gaps, clock),
      new SilenceSweep(stores.schedules, planner),
      new SuccessSweep(stores.schedules, successes, clock),
      new GaugeSweep(stores.schedules, metrics),
    ],
    membership,
    log,
  );
}

/** The scheduler's one composition root. */
export function appModule(parts: Parts): DynamicModule {
  const { clock, log, membership } = parts;
  const stores = storesOf(parts);
  const work = workOf(parts, stores);
  const { admission, limits, outbox, carrier, successes } = work;
  const loop = new PlanLoop(stores.schedules, work.planner, membership, { clock, log });
  return {
    module: AppModule,
    controllers: [DefinitionsController, RunsController],
    providers: [
      { provide: Carrier, useValue: carrier },
      { provide: QueuedRuns, useValue: work.queued },
      { provide: ManualRuns, useValue: new ManualRuns(stores, carrier, { admission, limits, outbox }, clock) },
      { provide: EndedRuns, useValue: new EndedRuns(stores.schedules, admission, successes, clock) },
      { provide: PlanLoop, useValue: loop },
      { provide: Sweeps, useValue: sweepsOf(parts, stores, work) },
    ],
  };
}
