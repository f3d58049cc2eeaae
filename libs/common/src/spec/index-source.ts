/**
 * The source of a task's indexes, and the name of each index. Nothing is ever expanded: index number `i` of a matrix of
 * 100,000 cells is computed from `i` alone. `indexEnvironment` and `indexSubstitutions` are used when an attempt is launched,
 * `indexInfo` for the body of a web service's invocation.
 *
 * Sources: Furiko 77, 78 (keys in rising order, the last one fastest); an Indexed Job of Kubernetes (JOB_COMPLETION_INDEX).
 */
import type { ParallelismSpec } from './tasks.js';

export interface MatrixAxis {
  readonly key: string;
  readonly values: readonly string[];
}

/** Named as in the job, so that messages can name the field. */
export type IndexSource =
  | { readonly kind: 'single' }
  | { readonly kind: 'replicas' | 'withCount' | 'completions'; readonly count: number }
  | { readonly kind: 'withKeys'; readonly keys: readonly string[] }
  /** Axes in rising order of their keys, regardless of their order in the job. */
  | { readonly kind: 'withMatrix'; readonly axes: readonly MatrixAxis[] }
  /** Equal attempts that take work from a queue until one of them succeeds; as many as may be live at once. */
  | { readonly kind: 'workQueue'; readonly slots: number };

/** The fields of a job or task that may define the source of indexes. */
export interface SourceFields {
  readonly replicas?: number | undefined;
  readonly completions?: number | null | undefined;
  readonly parallelism?: ParallelismSpec | undefined;
  readonly completionMode?: 'Indexed' | 'NonIndexed' | undefined;
}

/** The source of a validated spec; the first of several contradicting ones. */
export function indexSourceOf({ replicas, completions, parallelism, completionMode }: SourceFields): IndexSource {
  if (replicas !== undefined) return { kind: 'replicas', count: replicas };
  if (completions != null) return { kind: 'completions', count: completions };
  const { maxActive } = parallelism ?? {};
  const { withCount, withKeys, withMatrix } = waysOf(parallelism);
  if (withCount !== undefined) return { kind: 'withCount', count: withCount };
  if (withKeys !== undefined) return { kind: 'withKeys', keys: withKeys };
  if (withMatrix !== undefined) return { kind: 'withMatrix', axes: axesOf(withMatrix) };
  if (completionMode === 'NonIndexed' && maxActive != null) return { kind: 'workQueue', slots: maxActive };
  return { kind: 'single' };
}

/** The ways in which a parallelism names indexes: an empty list, or matrix, names none. */
export function waysOf({ withCount, withKeys, withMatrix }: ParallelismSpec = {}): Pick<
  ParallelismSpec,
  'withCount' | 'withKeys' | 'withMatrix'
> {
  return {
    ...(withCount !== undefined && { withCount }),
    ...(withKeys !== undefined && withKeys.length > 0 && { withKeys }),
    ...(withMatrix !== undefined && Object.keys(withMatrix).length > 0 && { withMatrix }),
  };
}

/** A matrix's axes in rising order of their keys: JSON objects have no order of their own (Furiko 78). */
export function axesOf(matrix: Readonly<Record<string, readonly string[]>>): readonly MatrixAxis[] {
  return Object.entries(matrix)
    .map(([key, values]) => ({ key, values }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The number of indexes, computed and not counted. It may exceed every limit, which validation checks. */
export function indexCountOf(source: IndexSource): number {
  switch (source.kind) {
    case 'single':
      return 1;
    case 'replicas':
    case 'withCount':
    case 'completions':
      return source.count;
    case 'withKeys':
      return source.keys.length;
    case 'withMatrix':
      return source.axes.reduce((product, { values }) => product * values.length, 1);
    case 'workQueue':
      return source.slots;
  }
}

export interface IndexInfo {
  readonly key: string | null;
  readonly matrix: Readonly<Record<string, string>> | null;
}

const PLAIN: IndexInfo = { key: null, matrix: null };

/** The meaning of index number `index`; the cost depends on the number of matrix keys, not of indexes. */
export function indexInfo(source: IndexSource, index: number): IndexInfo {
  if (source.kind === 'withKeys') return { key: source.keys[index] ?? null, matrix: null };
  if (source.kind !== 'withMatrix') return PLAIN;
  const cell: [string, string][] = [];
  let rest = index;
  for (const { key, values } of [...source.axes].reverse()) {
    cell.unshift([key, values[rest % values.length] ?? '']);
    rest = Math.floor(rest / values.length);
  }
  return { key: null, matrix: Object.fromEntries(cell) };
}

/** The environment variable of a matrix key. Validation refuses two keys of one matrix with the same variable. */
export const matrixVariable = (key: string): string => `TASK_INDEX_${key.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;

interface IndexedTask {
  readonly source: IndexSource;
  readonly isIndexed: boolean;
}

/** Variables of an index; none for a task that is not indexed. `TASK_INDEX_KEY` is empty where there is no key. */
export function indexEnvironment(task: IndexedTask, index: number): Readonly<Record<string, string>> {
  if (!task.isIndexed) return {};
  const { key, matrix } = indexInfo(task.source, index);
  return {
    JOB_COMPLETION_INDEX: String(index),
    TASK_INDEX_KEY: key ?? '',
    ...Object.fromEntries(Object.entries(matrix ?? {}).map(([axis, value]) => [matrixVariable(axis), value])),
  };
}

/** Values of `${task.index_…}`, by full name; a value that an index does not have is the empty text. */
export function indexSubstitutions(task: IndexedTask, index: number): ReadonlyMap<string, string> {
  const { key, matrix } = indexInfo(task.source, index);
  const values = new Map<string, string>([
    ['task.index_num', task.isIndexed ? String(index) : ''],
    ['task.index_key', key ?? ''],
  ]);
  for (const [axis, value] of Object.entries(matrix ?? {})) values.set(`task.index_matrix.${axis}`, value);
  return values;
}
