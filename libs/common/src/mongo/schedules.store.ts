/** The scheduler's own document of each job. Written by the scheduler alone, by compare-and-set on `rev`. */
import type { mongo } from 'mongoose';
import type { Shards } from '../domain/shards.js';
import { asJobId, asTenantId, type JobId, type TenantId } from '../domain/ids.js';
import { isNewer, NEWEST_FORM, stampOf, type FormStamp } from '../domain/stored-form.js';
import type { Instant } from '../run/run.js';
import { admitAtOf } from '../schedule/admit-at.js';
import {
  isBusy,
  isExpectedToRun,
  type AfterRule,
  type ScheduleRule,
  type ScheduleState,
} from '../schedule/schedule-state.js';
import { BatchedReads, BulkWriter, type GuardedDocument } from './batched-operations.js';
import { inShards, keyAfter, isAny, byKeys } from './document.js';
import type { Mongo } from './mongo.js';
import { refuseNewer } from './newer-documents.js';

interface ScheduleDocument extends Omit<ScheduleState, 'job'>, GuardedDocument, Pick<FormStamp, 'formed'> {
  /** True if some run holds or awaits a permit, or its end is awaited: the partial index for sweeps covers it. */
  readonly busy?: true;
  /** When a waiting run is checked next even if nothing else happens. */
  readonly admitAt?: Instant;
  /** Jobs that it runs after: the partial index over `following` finds the dependents of a job. */
  readonly follows?: readonly string[];
  readonly following?: true;
  /** True while a deadline of its dependencies lies ahead. */
  readonly awaited?: true;
  /** True if calendars move its slots. */
  readonly moved?: true;
  /** True if the gap in the document may not have been copied yet. */
  readonly gapOpen?: true;
  /** True if runs of it are expected: the partial index for ages of successes covers it. */
  readonly expected?: true;
}

/** The versions of a definition that a schedule is based on. */
export interface SyncedVersions {
  readonly jobRev: number;
  readonly jobVersion: number;
  readonly workerVersion: number;
}

export type RuleOfJob = Pick<ScheduleState, 'job' | 'jobName'> & { readonly rule: ScheduleRule };

/** Schedules that this version may change (`domain/stored-form.ts`). */
const OF_OURS = { form: { $not: { $gt: NEWEST_FORM } } };
/** Overdue schedules are counted up to this number. */
const MAX_COUNTED = 1_000;

/** The stored form of a schedule, also for callers that store very many at once. */
export function toScheduleDocument(state: ScheduleState): ScheduleDocument {
  const { job, ...rest } = state;
  const admitAt = admitAtOf(state);
  return {
    _id: job,
    ...rest,
    ...(isBusy(state) ? { busy: true as const } : {}),
    ...(admitAt === null ? {} : { admitAt }),
    ...(state.after && state.inactiveReason !== 'deleted' ? followingOf(state.after) : {}),
    ...(state.deadlineAt === undefined ? {} : { awaited: true as const }),
    ...(state.active && state.rule?.move !== undefined ? { moved: true as const } : {}),
    ...(state.openGap === null ? {} : { gapOpen: true as const }),
    ...(isExpectedToRun(state) ? { expected: true as const } : {}),
    ...stampOf(state.form),
  };
}

const followingOf = ({ conditions }: AfterRule): Pick<ScheduleDocument, 'follows' | 'following'> => ({
  follows: [...new Set(conditions.map(({ job }) => job))],
  following: true,
});

function fromDocument(document: ScheduleDocument): ScheduleState {
  // A rest pattern copies all fields, and very many schedules are read: so this is done in one step.
  const {
    _id,
    writer: _writer,
    busy: _busy,
    admitAt: _admitAt,
    gapOpen: _gapOpen,
    moved: _moved,
    follows: _follows,
    following: _following,
    awaited: _awaited,
    expected: _expected,
    formed: _formed,
    ...rest
  } = document;
  return { job: asJobId(_id), ...rest };
}

export class SchedulesStore {
  private readonly schedules;
  private readonly reads;
  private readonly writer: BulkWriter<ScheduleDocument>;

