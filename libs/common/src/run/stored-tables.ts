/**
 * How a run stores the states of its indexes: few inside the run document, many in chunks of their own (`runIndexes`), which the
 * run refers to by name. A chunk is never written twice: each decision that changes one saves it under a new name before it saves
 * the run, so a run and its chunks always belong to one decision.
 */
import { MAX_EMBEDDED_INDEXES } from '../domain/limits.js';
import type { Run, TaskState } from './run.js';
import type { IndexRanges } from '../spec/index-ranges.js';
import { IndexTable } from './index-table.js';

export interface ChunkKey {
  readonly generation: number;
  readonly task: string;
  readonly no: number;
  /** Unique in the life of the run. */
  readonly version: string;
}

export interface ChunkWrite extends ChunkKey {
  readonly bytes: Uint8Array;
}

/** The chunks of one task, by number. */
export type StoredChunks = ReadonlyMap<number, Uint8Array>;

const encodeText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const decodeText = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** The chunks that a run refers to. */
export const chunkKeysOf = ({ generation, tasks }: Pick<Run, 'generation' | 'tasks'>): ChunkKey[] =>
  tasks.flatMap(({ name, chunks = [] }) =>
    chunks.flatMap((version, no) => (version === null ? [] : [{ generation, task: name, no, version }])),
  );

/** A task's table as it was when the run was saved. */
export function loadTable(
  state: Pick<TaskState, 'indexes' | 'table'>,
  chunks: StoredChunks | undefined,
  around: { readonly live?: readonly number[]; readonly watch?: readonly IndexRanges[] } = {},
): IndexTable {
  const stored = state.table === undefined ? chunks : new Map([[0, decodeText(state.table)]]);
  return IndexTable.load({ count: state.indexes, ...(stored && { chunks: stored }), ...around });
}

export interface StoredTable {
  readonly kept: Pick<TaskState, 'table' | 'chunks'>;
  readonly writes: readonly ChunkWrite[];
  /** Chunks that nothing refers to once the run is saved. */
  readonly superseded: readonly ChunkKey[];
}

/** How the table is stored from now on; `state` is the former one, `dirty` the numbers of the chunks that differ from it. */
export function storeTable(
  state: Pick<TaskState, 'name' | 'table' | 'chunks'>,
  { table, dirty }: { readonly table: IndexTable; readonly dirty: readonly number[] },
  names: { readonly generation: number; readonly version: string },
): StoredTable {
  const { name, chunks = [] } = state;
  const isSmall = table.count <= MAX_EMBEDDED_INDEXES && dirty.every((no) => no === 0);
  if (isSmall && state.chunks === undefined) {
    return { kept: { table: encodeText(table.encode(0)) }, writes: [], superseded: [] };
  }
  const changed = state.table === undefined ? dirty : [...new Set([0, ...dirty])];
  const kept: (string | null)[] = [...chunks];
  while (kept.length <= Math.max(-1, ...changed)) kept.push(null);
  const superseded: ChunkKey[] = [];
  for (const no of changed) {
    const old = kept[no];
    if (old != null) superseded.push({ generation: names.generation, task: name, no, version: old });
    kept[no] = names.version;
  }
  const writes = changed.map((no) => ({ ...names, task: name, no, bytes: table.encode(no) }));
  return { kept: { chunks: kept }, writes, superseded };
}

/** `completedIndexes` and `failedIndexes` of a task, in Kubernetes' text form. */
export function indexTexts(
  state: Pick<TaskState, 'indexes' | 'table'>,
  chunks?: StoredChunks,
): { readonly completedIndexes: string; readonly failedIndexes: string } {
  const table = loadTable(state, chunks);
  return { completedIndexes: table.textOf('succeeded'), failedIndexes: table.textOf('failed') };
}
