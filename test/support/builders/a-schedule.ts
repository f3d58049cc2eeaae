import type { ScheduleSpec } from '#common/spec/schedule.js';
import { asJobId, asSpecHash, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { parseSchedule } from '#common/schedule/parse-schedule.js';
import { nextSlots } from '#common/schedule/slots.js';
import type { ScheduleRule, ScheduleState } from '#common/schedule/schedule-state.js';

/** The rule of a schedule as a job would have it. */
export function aRule(schedule: ScheduleSpec, hashKey = 'acme/job-1'): ScheduleRule {
  const parsed = parseSchedule({ schedule }, { hashKey, createdAt: 0 });
  if (!parsed.ok) throw new Error(parsed.problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
  if (!parsed.rule) throw new Error('the schedule has no rule');
  return parsed.rule;
}

/** An active, unlimited job whose slots are recorded up to `mark`. */
export function aSchedule(
  schedule: ScheduleSpec | null,
  mark: number,
  change: Partial<ScheduleState> = {},
): ScheduleState {
  const job = change.job ?? asJobId('job-1');
  const rule = schedule && aRule(schedule, `acme/${job}`);
  return {
    job,
    tenant: asTenantId('acme'),
    shard: shardOf(job),
    rev: 1,
    jobRev: 1,
    jobVersion: 1,
    workerVersion: 1,
    jobName: 'A job',
    worker: asWorkerId('worker'),
    engine: 'process',
    spec: asSpecHash('spec'),
    rule,
    misfire: { policy: 'last', maxMissed: 5, startingDeadlineSeconds: null },
    concurrency: { policy: 'Allow', maxConcurrency: 1, maxQueued: 20, group: null },
    startDeadlineSeconds: 900,
    active: true,
    inactiveReason: null,
    effectiveFrom: mark,
    mark,
    nextSlotAt: (rule && nextSlots(rule, { after: mark, limit: 1 })[0]?.effective) ?? null,
    openGap: null,
    holders: [],
    queue: [],
    lastSlot: null,
    lastSuccessStart: null,
    lastSuccessFinish: null,
    ...change,
  };
}
