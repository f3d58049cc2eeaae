/**
 * Gives and releases the permits of a job's own limit, and of its keys. Operations on one job that arrive during a write become the next
 * write, which is one compare-and-set on the job's `schedules` document.
 */
import type { Clock } from '#common/clock/clock.js';
import type { JobId, RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { KeyedBatcher } from '#common/runtime/batcher.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import {
  applyAdmission,
  changesNothing,
  withPermits,
  type AdmissionAnswer,
  type AdmissionOp,
  type AdmissionResult,
} from '../core/apply-admission.js';
import type { ScheduleStore } from '../ports.js';
import { BATCHES, MAX_TRIES } from './permit-allocator.js';
import type { RunRecords } from './run-records.js';
import type { TenantLimits } from './tenant-limits.js';

interface Request {
  readonly op: AdmissionOp;
  /** A new run, to be stored as `Queued` before it is admitted. */
  readonly run: Run | null;
}

/** `noSuchJob`: the job has no `schedules` document. */
export type AdmitAnswer = AdmissionAnswer | 'noSuchJob' | null;

/** For each run that got the permit of its job: true if it has all permits, false if a shared limit had none left. */
export type Completed = ReadonlyMap<RunId, boolean>;

export interface AdmitResult {
  readonly answer: AdmitAnswer;
  /** The document as it is stored after the operation. */
  readonly state: ScheduleState | null;
  readonly completed: Promise<Completed>;
}

type Complete = (state: ScheduleState, result: AdmissionResult, fresh: ReadonlyMap<RunId, Run>) => Promise<Completed>;

const NO_SUCH_JOB: AdmitResult = { answer: 'noSuchJob', state: null, completed: Promise.resolve(new Map()) };

export class JobPermits {
  private readonly batches = new KeyedBatcher<JobId, Request, AdmitResult>(
    (job, requests) => this.decide(job, requests),
    BATCHES,
  );
  private complete: Complete = () => Promise.resolve(new Map());

  constructor(
    private readonly schedules: Pick<ScheduleStore, 'load' | 'save'>,
    private readonly runs: Pick<RunRecords, 'insert' | 'withdraw'>,
    private readonly limits: Pick<TenantLimits, 'isHeld'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Sets the function that completes each admission once it is stored. */
  onCommit(complete: Complete): void {
    this.complete = complete;
  }

  /** `run`: the new run of an operation that admits one. Nothing of a refused run stays stored. */
  apply(job: JobId, op: AdmissionOp, run: Run | null = null): Promise<AdmitResult> {
    return this.batches.add(job, { op, run });
  }

  /** The runs that hold the permits which this state of the document gave them. */
  async heldSince({ job, rev }: ScheduleState): Promise<ReadonlySet<RunId>> {
    const current = await this.schedules.load(job);
    return new Set(current?.holders.filter(({ grant }) => grant === rev).map(({ run }) => run));
  }

  private async decide(job: JobId, requests: readonly Request[]): Promise<readonly AdmitResult[]> {
    const stored = new Map<RunId, Run>();
    return retryOnConflict(MAX_TRIES, `the permits of job ${job}`, async () => {
      const state = await this.schedules.load(job);
      if (state === null) return requests.map(() => NO_SUCH_JOB);
      const ops = requests.map((request) => request.op);
      const result = applyAdmission(state, ops, this.clock.now(), this.limits.isHeld(state.tenant));
      await this.store(requests, result, stored);
      const next = { ...withPermits(state, result), rev: state.rev + 1 };
      const saved = changesNothing(state, result) || (await this.schedules.save(next, state.rev));
      if (!saved) return null;
      const completed = this.complete(next, result, stored);
      await this.withdrawRefused(ops, result, stored);
      return ops.map((op) => ({
        answer: op.type === 'admit' ? (result.answers.get(op.run) ?? null) : null,
        state: next,
        completed,
      }));
    });
  }

  /** New runs are stored before the document names them. */
  private async store(requests: readonly Request[], result: AdmissionResult, stored: Map<RunId, Run>): Promise<void> {
    const accepted = requests.flatMap(({ run }) => {
      const answer = run && result.answers.get(run.id);
      return run && (answer === 'started' || answer === 'waiting') && !stored.has(run.id) ? [run] : [];
    });
    for (const run of await this.runs.insert(accepted)) stored.set(run.id, run);
  }

  /** Runs that were stored and then refused in a lost race. */
  private async withdrawRefused(
    ops: readonly AdmissionOp[],
    { answers }: AdmissionResult,
    stored: ReadonlyMap<RunId, Run>,
  ): Promise<void> {
    for (const op of ops) {
      const refused = op.type === 'admit' && ['forbidden', 'queueFull'].includes(answers.get(op.run) ?? '');
      const run = refused ? stored.get(op.run) : undefined;
      if (run) await this.runs.withdraw(run);
    }
  }
}
