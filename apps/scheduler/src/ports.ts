/** The scheduler's small interfaces to stores and messages; the real stores and the simulation both implement them. */
import type { RunCommand } from '#common/spec/definitions.js';
import type { JobId, RunId } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/run/run.js';
import type { InsertedRun } from '#common/run/inserted-run.js';
import type { Gap, ScheduleState } from '#common/schedule/schedule-state.js';
import type { SharedLimit } from '#common/domain/shared-limit.js';
import type { StoredKey } from '#common/mongo/run-document.js';
import type { RequestKey } from '#common/mongo/requests.store.js';
import type { ClosedKey, MadeRun } from '#common/mongo/runs.store.js';

export interface ScheduleStore {
  load(job: JobId): Promise<ScheduleState | null>;
  insert(state: ScheduleState): Promise<boolean>;
  save(next: ScheduleState, expectedRev: number): Promise<boolean>;
}

export interface RunStore {
  insertRuns(runs: readonly Run[]): Promise<ReadonlySet<RunId>>;
  save(next: Run, expectedRev: number): Promise<boolean>;
  withdraw(run: MadeRun): Promise<boolean>;
  revoke(runs: readonly MadeRun[]): Promise<void>;
  closeKeys(keys: readonly ClosedKey[], now: Instant): Promise<ReadonlySet<RunId>>;
}

export interface RunReader {
  load(ids: readonly RunId[]): Promise<ReadonlyMap<RunId, Run>>;
  storedKeys(ids: readonly RunId[]): Promise<ReadonlyMap<RunId, StoredKey>>;
}

export interface GapStore {
  record(gaps: readonly Gap[]): Promise<void>;
  removeAfter(job: JobId, at: Instant): Promise<void>;
}

export interface LimitStore {
  load(key: string): Promise<SharedLimit | null>;
  insert(limit: SharedLimit): Promise<boolean>;
  save(next: SharedLimit, expectedRev: number): Promise<boolean>;
}

export interface RequestStore {
  load(ids: readonly string[]): Promise<ReadonlyMap<string, RequestKey>>;
  insert(key: RequestKey): Promise<boolean>;
  /** Returns the ids of documents that existed before: these stay unchanged. */
  insertMissing(keys: readonly RequestKey[]): Promise<ReadonlySet<string>>;
  save(next: RequestKey, expectedRev: number): Promise<boolean>;
  remove(key: Pick<RequestKey, 'id' | 'rev'>): Promise<void>;
}

export interface CommandStore {
  add(command: RunCommand): Promise<void>;
}

/** The fields of a run that the message about its admission needs. */
export type DispatchedRun = Pick<Run, 'id' | 'shard' | 'startAfter' | 'job' | 'tenant' | 'spec'>;

/** Messages that shorten waits; a sweep finds what a lost message should have announced. */
export interface Outbox {
  /** False while a message might be too large with a whole run. Absent: never. */
  readonly carriesRuns?: boolean;
  /**
   * A run is ready for the executor, to be started at `startAfter` if that is in the future. `made`: it was inserted just now, to start at
   * once.
   */
  dispatch(run: DispatchedRun, inserted?: InsertedRun): void;
  /** The run was changed here: publishes its transitions from position `since` on. */
  changed(run: Run, since: number): void;
  /** A schedule has another next slot, which may be earlier than its planner knows. */
  slotChanged(schedule: Pick<ScheduleState, 'job' | 'nextSlotAt'>): void;
}
