/** The tables of a run's indexes while one decision changes them, and how they are stored afterwards. */
import { unpackIndexes } from '#common/spec/index-ranges.js';
import { IndexTableEdit } from '#common/run/index-table-edit.js';
import type { IndexTable } from '#common/run/index-table.js';
import { watchedBy } from '#common/spec/normal-task.js';
import {
  chunkKeysOf,
  loadTable,
  storeTable,
  type ChunkKey,
  type ChunkWrite,
  type StoredChunks,
} from '#common/run/stored-tables.js';
import type { Instant, Run, TaskState } from '#common/run/run.js';
import { isFinal } from '#common/run/phase.js';
import { isActive } from './attempt.js';
import type { RunPlan } from './plan.js';

/** The table of each task as the last saved decision left it. */
export type RunTables = ReadonlyMap<string, IndexTable>;

/** Chunks by task, as they are stored. */
export type RunChunks = ReadonlyMap<string, StoredChunks>;

/** Loads the run's tables from its document and the chunks that it refers to. */
export function loadTables(run: Run, plan: RunPlan, chunks: RunChunks): RunTables {
  const watch = watchedBy(plan.rules);
  return new Map(
    plan.tasks.map(({ name, indexes }) => {
      const live = run.live.flatMap((each) => (each.task === name && isActive(each) ? [each.index] : []));
      const stored = run.tasks.find((task) => task.name === name);
      // A task without a stored state may be known only from its plan.
      const state = stored && (stored.table !== undefined || stored.chunks !== undefined) ? stored : { indexes };
      return [name, loadTable(state, chunks.get(name), { live, watch })];
    }),
  );
}

interface Surroundings {
  readonly now: Instant;
  readonly plan: RunPlan;
  readonly tables: RunTables | null;
  readonly nonce: string;
}

export interface FinishedIndexes {
  readonly tables: RunTables;
  readonly tasks: readonly TaskState[];
  readonly writes: readonly ChunkWrite[];
  readonly superseded: readonly ChunkKey[];
}

export class DraftIndexes {
  private readonly edits = new Map<string, IndexTableEdit>();
  /** Chunks of generations that this decision has ended. */
  private readonly left: ChunkKey[] = [];
  private isNewGeneration = false;
  /** This decision has taken over successes of an earlier run. */
  isSeeded = false;

  constructor(
    private readonly base: Run,
    private readonly context: Surroundings,
  ) {
    const tables = context.tables ?? loadTables(base, context.plan, new Map());
    // A run that has ended keeps the numbers with which it ended.
    const isOpen = base.phase !== 'Queued' && !isFinal(base.phase);
    for (const { name, indexes } of context.plan.tasks) {
      const table = tables.get(name);
      if (!table) continue;
      const edit = new IndexTableEdit(table);
      if (isOpen && table.count !== indexes) edit.resize(indexes);
      edit.promote(context.now);
      this.edits.set(name, edit);
      const stored = base.tasks.find((task) => task.name === name);
      if (stored?.table === undefined && stored?.chunks === undefined) this.seed(name, edit);
    }
  }

  /** Every task of the plan has a table. */
  of(task: string): IndexTableEdit | undefined {
    return this.edits.get(task);
  }

  /** Frees indexes that are due, including those that this decision made wait. */
  promote(): void {
    for (const edit of this.edits.values()) edit.promote(this.context.now);
  }

  /** Begins a new generation without attempts; `keepSuccesses`: it keeps the successes of the former one. */
  beginAnew({ keepSuccesses }: { readonly keepSuccesses: boolean }): void {
    if (!this.isNewGeneration) this.left.push(...chunkKeysOf(this.base));
    this.isNewGeneration = true;
    for (const { name, indexes } of this.context.plan.tasks) {
      const { table } = this.edits.get(name)?.finish() ?? {};
      const edit = new IndexTableEdit(
        keepSuccesses && table ? table.keepSuccesses() : freshTable(this.context.plan, indexes),
      );
      if (edit.count !== indexes) edit.resize(indexes);
      if (keepSuccesses && edit.totals.succeeded > 0) edit.touchAll();
      if (!keepSuccesses) this.seed(name, edit);
      this.edits.set(name, edit);
    }
  }

  /** Indexes that succeeded in the repeated run count as succeeded from the start. */
  private seed(task: string, edit: IndexTableEdit): void {
    const before = this.base.overrides?.succeededBefore?.find((each) => each.task === task);
    if (!before || edit.totals.succeeded > 0) return;
    edit.succeedAll(unpackIndexes(before.indexes));
    this.isSeeded ||= edit.totals.succeeded > 0;
  }

  finish(tasks: Iterable<TaskState>, generation: number): FinishedIndexes {
    const names = { generation, version: this.context.nonce };
    const tables = new Map<string, IndexTable>();
    const writes: ChunkWrite[] = [];
    const superseded: ChunkKey[] = [...this.left];
    const kept = [...tasks].map((task): TaskState => {
      const finished = this.edits.get(task.name)?.finish();
      if (!finished) return task;
      tables.set(task.name, finished.table);
      const state = this.isNewGeneration ? withoutTable(task) : task;
      if (finished.dirty.length === 0) return state;
      const stored = storeTable(state, finished, names);
      writes.push(...stored.writes);
      superseded.push(...stored.superseded);
      return { ...withoutTable(state), ...stored.kept };
    });
    return { tables, tasks: kept, writes, superseded };
  }
}

function freshTable(plan: RunPlan, count: number): IndexTable {
  return loadTable({ indexes: count }, undefined, { watch: watchedBy(plan.rules) });
}

function withoutTable({ table: _table, chunks: _chunks, ...task }: TaskState): TaskState {
  return task;
}
