/** Applies a job's definition to the scheduler's own document, from which its next slots are made. */
import type { AfterSpec } from '#common/spec/after.js';
import { groupOfJob, type JobSpec } from '#common/spec/job.js';
import type { JobOption } from '#common/spec/options.js';
import { CALL_FORM, IDENTITY_FORM } from '#common/domain/stored-form.js';
import { endsByAnswer } from '#common/spec/http-call.js';
import { engineOf } from '#common/spec/worker.js';
import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import type { SpecHash } from '#common/domain/ids.js';
import { DEFAULT_PREEMPTIONS, DEFAULT_START_DEADLINE_SECONDS } from '#common/domain/limits.js';
import { storedPriority } from '#common/domain/priority.js';
import type { Instant } from '#common/run/run.js';
import { bucketsUnder, parameterTexts, sameRate } from '#common/schedule/key-limit.js';
import type { KeyRule } from '#common/schedule/key-rule.js';
import { parseSchedule, type FieldProblem } from '#common/schedule/parse-schedule.js';
import { keyReference, namesIn } from '#common/spec/key-template.js';
import type { PerKeySpec } from '#common/spec/per-key.js';
import type {
  ConcurrencyRule,
  GapOutcome,
  GapReason,
  InactiveReason,
  MisfireRule,
  ScheduleRule,
  ScheduleState,
} from '#common/schedule/schedule-state.js';
import { nextDeadline, readAfter } from '../after/core/read-after.js';
import { waiterUnder } from './apply-admission.js';
import { delayedUnder, firstSlotAfter } from './fixed-delay.js';

/** The workers of a job: its own and those of its tasks. */
export interface JobWorkers {
  readonly worker: StoredWorker;
  readonly taskWorkers: readonly StoredWorker[];
}

export interface Definition extends JobWorkers {
  readonly job: StoredJob;
  readonly spec: SpecHash;
  readonly shard: number;
}

/** A definition as the planner reads it, before it is joined with the recorded state of the job. */
export interface Reading {
  readonly rule: ScheduleRule | null;
  /** Not empty if the stored schedule cannot be parsed; the job has no slots then. */
  readonly problems: readonly FieldProblem[];
  readonly active: boolean;
  readonly inactiveReason: InactiveReason | null;
}

const DEFAULT_MISFIRE: MisfireRule = { policy: 'last', maxMissed: 5, startingDeadlineSeconds: null };
const DEFAULT_CONCURRENCY: ConcurrencyRule = { policy: 'Allow', maxConcurrency: 1, maxQueued: 20, group: null };

export function readDefinition(job: StoredJob): Reading {
  const { cron, schedule } = job.spec;
  const parsed = parseSchedule({ cron, schedule }, { hashKey: `${job.tenant}/${job.id}`, createdAt: job.createdAt });
  const inactiveReason = inactiveReasonOf(job) ?? (parsed.ok ? null : 'invalid');
  return {
    rule: parsed.ok ? parsed.rule : null,
    problems: parsed.ok ? [] : parsed.problems,
    active: inactiveReason === null,
    inactiveReason,
  };
}

/** True if the document contains this definition already. */
export function isUpToDate(
  state: Pick<ScheduleState, 'jobRev' | 'jobVersion' | 'workerVersion'>,
  job: Pick<StoredJob, 'rev' | 'version'>,
  workers: JobWorkers,
): boolean {
  const { jobRev, jobVersion, workerVersion } = state;
  return jobRev === job.rev && jobVersion === job.version && workerVersion === workerVersionOf(workers);
}

/** A number that grows with every edit of one of the workers. A change of which workers are used changes the version of the job. */
const workerVersionOf = ({ worker, taskWorkers }: JobWorkers): number =>
  taskWorkers.reduce((sum, { version }) => sum + version, worker.version);

/**
 * The instant from which slots belong to the new definition: when it was saved, but not in the future (the api's clock may be wrong) and
 * never before the recorded slots.
 */
export function effectiveFromOf(job: StoredJob, old: ScheduleState | null, now: Instant): Instant {
  return Math.max(Math.min(now, job.updatedAt), old?.effectiveFrom ?? 0, old?.mark ?? 0);
}

/** The outcome of slots before `effectiveFrom` that have none yet; null if they belong to the new definition. */
export function outcomeOfRest(
  old: ScheduleState,
  reading: Reading,
): { readonly outcome: GapOutcome; readonly reason: GapReason } | null {
  if (old.active && reading.active) {
    return sameRule(old.rule, reading.rule) ? null : { outcome: 'skipped', reason: 'ScheduleChanged' };
  }
  const reason = old.inactiveReason ?? reading.inactiveReason;
  if (!old.active && !reading.active && sameRule(old.rule, reading.rule) && reason === reading.inactiveReason)
    return null;
  return { outcome: 'paused', reason: reason === null ? 'Paused' : PAUSE_REASONS[reason] };
}

const PAUSE_REASONS = { disabled: 'Disabled', paused: 'Paused', deleted: 'Deleted', invalid: 'Invalid' } as const;

