/** Everything that a run may have to be decided on. All that waits for one run goes into one decision. */
import type { JsonValue } from '#common/spec/fields.js';
import type { RunCommand } from '#common/spec/definitions.js';
import type { AttemptId } from '#common/domain/ids.js';
import type { AttemptRecord, Instant, LiveAttempt } from '#common/run/run.js';
import type { Found, Observation, StartResult } from '../engines/engine.js';

export interface StatusReport {
  readonly type: 'status';
  readonly attempt: AttemptId;
  readonly at: Instant;
  readonly state: 'RUNNING' | 'FINISHED' | 'FAILED';
  readonly message: string | null;
  readonly exitCode: number | null;
  readonly progress: JsonValue | null;
}

export type Input =
  /** What an engine reported by itself. */
  | { readonly type: 'observed'; readonly observation: Observation }
  /** What a start that this incarnation made came to. */
  | {
      readonly type: 'startResult';
      readonly attempt: AttemptId;
      /** The claim under which it was tried; absent: the one that stands. */
      readonly claim?: Pick<LiveAttempt['claim'], 'incarnation' | 'at'>;
      readonly result: StartResult;
    }
  /** What an engine found after a restart, looking for the attempt as it was in `of`: what came about since is newer. */
  | { readonly type: 'found'; readonly found: Found; readonly of: Pick<LiveAttempt, 'state' | 'claim'> }
  /** The end of this attempt is saved already, by somebody who died before it was counted: that end stands. */
  | { readonly type: 'recorded'; readonly record: AttemptRecord }
  | StatusReport
  /** A sign of life of a web service's attempt. */
  | { readonly type: 'seen'; readonly attempt: AttemptId; readonly at: Instant }
  /** The collector has stored the output up to its end, or says what is missing. */
  | {
      readonly type: 'sealed';
      readonly attempt: AttemptId;
      readonly complete: boolean;
      readonly reason: string | null;
    }
  /** The collector is still reading the output, and has come further. */
  | { readonly type: 'sealing'; readonly attempt: AttemptId }
  | { readonly type: 'command'; readonly command: RunCommand };

/** What became of an input, for whoever waits for an answer. */
export type Answer =
  | 'done'
  /** It contradicts what is known already. */
  | 'conflict'
  /** The run waits for its place and is not ours to write: to be brought again until somebody has taken it in. */
  | 'notYet'
  /** The attempt is none of this run's live ones. */
  | 'notCurrent';

/**
 * Facts come before judgements, and among equals the attempt's id decides: so the outcome does not depend on which of several
 * waiting inputs arrived first.
 */
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

/** Commands by age; everything else by attempt, an attempt's own inputs staying in the order in which they came. */
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
