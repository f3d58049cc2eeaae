/** The inputs of decisions about a run. All inputs that wait for one run go into one decision. */
import type { JsonValue } from '#common/spec/fields.js';
import type { RunCommand } from '#common/spec/definitions.js';
import type { AttemptId } from '#common/domain/ids.js';
import type { AttemptRecord, Instant, LiveAttempt, RunOutputs } from '#common/run/run.js';
import type { Found, Observation, StartResult } from '../engines/engine.js';

export interface StatusReport {
  readonly type: 'status';
  readonly attempt: AttemptId;
  readonly at: Instant;
  readonly state: 'RUNNING' | 'FINISHED' | 'FAILED';
  readonly message: string | null;
  readonly exitCode: number | null;
  readonly progress: JsonValue | null;
  /** The outputs of an end; none if absent. */
  readonly outputs?: RunOutputs | undefined;
}

export type Input =
  /** A report of an engine. */
  | { readonly type: 'observed'; readonly observation: Observation }
  /** The result of a start that this incarnation tried. */
  | {
      readonly type: 'startResult';
      readonly attempt: AttemptId;
      /** The claim under which it was tried; absent: the current one. */
      readonly claim?: Pick<LiveAttempt['claim'], 'incarnation' | 'at'>;
      readonly result: StartResult;
    }
  /** The finding of an engine that searched for the attempt in the state `of`; later changes are newer. */
  | { readonly type: 'found'; readonly found: Found; readonly of: Pick<LiveAttempt, 'state' | 'claim'> }
  /** The end of this attempt is saved already, by a process that died before it was counted: that end stands. */
  | { readonly type: 'recorded'; readonly record: AttemptRecord }
  | StatusReport
  /** A sign of life: a callback of a web service, a line of a pod or process. Null: it is unknown now whether there was one. */
  | { readonly type: 'seen'; readonly attempt: AttemptId; readonly at: Instant | null }
  /** The collector has stored the output up to its end, or says what is missing. */
  | {
      readonly type: 'sealed';
      readonly attempt: AttemptId;
      readonly complete: boolean;
      readonly reason: string | null;
      /** The result that the output has reported; none if absent. */
      readonly outputs?: RunOutputs | undefined;
    }
  /** The collector is still reading the output and makes progress. */
  | { readonly type: 'sealing'; readonly attempt: AttemptId }
  | { readonly type: 'command'; readonly command: RunCommand };

/** The answer to an input, for a caller who waits for it. */
export type Answer =
  | 'done'
  /** The observation contradicts the recorded state. */
  | 'conflict'
  /** The run is queued and belongs to the scheduler: the input must be repeated until the run is admitted or ended. */
  | 'notYet'
  /** The attempt is not a live one of this run. */
  | 'notCurrent';

/** Facts come before commands, and equals are ordered by attempt id, so the outcome does not depend on the order of arrival. */
const RANK: Readonly<Record<Input['type'], number>> = {
  recorded: 0,
  startResult: 1,
  observed: 1,
  found: 2,
  seen: 3,
  status: 4,
  sealing: 5,
  sealed: 5,
  command: 6,
};

/** The positions of the inputs in the order in which they are applied. */
export function applyOrder(inputs: readonly Input[]): number[] {
  const keyed = inputs.map((input, position) => ({ position, rank: RANK[input.type], key: sortKey(input) }));
  keyed.sort((a, b) => a.rank - b.rank || compare(a.key, b.key) || a.position - b.position);
  return keyed.map(({ position }) => position);
}

/** Commands by age, everything else by attempt; inputs of one attempt keep their order of arrival. */
function sortKey(input: Input): string {
  if (input.type === 'command') return `${String(input.command.at).padStart(16, '0')}/${input.command.id}`;
  return attemptOf(input);
}

/** The attempt that an input is about. */
export function attemptOf(input: Exclude<Input, { type: 'command' }>): AttemptId {
  switch (input.type) {
    case 'observed':
      return input.observation.attempt;
    case 'found':
      return input.found.attempt;
    case 'recorded':
      return input.record.id;
    case 'startResult':
    case 'status':
    case 'seen':
    case 'sealing':
    case 'sealed':
      return input.attempt;
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