/** The next document. `old` has the outcome of every slot before `effectiveFrom`, or its rule stays the same. */
export function applyJob(
  { job, worker, taskWorkers, spec, shard }: Definition,
  reading: Reading,
  old: ScheduleState | null,
  effectiveFrom: Instant,
): ScheduleState {
  const kept = old ?? NOTHING_RECORDED;
  const under = { tenant: job.tenant, concurrency: concurrencyOf(job.spec) };
  const goesOn = old !== null && outcomeOfRest(old, reading) === null;
  const mark = goesOn ? old.mark : effectiveFrom;
  const delayed = delayedUnder(reading.rule, old, mark);
  return {
    job: job.id,
    tenant: job.tenant,
    shard,
    rev: kept.rev + 1,
    jobRev: job.rev,
    jobVersion: job.version,
    workerVersion: workerVersionOf({ worker, taskWorkers }),
    jobName: job.spec.name,
    worker: worker.id,
    engine: engineOf(worker.spec),
    ...(endsByAnswer({ worker: worker.spec, job: job.spec }) && { form: CALL_FORM }),
    ...(job.spec.identity && { form: IDENTITY_FORM }),
    spec,
    rule: reading.rule,
    misfire: misfireOf(job.spec),
    concurrency: under.concurrency,
    startDeadlineSeconds: job.spec.startDeadlineSeconds ?? DEFAULT_START_DEADLINE_SECONDS,
    ...storedPriority(job.spec.priority),
    ...preemptibleOf(job.spec),
    active: reading.active,
    inactiveReason: reading.inactiveReason,
    ...(kept.followed && { followed: kept.followed }),
    ...dependenciesOf(job.spec, reading, effectiveFrom),
    effectiveFrom,
    mark,
    ...delayed,
    nextSlotAt: reading.active ? firstSlotAfter({ rule: reading.rule, ...delayed }, mark) : null,
    openGap: kept.openGap,
    holders: kept.holders,
    queue: kept.queue.map((waiter) => waiterUnder(waiter, old?.concurrency.policy ?? 'Allow', under)),
    ...keyBucketsOf(old, under.concurrency, effectiveFrom),
    lastSlot: kept.lastSlot,
    ...(kept.lastFired !== undefined && { lastFired: kept.lastFired }),
    lastSuccessStart: kept.lastSuccessStart,
    lastSuccessFinish: kept.lastSuccessFinish,
  };
}

const NOTHING_RECORDED = {
  rev: 0,
  followed: undefined,
  openGap: null,
  holders: [],
  queue: [],
  lastSlot: null,
  lastFired: undefined,
  lastSuccessStart: null,
  lastSuccessFinish: null,
} as const;

/** Deadlines count from the definition that sets them. */
function dependenciesOf(
  spec: AfterSpec,
  { active }: Reading,
  effectiveFrom: Instant,
): Pick<ScheduleState, 'after' | 'deadlineAt'> {
  const after = readAfter(spec);
  if (after === null) return {};
  const deadlineAt = active ? nextDeadline(after.deadline, effectiveFrom) : null;
  return { after, ...(deadlineAt !== null && { deadlineAt }) };
}

const preemptibleOf = ({ preemptible }: Pick<JobSpec, 'preemptible'>): Pick<ScheduleState, 'preemptible'> =>
  preemptible === undefined ? {} : { preemptible: preemptible.maxTimes ?? DEFAULT_PREEMPTIONS };

function inactiveReasonOf(job: StoredJob): InactiveReason | null {
  if (job.deletedAt !== null) return 'deleted';
  if (job.spec.enabled === false) return 'disabled';
  return job.paused === null ? null : 'paused';
}

function misfireOf({ misfire = {} }: Pick<JobSpec, 'misfire'>): MisfireRule {
  return {
    policy: misfire.policy ?? DEFAULT_MISFIRE.policy,
    maxMissed: misfire.maxMissed ?? DEFAULT_MISFIRE.maxMissed,
    startingDeadlineSeconds: misfire.startingDeadlineSeconds ?? DEFAULT_MISFIRE.startingDeadlineSeconds,
  };
}

/** An unchanged rate keeps its token buckets; under another rate a bucket is at worst empty (`bucketsUnder`). */
function keyBucketsOf(
  old: ScheduleState | null,
  { perKey }: ConcurrencyRule,
  since: Instant,
): Pick<ScheduleState, 'keyBuckets'> {
  const former = old?.keyBuckets ?? [];
  const isSame = sameRate(old?.concurrency.perKey?.rate, perKey?.rate);
  const keyBuckets = isSame ? former : bucketsUnder(perKey?.rate ?? null, former, since);
  return keyBuckets.length > 0 ? { keyBuckets } : {};
}

type Concurrent = Pick<JobSpec, 'concurrency' | 'queue' | 'parameters'> & {
  readonly options?: readonly JobOption[] | undefined;
};

function concurrencyOf(job: Concurrent): ConcurrencyRule {
  const { concurrency = {} } = job;
  const { perKey } = concurrency;
  return {
    policy: concurrency.policy ?? DEFAULT_CONCURRENCY.policy,
    maxConcurrency: concurrency.maxConcurrency ?? DEFAULT_CONCURRENCY.maxConcurrency,
    maxQueued: concurrency.maxQueued ?? DEFAULT_CONCURRENCY.maxQueued,
    group: groupOfJob(job),
    ...(perKey !== undefined && { perKey: keyRuleOf(perKey, job) }),
  };
}

/** Of the job's own options and parameters, only the ones that its key names are kept. */
function keyRuleOf(
  { key, max, rate, policy, maxQueued }: PerKeySpec,
  { options = [], parameters }: Concurrent,
): KeyRule {
  const named = namesIn(key).flatMap((name) => keyReference(name) ?? []);
  const namesOf = (kind: 'option' | 'parameters'): string[] => [
    ...new Set(named.filter(({ of }) => of === kind).map(({ name }) => name)),
  ];
  return {
    key,
    max: max ?? null,
    rate: rate ?? null,
    policy: policy ?? 'Enqueue',
    maxQueued: maxQueued ?? null,
    options: options.filter(({ name, type }) => type !== 'secret' && namesOf('option').includes(name)),
    parameters: parameterTexts(parameters, namesOf('parameters')),
  };
}

const sameRule = (a: ScheduleRule | null, b: ScheduleRule | null): boolean => JSON.stringify(a) === JSON.stringify(b);
