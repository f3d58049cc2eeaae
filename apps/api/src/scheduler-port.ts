import { randomBytes } from 'node:crypto';
import { asRunId, type JobId, type RunId } from '#common/domain/ids.js';
import { contracts, type Payload, type ReplyTo } from '#common/messages/registry.js';
import { AppError } from '#common/errors/app-error.js';
import { isErrorCode } from '#common/errors/codes.js';
import type { Nats } from '#common/nats/nats.js';
import { MAX_RUNS_ADMITTED_AT_ONCE } from '#common/domain/limits.js';
import type { Run } from '#common/run/run.js';
import { fromInsertedRun } from '#common/run/inserted-run.js';
import { Batcher } from '#common/runtime/batcher.js';

const SCHEDULER_TIMEOUT_MS = 5_000;
const PREPARATION_BYTES = 9;

export type AdmitRequest = Omit<Payload<'admitRun'>, 'v'>;

/** `isDuplicate`: the run is that of an earlier request, and this one changes nothing. */
export interface AdmittedRun {
  readonly run: RunId;
  readonly isDuplicate: boolean;
  /** The run as it has just been stored; null: callers that need it must read it. */
  readonly inserted: Run | null;
}

type AdmitReply = ReplyTo<'admitRun'>;

/**
 * Requests for runs that arrive while earlier ones are under way share a message. None of them waits for a timer, and a message is far
 * smaller than the limit of NATS.
 */
const ADMISSIONS = {
  maxBatch: MAX_RUNS_ADMITTED_AT_ONCE,
  maxWeight: 256 * 1024,
  weightOf: ({ bytes }: { readonly bytes: number }): number => bytes,
  maxUnderWay: 8,
  maxWaiting: 20_000,
};

type SettledDependent = Extract<ReplyTo<'runDependents'>, { ok: true }>['dependents'][number];
export type BackfillRequest = Omit<Payload<'startBackfill'>, 'v'>;

/** The api's requests to the scheduler. */
export class SchedulerPort {
  private readonly admissions = new Batcher<{ request: AdmitRequest; bytes: number }, AdmitReply>(
    (waiting) => this.admitAll(waiting.map(({ request }) => request)),
    ADMISSIONS,
  );

  constructor(private readonly nats: Pick<Nats, 'request' | 'publish'>) {}

  /**
   * Waits until the scheduler uses the job's revision `rev`. False without an answer in time: the stored job takes effect anyway, by the
   * scheduler's sweep. Throws the refusal of the scheduler.
   */
  async apply(job: JobId, rev: number): Promise<boolean> {
    try {
      const reply = await this.nats.request(contracts.applyJob, {}, { v: 1, job }, SCHEDULER_TIMEOUT_MS);
      return accepted(reply).jobRev >= rev;
    } catch (error) {
      // A scheduler that cannot do it now counts as unavailable.
      if (error instanceof AppError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL')) return false;
      throw error;
    }
  }

  /**
   * Announces a run of the job that will be requested soon, so that the scheduler reads the job meanwhile. Returns the id for `admit`; undefined
   * while others are admitted, because those share their reads.
   */
  prepare(job: string): string | undefined {
    if (!this.admissions.isIdle) return undefined;
    const preparation = randomBytes(PREPARATION_BYTES).toString('base64url');
    this.nats.publish(contracts.prepareRun, {}, { v: 1, job, preparation });
    return preparation;
  }

  /** Requests a run whose id is fixed, unless it is joined with others; a repeat is the same run. Throws the refusal of the scheduler. */
  async admit(request: AdmitRequest): Promise<AdmittedRun> {
    const reply = this.admissions.add({ request, bytes: JSON.stringify(request).length });
    const { run, duplicate, made: inserted } = accepted(await orUnavailable(reply));
    return {
      run: asRunId(run),
      isDuplicate: duplicate === true,
      inserted: inserted ? fromInsertedRun(inserted) : null,
    };
  }

  private async admitAll(requests: readonly AdmitRequest[]): Promise<readonly AdmitReply[]> {
    const [first] = requests;
    if (first && requests.length === 1)
      return [await this.nats.request(contracts.admitRun, {}, { v: 1, ...first }, SCHEDULER_TIMEOUT_MS)];
    const payload = { v: 1 as const, requests: [...requests] };
    return accepted(await this.nats.request(contracts.admitRuns, {}, payload, SCHEDULER_TIMEOUT_MS)).replies;
  }

  /** Requests a backfill whose id is fixed; returns the slots that it covers. */
  async backfill(request: BackfillRequest): Promise<readonly number[]> {
    const reply = this.nats.request(contracts.startBackfill, {}, { v: 1, ...request }, SCHEDULER_TIMEOUT_MS);
    return accepted(await orUnavailable(reply)).slots;
  }

  /** Requests the runs of all jobs that run after the run, as a separate chain that the key identifies; a repeat finds the same runs. */
  async runDependents(request: Omit<Payload<'runDependents'>, 'v'>): Promise<readonly SettledDependent[]> {
    const reply = this.nats.request(contracts.runDependents, {}, { v: 1, ...request }, SCHEDULER_TIMEOUT_MS);
    return accepted(await orUnavailable(reply)).dependents;
  }

  async cancelBackfill(backfill: string, actor: string): Promise<void> {
    const reply = this.nats.request(contracts.cancelBackfill, {}, { v: 1, backfill, actor }, SCHEDULER_TIMEOUT_MS);
    accepted(await orUnavailable(reply));
  }
}

async function orUnavailable<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'UNAVAILABLE') throw cause;
    throw new AppError('SCHEDULER_UNAVAILABLE', 'the scheduler did not answer; it is safe to repeat the request', {
      cause,
    });
  }
}

interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly detail: string;
  readonly path?: string | undefined;
}

/** The reply of a service that did what was requested. Throws its refusal. */
export function accepted<R extends { readonly ok: true } | Refused>(reply: R): Extract<R, { readonly ok: true }> {
  if (reply.ok) return reply as Extract<R, { readonly ok: true }>;
  const { code, detail, path } = reply;
  const problems = path === undefined ? [] : [{ path, message: detail }];
  throw new AppError(isErrorCode(code) ? code : 'INTERNAL', detail, { problems });
}