  /** Schedules of `resting` tenants are neither due nor to be admitted. */
  constructor(
    private readonly mongo: Mongo,
    private readonly resting: () => readonly string[] = () => [],
  ) {
    this.schedules = mongo.collection<ScheduleDocument>('schedules');
    this.reads = new BatchedReads(this.schedules);
    this.writer = new BulkWriter(this.schedules);
  }

  /** The shards over which all schedules are spread. */
  get shards(): Shards {
    return this.mongo.shards;
  }

  private ofOthers(): typeof OF_OURS & { tenant?: { $nin: TenantId[] } } {
    const resting = this.resting();
    return resting.length === 0 ? OF_OURS : { ...OF_OURS, tenant: { $nin: resting.map(asTenantId) } };
  }

  /** Throws UNAVAILABLE for a schedule that a newer version has written; the lists for planning and admission leave these out. */
  async load(job: JobId): Promise<ScheduleState | null> {
    const document = await this.reads.get(job);
    if (document) refuseNewer(document, `the schedule of job ${job}`);
    return document && fromDocument(document);
  }

  /** The job's last success as stored in the schedule; it outlives the runs. */
  async lastSuccess(job: JobId): Promise<{ started: Instant; finished: Instant } | null> {
    const projection = { lastSuccessStart: 1, lastSuccessFinish: 1 } as const;
    const { lastSuccessStart = null, lastSuccessFinish = null } =
      (await this.schedules.findOne({ _id: job }, { projection })) ?? {};
    if (lastSuccessStart === null || lastSuccessFinish === null) return null;
    return { started: lastSuccessStart, finished: lastSuccessFinish };
  }

  /** As `loadMany` for one; callers at the same time share a read. */
  async loadReadable(job: JobId): Promise<ScheduleState | undefined> {
    const document = await this.reads.get(job);
    return document && !isNewer(document) ? fromDocument(document) : undefined;
  }

  async loadMany(jobs: readonly JobId[]): Promise<Map<JobId, ScheduleState>> {
    const documents = await byKeys(this.schedules, jobs, OF_OURS);
    return new Map(documents.map((document) => [asJobId(document._id), fromDocument(document)]));
  }

  /** False: another writer has inserted the document. */
  async insert(state: ScheduleState): Promise<boolean> {
    return this.writer.insert(toScheduleDocument(state));
  }

  /**
   * Replaces the document if its revision is still `expectedRev`. False: load again. Throws UNAVAILABLE for a schedule that a newer
   * version has written.
   */
  async save(next: ScheduleState, expectedRev: number): Promise<boolean> {
    refuseNewer(next, `the schedule of job ${next.job}`);
    return this.writer.replace(toScheduleDocument(next), expectedRev);
  }

  /** Schedules whose next slot takes effect in `(after, until]`, the earliest first. */
  async due(shards: readonly number[], after: Instant, until: Instant, limit: number): Promise<ScheduleState[]> {
    return this.schedules
      .find(
        { ...inShards(shards), nextSlotAt: { $gt: after, $lte: until }, ...this.ofOthers() },
        { sort: { nextSlotAt: 1 }, limit },
      )
      .map(fromDocument)
      .toArray();
  }

  /** Whether the next slot of any schedule of the shards took effect by `until`. Cheap, however many there are. */
  async isAnyDue(shards: readonly number[], until: Instant): Promise<boolean> {
    return isAny(this.schedules, {
      ...inShards(shards),
      nextSlotAt: { $gt: -Infinity, $lte: until },
      ...this.ofOthers(),
    });
  }

  /** Active schedules of the shards whose next slot was due before `before`, counted up to a thousand. */
  async countOverdue(shards: readonly number[], before: Instant): Promise<number> {
    const due = { ...inShards(shards), nextSlotAt: { $gt: 0, $lt: before }, active: true };
    return shards.length === 0 ? 0 : this.schedules.countDocuments(due, { limit: MAX_COUNTED });
  }

  /** The earliest slot of the shards that took effect before `before` and has no outcome yet; null: there is none. */
  async oldestDue(shards: readonly number[], before: Instant): Promise<Instant | null> {
    if (shards.length === 0) return null;
    const due = { ...inShards(shards), nextSlotAt: { $gt: 0, $lt: before }, active: true };
    return (
      (await this.schedules.findOne(due, { sort: { nextSlotAt: 1 }, projection: { nextSlotAt: 1 } }))?.nextSlotAt ??
      null
    );
  }

