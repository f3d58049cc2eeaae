/** How the API shows a job. */
import { z } from 'zod';
import { MASK } from '#common/domain/mask.js';
import { jsonValue } from '#common/spec/fields.js';
import { jobSpec, parametersField } from '#common/spec/job.js';
import { ownSince, type StoredJob } from '#common/spec/definitions.js';
import { withSecretDefaults } from '#common/spec/options/secret-defaults.js';
import type { Instant } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { JobVersion } from '#common/mongo/jobs.store.js';
import type { RunCounts } from '#common/mongo/run-reads.js';
import { flag, int, text, textOrNull, time, timeOrNull, timeText, timeTextOrNull } from '../http/page.js';
import { withWarnings, shownWarnings } from '../http/secret-warnings.js';
import { masked, maskedJson, type Secrets } from './core/job-secrets.js';
import type { Unreadable } from './secret-keeper.js';

const content = {
  ...jobSpec.shape,
  worker: jobSpec.shape.worker.unwrap().describe('The id of the worker that does the work.'),
  labels: z.record(z.string(), z.string()).describe('Pairs of name and value by which lists can be filtered.'),
  enabled: flag('False: no slots are run; manual runs stay possible.'),
  owners: z.array(z.string()).describe('The people or teams that are responsible for the job; for information only.'),
  parameters: parametersField.describe('The parameters of each run: any JSON value.'),
  secureParameters: jsonValue.describe(
    `Any JSON value. Only owners and admins see it; for others each value of an object, or a value of another type as a whole, is "${MASK}". "${MASK}" in a request leaves a value unchanged.`,
  ),
  httpHeaders: z
    .record(z.string(), z.string())
    .describe(`Only owners and admins see the values; for others they are "${MASK}".`),
  identitySubject: z
    .string()
    .optional()
    .meta({
      description:
        'The subject (`sub`) of the identity tokens of the job. A later job with its id has another one. Absent if the job has no identity.',
      examples: ['tenant:ibm:mi9l3k2w:job:ibm-nightly:mi9l8x1a'],
    }),
  warnings: shownWarnings,
};

export const jobView = z.object({
  id: text('The id of the job.'),
  version: int('The version of the job: the number of the edit, from 1.'),
  ...content,
  createdAt: time('When the job was created.'),
  updatedAt: time('When the job was last edited; pausing is not an edit.'),
  updatedBy: text('The name of the caller who made the last edit.'),
  paused: z
    .object({
      by: text('The name of the caller who paused the job.'),
      at: time('When the job was paused.'),
      note: textOrNull('The reason; null if none was given.'),
      archived: z
        .boolean()
        .optional()
        .describe(
          'True: the job is archived, so lists leave it out unless archived jobs are requested; otherwise absent.',
        ),
    })
    .nullable()
    .describe('Who paused the job, when and why; null while the job is not paused.'),
  status: z
    .object({
      nextSlot: timeOrNull('The next slot; null if there is none.'),
      lastSlot: timeOrNull('The latest slot that has passed; null if there was none.'),
      lastSuccessStart: timeOrNull('When the latest successful run of the job started; null if there was none.'),
      lastSuccessFinish: timeOrNull('When the latest successful run of the job ended; null if there was none.'),
      activeRuns: int('How many runs are active, without delayed ones.'),
      queuedRuns: int('How many runs wait for admission, without delayed ones.'),
      delayedRuns: int('How many runs wait for a start time that lies ahead.'),
    })
    .describe('The state of the job: its slots and runs.'),
});
export type JobView = z.output<typeof jobView>;

export const jobVersionView = z.object({
  version: int('The version of the job: the number of the edit, from 1.'),
  savedAt: time('When the version was saved.'),
  savedBy: text('The name of the caller who saved the version.'),
  current: flag('True for the present version, from which runs are created.'),
  job: z.object(content).describe('The job as it was in that version.'),
});
export type JobVersionView = z.output<typeof jobVersionView>;

