/** Derives from the stored definition of a job its workers, the snapshot that its runs refer to, and its schedule. */
import type { StoredJob } from '#common/spec/definitions.js';
import type { JobId } from '#common/domain/ids.js';
import { shardOf } from '#common/domain/shards.js';
import type { Logger } from '#common/logging/logger.js';
import type { RunSpec } from '#common/spec/run-spec.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { applyJob, readDefinition, type Definition, type Reading } from '../core/apply-job.js';
import { firstSlotAfter } from '../core/fixed-delay.js';
import type { CalendarCache } from './calendar-cache.js';
import type { ClosedDefinition } from './former-definition.js';
import { workersOf, type FoundWorkers, type WorkerReader } from './job-workers.js';
import { snapshotOf } from './snapshot.js';

export interface DefinitionStores {
  readonly jobs: { load(id: JobId): Promise<StoredJob | null> };
  readonly workers: WorkerReader;
  readonly specs: { put(spec: RunSpec): Promise<void> };
}

export class DefinitionReader {
  constructor(
    private readonly stores: DefinitionStores,
    private readonly calendars: Pick<CalendarCache, 'exclusionFor'>,
    private readonly tools: { readonly log: Pick<Logger, 'error'>; readonly shardCount: number },
  ) {}

  load(id: JobId): Promise<StoredJob | null> {
    return this.stores.jobs.load(id);
  }

  workersOf(job: StoredJob): Promise<FoundWorkers> {
    return workersOf(this.stores.workers, job);
  }

  read(job: StoredJob): Reading {
    const reading = readDefinition(job);
    const { problems } = reading;
    if (problems.length > 0)
      this.tools.log.error({ job: job.id, problems }, 'the stored schedule of a job is not valid');
    return reading;
  }

  /** The schedule under this definition from that instant on; the snapshot is stored before the schedule names it. */
  async scheduleOf(
    definition: Omit<Definition, 'spec' | 'shard'>,
    reading: Reading,
    { closed, effectiveFrom }: ClosedDefinition,
  ): Promise<ScheduleState> {
    const spec = snapshotOf(definition);
    await this.stores.specs.put(spec);
    const shard = shardOf(definition.job.id, this.tools.shardCount);
    const state = applyJob({ ...definition, spec: spec.hash, shard }, reading, closed, effectiveFrom);
    if (state.rule?.move === undefined || !state.active) return state;
    // The definition was read without the calendars, which move its slots.
    return { ...state, nextSlotAt: firstSlotAfter(state, state.mark, await this.calendars.exclusionFor(state)) };
  }
}