  /** The rules of active schedules among `limit` of a tenant, in no order; jobs without a rule are left out. */
  async rulesOf(
    tenant: TenantId,
    limit: number,
  ): Promise<{ readonly rules: readonly RuleOfJob[]; readonly isPartial: boolean }> {
    const documents = await this.schedules
      .find({ tenant }, { projection: { jobName: 1, active: 1, rule: 1 }, limit })
      .toArray();
    const rules = documents.flatMap(({ _id, jobName, active, rule }) =>
      active && rule !== null ? [{ job: asJobId(_id), jobName, rule }] : [],
    );
    return { rules, isPartial: documents.length === limit };
  }

  async syncedVersions(jobs: readonly JobId[]): Promise<Map<JobId, SyncedVersions>> {
    const projection = { jobRev: 1, jobVersion: 1, workerVersion: 1 } as const;
    const documents = await byKeys(this.schedules, jobs, {}, { projection });
    return new Map(
      documents.map(({ _id, jobRev, jobVersion, workerVersion }) => [
        asJobId(_id),
        { jobRev, jobVersion, workerVersion },
      ]),
    );
  }

  /** The jobs among these whose runs hold or await a permit, or begin a delay by their end. */
  async busyOf(jobs: readonly JobId[]): Promise<ScheduleState[]> {
    return (await byKeys(this.schedules, jobs, { busy: true, ...OF_OURS })).map(fromDocument);
  }

  /** Schedules of the shards whose runs hold or await permits, or begin a delay by their end, in id order after `after`. */
  async busyIn(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]> {
    return this.inKeyOrder({ busy: true, ...inShards(shards) }, after, limit);
  }

  /** Schedules with a waiting run that is due to be checked. */
  async admittable(shards: readonly number[], now: Instant, limit: number): Promise<ScheduleState[]> {
    return this.schedules
      .find(
        {
          busy: true,
          ...inShards(shards),
          admitAt: { $gt: 0, $lte: now },
          ...this.ofOthers(),
        },
        { limit },
      )
      .map(fromDocument)
      .toArray();
  }

  /** Schedules whose last gap may not have been copied. */
  async withOpenGap(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]> {
    return this.inKeyOrder({ gapOpen: true, ...inShards(shards) }, after, limit);
  }

  /** Active schedules of the shards whose slots calendars move, in id order after `after`; those of a newer version among them. */
  async movedIn(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]> {
    return this.inKeyOrder({ moved: true, ...inShards(shards) }, after, limit);
  }

  async countIn(shards: readonly number[]): Promise<number> {
    return this.schedules.countDocuments(inShards(shards));
  }

  /** Jobs that run after this one, in id order after `after`. */
  async followersOf(job: JobId, after: JobId | null, limit: number): Promise<ScheduleState[]> {
    return this.inKeyOrder({ following: true, follows: job }, after, limit);
  }

  /** How many jobs run after this one, counted no further than `upTo`. */
  async countFollowers(job: JobId, upTo: number): Promise<number> {
    return this.schedules.countDocuments({ following: true, follows: job as string }, { limit: upTo });
  }

  /** Schedules of the shards with a deadline of their dependencies that has come, the oldest first. */
  async pastDeadline(shards: readonly number[], now: Instant, limit: number): Promise<ScheduleState[]> {
    return this.schedules
      .find(
        { awaited: true, ...inShards(shards), deadlineAt: { $gt: 0, $lte: now } },
        { sort: { deadlineAt: 1 }, limit },
      )
      .map(fromDocument)
      .toArray();
  }

  /** Active schedules with a rule but without a wake-up time, in id order after `after`. */
  async silentIn(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]> {
    return this.inKeyOrder(
      { ...inShards(shards), nextSlotAt: null, active: true, rule: { $ne: null }, ...OF_OURS },
      after,
      limit,
    );
  }

  private inKeyOrder(
    filter: mongo.Filter<ScheduleDocument>,
    after: JobId | null,
    limit: number,
  ): Promise<ScheduleState[]> {
    return this.schedules
      .find({ ...filter, ...keyAfter(after) }, { sort: { _id: 1 }, limit })
      .map(fromDocument)
      .toArray();
  }
}
