/** Derives from the stored definition of a job its workers, the snapshot that its runs refer to, and its schedule. */
import type { StoredJob, StoredWorker, RunSpec, WorkerSnapshot } from '#common/spec/definitions.js';
import { type JobId, asSpecHash } from '#common/domain/ids.js';
import { shardOf } from '#common/domain/shards.js';
import type { Logger } from '#common/logging/logger.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { applyJob, readDefinition, type Definition, type Reading } from '../core/apply-job.js';
import { firstSlotAfter } from '../core/fixed-delay.js';
import type { CalendarCache } from './calendar-cache.js';
import type { ClosedDefinition } from './former-definition.js';
import { workersOf, type FoundWorkers, type WorkerReader } from './job-workers.js';
import { createHash } from 'node:crypto';
import { engineOf } from '#common/spec/worker.js';

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

/* The immutable snapshot that a job's runs refer to, stored under the hash of its content. */

export function snapshotOf({ job, worker, taskWorkers }: Omit<Definition, 'spec' | 'shard'>): RunSpec {
  const content: Omit<RunSpec, 'hash'> = {
    jobId: job.id,
    jobVersion: job.version,
    workerId: worker.id,
    workerVersion: worker.version,
    engine: engineOf(worker.spec),
    job: job.spec,
    worker: snapshotOfWorker(worker),
    ...(taskWorkers.length > 0 && {
      taskWorkers: taskWorkers.map((each) => ({
        id: each.id,
        version: each.version,
        worker: snapshotOfWorker(each),
        httpHeaders: headersOf(each.sealed.httpHeaders, job.sealed.httpHeaders),
      })),
    }),
    sealed: {
      secureParameters: job.sealed.secureParameters,
      httpHeaders: headersOf(headersFor(job, worker), job.sealed.httpHeaders),
      ...(job.sealed.options != null && { options: job.sealed.options }),
    },
  };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  return { hash: asSpecHash(hash), ...content };
}

function snapshotOfWorker({ spec: { template: _template, ...rest } }: StoredWorker): WorkerSnapshot {
  return rest;
}

/**
 * The worker's headers for the address to which runs are sent: all of them for the worker's own url, for a url of the job only headers
 * that the worker marks for it.
 */
function headersFor(
  { spec, workerHeaders = [] }: StoredJob,
  { sealed }: StoredWorker,
): Readonly<Record<string, string>> {
  if (spec.url === undefined) return sealed.httpHeaders;
  return Object.fromEntries(
    Object.entries(sealed.httpHeaders).filter(([name]) => workerHeaders.includes(name.toLowerCase())),
  );
}

/** The job's headers override the worker's; names are compared without case. */
function headersOf(
  ofWorker: Readonly<Record<string, string>>,
  ofJob: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = new Set(Object.keys(ofJob).map((name) => name.toLowerCase()));
  const kept = Object.entries(ofWorker).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...ofJob };
}