export const jobDiffView = z.object({
  from: int('The earlier version.'),
  to: int('The later version.'),
  changes: z
    .array(
      z.object({
        op: z.enum(['add', 'remove', 'replace']).describe('The operation on the value at `path`.'),
        path: text('The place in the job, as a JSON Pointer (RFC 6901).'),
        value: jsonValue.optional().describe('The value after; none with `remove`.'),
        before: jsonValue.optional().describe('The value before; none with `add`.'),
      }),
    )
    .describe('The changes, in the order in which they are applied; empty if nothing differs.'),
});

/** The facts about a job's schedule and runs that its view shows. */
export interface JobStatusSource {
  readonly schedule: ScheduleState | undefined;
  readonly counts: RunCounts | undefined;
  /** Counts only the runs that are still kept. */
  readonly lastSuccess: Success | null;
}

interface Success {
  readonly started: Instant;
  readonly finished: Instant;
}

/** A job's content as it is shown: with decrypted secrets for callers who may see them, otherwise only with their names. */
export interface ShownContent {
  readonly spec: StoredJob['spec'];
  readonly secrets: Secrets;
  readonly unreadable: readonly Unreadable[];
}

export function toJobView(job: StoredJob, content: ShownContent, source: JobStatusSource): JobView {
  return {
    id: job.id,
    version: job.version,
    ...contentView(content),
    createdAt: timeText(job.createdAt),
    updatedAt: timeText(job.updatedAt),
    updatedBy: job.updatedBy,
    paused: job.paused && { ...job.paused, at: timeText(job.paused.at) },
    status: statusView(source, ownSince(job)),
  };
}

/** `since`: older facts belong to a former job. */
function statusView(source: JobStatusSource, since: Instant): JobView['status'] {
  const { schedule, counts } = source;
  const success = lastSuccessOf(source, since);
  return {
    nextSlot: schedule?.active === true ? timeTextOrNull(schedule.nextSlotAt) : null,
    lastSlot: timeTextOrNull(ownTime(schedule?.lastSlot, since)),
    lastSuccessStart: timeTextOrNull(success?.started),
    lastSuccessFinish: timeTextOrNull(success?.finished),
    activeRuns: counts?.active ?? 0,
    queuedRuns: counts?.queued ?? 0,
    delayedRuns: counts?.delayed ?? 0,
  };
}

const ownTime = (at: Instant | null | undefined, since: Instant): Instant | null =>
  at == null || at < since ? null : at;

/** The later of two: the success in the schedule outlives the runs, but is stored some time later. */
function lastSuccessOf({ schedule, lastSuccess }: JobStatusSource, since: Instant): Success | null {
  const { lastSuccessStart: started = null, lastSuccessFinish: finished = null } = schedule ?? {};
  const booked = started === null || finished === null ? null : { started, finished };
  const own = [booked, lastSuccess].filter((each) => each !== null && each.started >= since);
  return own.reduce(
    (best, each) => (best === null || (each !== null && each.finished > best.finished) ? each : best),
    null,
  );
}

export function toJobVersionView(
  version: Pick<JobVersion, 'version' | 'savedAt' | 'savedBy'>,
  content: ShownContent,
  current: boolean,
): JobVersionView {
  return {
    version: version.version,
    savedAt: timeText(version.savedAt),
    savedBy: version.savedBy,
    current,
    job: contentView(content),
  };
}

/** The same secrets with their values hidden. */
export const hidden = (secrets: Secrets): Secrets => ({
  secureParameters: maskedJson(secrets.secureParameters),
  httpHeaders: masked(secrets.httpHeaders),
  options: masked(secrets.options),
});

function contentView({ spec, secrets, unreadable }: ShownContent): JobVersionView['job'] {
  return {
    ...spec,
    labels: spec.labels ?? {},
    enabled: spec.enabled ?? true,
    owners: spec.owners ?? [],
    // Null is a value.
    parameters: spec.parameters === undefined ? {} : spec.parameters,
    ...(spec.options && { options: withSecretDefaults(spec.options, secrets.options) }),
    secureParameters: secrets.secureParameters,
    httpHeaders: { ...secrets.httpHeaders },
    ...withWarnings(unreadable),
  };
}
