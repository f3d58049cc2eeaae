/** The part of an archived run that stays in the database: the fields that lists need, and the location of the rest. */
import { asRunId } from '../domain/ids.js';
import type { ColdPlace } from '../cold/pack-reader.js';
import type { Instant, Run, TaskState } from '../run/run.js';
import { stateOf, type RunState } from '../run/phase.js';
import type { StoredDocument } from './document.js';

/** Fields of a run that lists neither filter by nor show, or that no ended run has. */
type Left =
  | 'transitions'
  | 'effects'
  | 'commands'
  | 'holds'
  | 'live'
  | 'overrides'
  | 'outputs'
  | 'ending'
  | 'wakeAt'
  | 'expireAt'
  | 'delayed'
  | 'gangs'
  | 'notBefore'
  | 'archiveMs'
  | 'archivedAt'
  | 'causedBy';

export interface ColdRunDocument extends Omit<Run, 'id' | Left>, StoredDocument {
  readonly state: RunState;
  readonly rerunOf?: string;
  /** True if it belongs to an error group. */
  readonly grouped?: true;
  readonly archivedAt: Instant;
  /** The id of its pack. */
  readonly pack: string;
  readonly place: ColdPlace;
}

/** Maximum length of the states of a task's indexes; longer states are left out of lists. */
const MAX_LISTED_TABLE_LENGTH = 1_000;

export function toColdRun(run: Run, place: ColdPlace, { pack, at }: { pack: string; at: Instant }): ColdRunDocument {
  const { id, overrides, tasks, transitions: _1, effects: _2, commands: _3, holds: _4, live: _5, ...rest } = run;
  const { outputs: _6, ending: _7, wakeAt: _8, expireAt: _9, archiveMs: _10, causedBy: _11, ...others } = rest;
  const { delayed: _12, gangs: _13, notBefore: _14, ...kept } = others;
  return {
    _id: id,
    ...kept,
    tasks: tasks.map(listedTask),
    state: stateOf(run.phase),
    ...(overrides?.rerunOf !== undefined && { rerunOf: overrides.rerunOf }),
    ...(run.errorGroup !== undefined && { grouped: true as const }),
    archivedAt: at,
    pack,
    place,
  };
}

/** If all indexes have the same state, the counters are enough and the states are left out. */
function listedTask({ table, chunks, ...task }: TaskState): TaskState {
  if ([task.succeeded, task.failed].every((count) => count === 0 || count === task.indexes)) return task;
  if (table !== undefined && table.length <= MAX_LISTED_TABLE_LENGTH) return { ...task, table };
  return table === undefined && chunks === undefined ? task : { ...task, chunks: [] };
}

/** The run as lists show it. */
export function fromColdRun({
  _id,
  state: _state,
  rerunOf,
  grouped: _grouped,
  pack: _pack,
  place: _place,
  ...rest
}: ColdRunDocument): Run {
  return {
    id: asRunId(_id),
    ...rest,
    overrides: rerunOf === undefined ? null : { rerunOf },
    transitions: [],
    effects: [],
    commands: [],
    holds: [],
    live: [],
    ending: null,
    wakeAt: null,
    expireAt: null,
  };
}
