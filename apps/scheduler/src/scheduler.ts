/** The scheduler without its framework: how its parts are put together, over whatever keeps the contracts of its stores. */
import type { Clock } from '#common/clock/clock.js';
import { GAP_OUTCOMES } from '#common/domain/schedule-state.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { AdmissionStore } from '#common/mongo/admission.store.js';
import type { CommandsStore } from '#common/mongo/commands.store.js';
import type { GapsStore } from '#common/mongo/gaps.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { LimitsStore } from '#common/mongo/limits.store.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import type { SlotKeysStore } from '#common/mongo/slot-keys.store.js';
import type { SpecsStore } from '#common/mongo/specs.store.js';
import type { WorkersStore } from '#common/mongo/workers.store.js';
import { Admission } from './admission/admission.js';
import { EndedRuns } from './admission/ended-runs.js';
import { LimitDesk } from './admission/limit-desk.js';
import { ManualRuns } from './admission/manual-runs.js';
import { QueuedRuns } from './admission/queued-runs.js';
import { TenantLimits, type TenantBook } from './admission/tenant-limits.js';
import { CalendarCache, type CalendarBook } from './definitions/calendar-cache.js';
import { Carrier } from './definitions/carrier.js';
import { PlanLoop, type ShardOwner } from './plan/plan-loop.js';
import { Planner } from './plan/planner.js';
import type { Outbox } from './ports.js';
import { Successes } from './successes.js';
import { GapSweep, GaugeSweep, SilenceSweep, SuccessSweep } from './sweeps/book-sweeps.js';
import { DefinitionSweep } from './sweeps/definition-sweep.js';
import { LimitSweep } from './sweeps/limit-sweep.js';
import { PlaceSweep } from './sweeps/place-sweep.js';
import { Sweeps } from './sweeps/sweeps.js';

/** The methods of the stores that the scheduler uses; anything that behaves like them fits. */
export interface Stores {
  readonly schedules: Omit<Pick<SchedulesStore, keyof SchedulesStore>, 'lastSuccess'>;
  readonly runs: Pick<RunsStore, 'insertRuns' | 'load' | 'save'>;
  readonly keys: Pick<SlotKeysStore, 'close' | 'read' | 'withdraw'>;
  readonly gaps: Pick<GapsStore, keyof GapsStore>;
  readonly limits: Pick<LimitsStore, keyof LimitsStore>;
  readonly commands: Pick<CommandsStore, 'add' | 'ofRuns'>;
  readonly jobs: Pick<JobsStore, 'load' | 'writtenAfter' | 'newestFirst' | 'stamps' | 'ofWorker'>;
  readonly workers: Pick<WorkersStore, 'load' | 'loadMany' | 'writtenSince'>;
  readonly specs: Pick<SpecsStore, 'put'>;
  readonly underWay: Pick<AdmissionStore, keyof AdmissionStore>;
  readonly tenants: TenantBook;
  readonly calendars: CalendarBook;
}

export interface Surroundings {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'slots' | 'scheduleLateness' | 'schedules' | 'queueDepth'>;
  readonly shards: ShardOwner;
  readonly outbox: Outbox;
  /** Slots become gaps instead of runs. */
  readonly cronDisabled: boolean;
}

export interface Scheduler {
  readonly carrier: Carrier;
  readonly queuedRuns: QueuedRuns;
  readonly manualRuns: ManualRuns;
  readonly endedRuns: EndedRuns;
  readonly loop: PlanLoop;
  readonly sweeps: Sweeps;
  readonly admission: Admission;
  readonly limits: TenantLimits;
  readonly calendars: CalendarCache;
}

interface Work {
  readonly desk: LimitDesk;
  readonly admission: Admission;
  readonly planner: Planner;
  readonly carrier: Carrier;
  readonly queuedRuns: QueuedRuns;
  readonly successes: Successes;
  readonly limits: TenantLimits;
  readonly calendars: CalendarCache;
}

export function schedulerOf(stores: Stores, around: Surroundings): Scheduler {
  const { clock, log, shards, outbox, metrics } = around;
  // A series that is born with its first value does not rise: the alert on missed slots would not see the first of them.
  for (const outcome of GAP_OUTCOMES) metrics.slots.inc({ outcome }, 0);
  const work = workOf(stores, around);
  const { admission, limits, calendars, carrier, successes, queuedRuns, planner } = work;
  return {
    ...{ admission, limits, calendars },
    carrier,
    queuedRuns,
    manualRuns: new ManualRuns(stores, carrier, { admission, limits, outbox }, clock),
    endedRuns: new EndedRuns({ schedules: stores.schedules, runs: stores.underWay }, admission, successes, clock),
    loop: new PlanLoop(stores.schedules, planner, shards, { clock, log }),
    sweeps: sweepsOf(stores, around, work),
  };
}

function workOf(stores: Stores, { clock, log, metrics, outbox, cronDisabled }: Surroundings): Work {
  const limits = new TenantLimits(stores.tenants, clock);
  const desk = new LimitDesk(stores.limits, limits, clock);
  const admission = new Admission(stores, { desk, limits }, outbox, { clock, log });
  const successes = new Successes();
  const calendars = new CalendarCache(stores.calendars, clock);
  const planner = new Planner(
    stores,
    { admission, limits, calendars, successes, outbox },
    { clock, log, metrics },
    { cronDisabled },
  );
  const books = { ...stores, runs: stores.underWay };
  const carrier = new Carrier(books, planner, { admission, outbox }, { clock, log });
  const queuedRuns = new QueuedRuns(stores, admission, outbox, clock);
  return { desk, admission, planner, carrier, queuedRuns, successes, limits, calendars };
}

function sweepsOf(stores: Stores, { clock, log, metrics, shards }: Surroundings, work: Work): Sweeps {
  const { admission, planner, carrier, queuedRuns, successes, desk } = work;
  const definitions = new DefinitionSweep(stores, carrier, { clock, log });
  const books = { schedules: stores.schedules, runs: stores.underWay };
  const places = new PlaceSweep(books, admission, queuedRuns, { clock, metrics });
  return new Sweeps(
    [
      definitions.recent,
      definitions.late,
      definitions.ofWorkers,
      definitions.all,
      definitions.retried,
      places.holders,
      places.waiting,
      places.timers,
      new LimitSweep({ ...books, limits: stores.limits }, desk, clock),
      new GapSweep(stores.schedules, stores.gaps, clock),
      new SilenceSweep(stores.schedules, planner),
      new SuccessSweep(stores.schedules, successes, clock),
      new GaugeSweep(stores.schedules, metrics),
    ],
    shards,
    { clock, log },
  );
}
