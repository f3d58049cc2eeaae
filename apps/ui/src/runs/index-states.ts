/** The state of every index of a task, from the ranges in which the API gives them. Pure. */

export type IndexState = 'pending' | 'running' | 'terminating' | 'backoff' | 'succeeded' | 'failed';
/** The states in the order of their codes. */
export const INDEX_STATES: readonly IndexState[] = [
  'pending',
  'running',
  'terminating',
  'backoff',
  'succeeded',
  'failed',
];

/** Sets the state of every index in ranges such as `1,3-5,7`. */
function lay(states: Uint8Array, text: string, state: IndexState): void {
  const code = INDEX_STATES.indexOf(state);
  for (const part of text.split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (match?.[1] === undefined) continue;
    const from = Number(match[1]);
    states.fill(code, from, Number(match[2] ?? from) + 1);
  }
}

interface Task {
  readonly indexes: number;
  readonly completedIndexes: string;
  readonly failedIndexes: string;
}

/** One code for each index; `live` are the active indexes. */
export function indexStates(
  task: Task,
  live: readonly { readonly index: number; readonly state: IndexState }[],
): Uint8Array {
  const states = new Uint8Array(task.indexes);
  lay(states, task.failedIndexes, 'failed');
  lay(states, task.completedIndexes, 'succeeded');
  for (const { index, state } of live) if (index < states.length) states[index] = INDEX_STATES.indexOf(state);
  return states;
}
