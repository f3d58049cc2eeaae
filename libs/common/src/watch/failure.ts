/** A failed run as its error group counts it, and the rule that determines the group. */
import type { JobId, RunId, TenantId } from '../domain/ids.js';
import { isFailure } from '../run/failed-ends.js';
import { isFinal, stateOf } from '../run/phase.js';
import type { Instant, Run } from '../run/run.js';
import { normalisedLines, normalisedMessage } from './failure-text.js';

/** The fields of a run by which its failure is recognised. */
export type FailedRun = Pick<
  Run,
  'id' | 'tenant' | 'job' | 'jobName' | 'jobVersion' | 'reason' | 'message' | 'exitCode' | 'createdAt'
> & {
  readonly finished: Instant;
  /** The attempt that decided it; absent where no single one did. */
  readonly failed?: NonNullable<Run['ending']>['failed'];
};

/** The parts that all failures of a group have in common. */
export interface FailureKind {
  readonly tenant: TenantId;
  /** The reason of the attempt that decided the run, if there is one; otherwise the reason of the run. */
  readonly reason: string;
  readonly exitCode: number | null;
  /** Normalised lines of the output, or, without output, the normalised message. */
  readonly lines: readonly string[];
}

/** One failed run whose group is known. */
export interface Failure {
  readonly run: RunId;
  readonly job: JobId;
  readonly jobName: string;
  readonly jobVersion: number;
  readonly at: Instant;
}

/** Ends by request: they are no failures, though the state is the same. */
const ASKED_FOR = 'TerminatedByCommand';

/** Whether the run has failed for good, so that it belongs to an error group. */
export const hasFailed = ({ phase, reason }: Pick<Run, 'phase' | 'reason'>): boolean =>
  isFinal(phase) && isFailure({ state: stateOf(phase), reason }) && reason !== ASKED_FOR;

/** `lines`: the last lines of its output, as stored, with secrets hidden. */
export function kindOfFailure(run: FailedRun, lines: readonly string[]): FailureKind {
  const { tenant, exitCode, message } = run;
  const said = normalisedLines(lines);
  return {
    tenant,
    reason: run.failed?.reason ?? run.reason,
    exitCode,
    lines: said.length > 0 ? said : normalisedMessage(message),
  };
}

/** Changes when the rule of grouping changes: failures before and after then belong to different groups. */
const FORM = 1;

/** The text whose hash is the id of the group. `begin`: when the tenant was created, if its id is reused. */
export const fingerprintText = ({ tenant, reason, exitCode, lines }: FailureKind, begin: Instant): string =>
  JSON.stringify([FORM, tenant, begin, reason, exitCode, ...lines]);

export const failureOf = ({ id, job, jobName, jobVersion, finished }: FailedRun): Failure => ({
  run: id,
  job,
  jobName,
  jobVersion,
  at: finished,
});

/** The status of a web service's answer, where it is the reason. */
export function httpStatusOf(reason: string): number | null {
  const status = /^Http(\d{3})$/u.exec(reason)?.[1];
  return status === undefined ? null : Number(status);
}
