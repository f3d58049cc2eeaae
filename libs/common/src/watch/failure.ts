/** A failed run as its error group counts it, and the rule that determines the group. */
import type { JobId, RunId, TenantId } from '../domain/ids.js';
import { isFailure } from '../run/failed-ends.js';
import { isFinal, stateOf } from '../run/phase.js';
import type { Instant, Run } from '../run/run.js';
import { MAX_ERROR_LINE_LENGTH, MAX_ERROR_LINES } from '../domain/limits.js';
import { withoutCommands } from '../domain/terminal-commands.js';

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

/*
 * Normalises the last lines of a failed run: placeholders replace what differs from failure to failure: numbers, ids, times,
 * quoted values, places. Two failures for the same cause give the same text. To normalise a normalised line changes nothing.
 */

/** The rest of a longer line is ignored. */
const MAX_LOOKED_AT = 1_000;
/** A replacement may join parts that match again: a few passes find all of them. */
const MAX_PASSES = 20;

/** The replacements, in this order. Each pattern is linear in the length of the line. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  // Unprintable characters.
  [/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202f\ufeff]+/gu, ' '],
  // Text that is labelled as a secret without being declared as one: the log shows it, but a summary of many runs need not.
  [/\b(Bearer|Authorization: Basic)\s+(?!<)[^\s"',;<>]+/giu, '$1 <value>'],
  [
    /((?:password|passwd|passphrase|secret|token|credential|api[_-]?key|access[_-]?key)s?["']?\s?[:=]\s?)(?!<)["']?[^\s"',;&<>]+["']?/giu,
    '$1<value>',
  ],
  [/\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'`<>)\]}]+/giu, '<url>'],
  [/[\w.%+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gu, '<mail>'],
  // Before dates: three of its four numbers look like one.
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b/gu, '<address>'],
  [/\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?/gu, '<time>'],
  [/\b\d{1,4}[/.]\d{1,2}[/.]\d{2,4}(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?\b/gu, '<time>'],
  [/\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?: ?(?:Z|UTC|[AP]M|[+-]\d{2}:?\d{2}))?/gu, '<time>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu, '<id>'],
  [/(?<![\w"'`])(["'`])(?:(?!\1)[^\n]){0,300}\1(?![\w"'`])/gu, '<value>'],
  [/(\/(?:var\/)?tmp\/)(?!<path>)[^\s"'`:,;()<>]+/gu, '$1<path>'],
  [/\b0x[\da-f]+\b/giu, '<id>'],
  // The end of a pod's name, then words like the id of a commit or a request, but not `Http2Session`.
  [/-[bcdfghjklmnpqrstvwxz2456789]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\p{L}\p{N}_])/gu, '-<id>'],
  [/(?<![\p{L}\p{N}_])(?=[a-f]{0,20}\d)(?=\d{0,20}[a-f])[\da-f]{8,}(?![\p{L}\p{N}_])/giu, '<id>'],
  [/(?<![\p{L}\p{N}_])(?=\d*\p{L})(?=[\p{L}_]*\d[\p{L}_]*\d)[\p{L}\p{N}_]{8,}(?![\p{L}\p{N}_])/gu, '<id>'],
  [/(?<![\p{L}\p{N}_])(?=\p{L}*\d+\p{L}+\d)[\p{L}\p{N}]{5,}(?![\p{L}\p{N}_])/gu, '<id>'],
  [/(?<![\p{L}\p{N}_>)\]])[-+](?=\d)/gu, ''],
  [/\p{N}+(?:[.,_]\p{N}+)*/gu, '<n>'],
  // The unit of a duration is not part of the cause.
  [/<n>\s?(?:ns|us|µs|ms|sec|secs|seconds?|mins?|minutes?|hours?|[smhdB%]|[kKMGT]i?B?)(?![\p{L}\p{N}_<])/gu, '<n>'],
  [/\s+/gu, ' '],
];

/** Never longer than `MAX_ERROR_LINE_LENGTH`. */
export function normalisedLine(line: string): string {
  let text = withoutCommands(line).slice(0, MAX_LOOKED_AT);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = onePass(text);
    if (next === text) break;
    text = next;
  }
  return text;
}

function onePass(line: string): string {
  let text = line;
  for (const [pattern, replacement] of REPLACEMENTS) text = text.replace(pattern, replacement);
  return wellFormed(text.trim().slice(0, MAX_ERROR_LINE_LENGTH)).trimEnd();
}

/** A cut may have left half of a character. */
const wellFormed = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');

/** The last `MAX_ERROR_LINES` lines with content; equal lines in a row count once. */
export function normalisedLines(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const line of lines.toReversed()) {
    const text = normalisedLine(line);
    if (text === '' || text === kept.at(-1)) continue;
    kept.push(text);
    if (kept.length === MAX_ERROR_LINES) break;
  }
  return kept.toReversed();
}

/** The beginning of the message of a run that one of its indexes has decided. */
const OF_INDEX = /^\S+\/\d+ failed(?: after \d+ attempts)?: /u;

/** A run's own message about its failure, without the failed index and the number of tries. */
export const normalisedMessage = (message: string): readonly string[] =>
  normalisedLines(message.replace(OF_INDEX, '').split('\n'));
