import { LRUCache } from 'lru-cache';
import type { Clock } from '#common/clock/clock.js';
import type { Payload, ReplyTo } from '#common/messages/registry.js';
import { asJobId, asRunId, type JobId, type RunId, type TenantId } from '#common/domain/ids.js';
import type { Run, RunOverrides } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import type { ErrorCode } from '#common/errors/codes.js';
import { Batcher } from '#common/runtime/batcher.js';
import { manualRun, policyOf, type ManualRequest } from '../core/slot-run.js';
import type { BatchedSync } from '../definitions/batched-sync.js';
import type { SyncResult } from '../definitions/definition-sync.js';
import type { RunReader } from '../ports.js';
import type { AdmitAnswer } from './job-permits.js';
import { GROUPS, type NewRuns } from './new-runs.js';
import type { TenantLimits } from './tenant-limits.js';

export type AdmitRequest = Omit<Payload<'admitRun'>, 'v'>;
export type AdmitReply = ReplyTo<'admitRun'>;

/** Jobs whose tenant is remembered from an earlier request. */
const MAX_TENANTS_KNOWN = 10_000;

const REFUSALS: Readonly<Record<'forbidden' | 'queueFull', { readonly code: ErrorCode; readonly detail: string }>> = {
  forbidden: {
    code: 'CONCURRENCY_FORBIDDEN',
    detail: 'another run of the job is active, and the concurrency policy Forbid refuses a further one',
  },
  queueFull: { code: 'QUEUE_FULL', detail: 'the queue of the job is full: as many runs wait as maxQueued allows' },
};

const forbiddenWith = (key: string): { readonly code: ErrorCode; readonly detail: string } => ({
  code: 'CONCURRENCY_FORBIDDEN',
  detail: `no permit of the job or of its key ${JSON.stringify(key)} is free, and the concurrency policy Forbid refuses a further run`,
});

/** Admits runs that are requested by hand. The requester chooses the id, so a repeated request is the same run. */
export class ManualRuns {
  private readonly loads: Batcher<RunId, boolean>;
  private readonly tenants = new LRUCache<JobId, TenantId>({ max: MAX_TENANTS_KNOWN });

  constructor(
    reads: Pick<RunReader, 'load'>,
    private readonly definitions: Pick<BatchedSync, 'sync' | 'prepare'>,
    private readonly parts: { readonly runs: NewRuns; readonly limits: Pick<TenantLimits, 'readAhead'> },
    private readonly tools: { readonly clock: Pick<Clock, 'now'>; readonly shardCount: number },
  ) {
    this.loads = new Batcher(async (ids) => {
      const stored = await reads.load([...new Set(ids)]);
      return ids.map((id) => stored.has(id));
    }, GROUPS);
  }

  /** A request for a run of the job will follow under this preparation: the facts that it depends on are read meanwhile. Only a hint. */
  prepare(job: JobId, preparation: string): void {
    this.readLimits(job);
    this.definitions.prepare(job, preparation);
  }

  async admit(request: AdmitRequest): Promise<AdmitReply> {
    const id = asRunId(request.run);
    const judged = await this.judged(request);
    if (!judged.ok) return (await this.loads.add(id)) ? { ok: true, run: id } : judged;
    const { state } = judged;
    const inserted = madeFrom(request);
    const policy = policyOf(state, inserted.overrides);
    const { runs } = this.parts;
    const { clock, shardCount } = this.tools;
    const limited = await runs.needPermits(state, policy);
    const run = manualRun(state, inserted, { limited, shardCount }, clock.now());
    if (!limited) {
      const insertedRun = await runs.start(run);
      return { ok: true, run: id, ...(insertedRun && { made: insertedRun }) };
    }
    if (await this.loads.add(id)) return { ok: true, run: id };
    return this.answer(run, await runs.admit(state, run, policy));
  }

  /** The schedule that the run is made from, or the reason why the job's definition does not allow the run. */
  async judged(request: AdmitRequest): Promise<SyncResult> {
    const job = asJobId(request.job);
    this.readLimits(job);
    const judged = judge(await this.definitions.sync(job, request.preparation), request);
    if (judged.ok) this.tenants.set(job, judged.state.tenant);
    return judged;
  }

  /** The facts about the limits of the job's tenant are read at the same time as the job, not after it. */
  private readLimits(job: JobId): void {
    const tenant = this.tenants.get(job);
    if (tenant !== undefined) this.parts.limits.readAhead(tenant);
  }

  private answer(run: Run, answer: AdmitAnswer): AdmitReply {
    if (answer === 'started' || answer === 'waiting') return { ok: true, run: run.id };
    if (answer === 'forbidden' && run.limitKey !== undefined) return { ok: false, ...forbiddenWith(run.limitKey) };
    if (answer === 'forbidden' || answer === 'queueFull') return { ok: false, ...REFUSALS[answer] };
    throw new AppError('UNAVAILABLE', `the scheduler has not applied job ${run.job} yet; try again`);
  }
}

/** The answer to a request that was judged by another version of the job. */
export const CHANGED = {
  ok: false,
  code: 'CONFLICT',
  detail: 'the job was changed at the same time; try again',
} as const;

/** The schedule that the run is made from, or the reason why the job's definition does not allow the run. */
function judge(synced: SyncResult, { jobVersion }: AdmitRequest): SyncResult {
  if (!synced.ok) return synced;
  const { state } = synced;
  if (state.inactiveReason === 'deleted') return { ok: false, code: 'CONFLICT', detail: 'the job is deleted' };
  if (jobVersion === undefined || jobVersion === state.jobVersion) return synced;
  return CHANGED;
}

/** The requested run. */
export function madeFrom(request: AdmitRequest): ManualRequest {
  const { requestedBy, startAfter, priority, change, cause, causeRoot: root, trigger } = request;
  const causeRoot = root === undefined ? undefined : asJobId(root);
  const overrides = overridesOf(request);
  return { run: asRunId(request.run), requestedBy, startAfter, priority, overrides, change, cause, causeRoot, trigger };
}

function overridesOf(request: AdmitRequest): RunOverrides | null {
  const {
    parameters,
    secureParameters,
    concurrencyPolicy,
    options,
    secretOptions,
    parallelism,
    succeededBefore,
    rerunOf,
    items,
  } = request;
  const overrides: RunOverrides = {
    ...(parameters !== undefined && { parameters }),
    ...(secureParameters !== undefined && { secureParameters }),
    ...(concurrencyPolicy && { concurrencyPolicy }),
    ...(options && { options }),
    ...(parallelism && { parallelism }),
    ...(succeededBefore && { succeededBefore }),
    ...(secretOptions !== undefined && { secretOptions }),
    ...(rerunOf !== undefined && { rerunOf }),
    ...(items && { items }),
  };
  return Object.keys(overrides).length > 0 ? overrides : null;
}
