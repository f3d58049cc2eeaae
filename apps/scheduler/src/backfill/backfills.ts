/**
 * Starts, advances and cancels backfills. A step makes runs under keys that follow from the backfill and the slot, then moves the
 * watermark: a repeat after a crash finds the same runs.
 */
import { shardOf } from '#common/domain/shards.js';
import type { Clock } from '#common/clock/clock.js';
import type { contracts } from '#common/messages/registry.js';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { backfillRunId, type Backfill } from '#common/domain/backfill.js';
import { asJobId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { Logger } from '#common/logging/logger.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { Admission } from '../admission/admission.js';
import type { TenantLimits } from '../admission/tenant-limits.js';
import { advanced, cancelled, nextBatch, slotsInRange } from '../core/backfill.js';
import { backfillRun } from '../core/slot-run.js';
import type { CalendarCache } from '../definitions/calendar-cache.js';
import type { DefinitionSync } from '../definitions/definition-sync.js';
import type { Outbox, RunReader, RunStore, ScheduleStore } from '../ports.js';
import type { Sweep } from '../sweeps/sweeps.js';

export interface BackfillStore {
  load(id: string): Promise<Backfill | null>;
  insert(backfill: Backfill): Promise<boolean>;
  save(next: Backfill, expectedRev: number): Promise<boolean>;
}

export interface BackfillStores {
  readonly backfills: BackfillStore;
  readonly schedules: ScheduleStore;
  readonly runs: Pick<RunStore, 'insertRuns'>;
  readonly reads: Pick<RunReader, 'storedKeys'>;
}

export interface BackfillPartners {
  readonly definitions: DefinitionSync;
  readonly admission: Admission;
  readonly limits: TenantLimits;
  readonly calendars: CalendarCache;
  readonly outbox: Outbox;
  readonly shardCount: number;
}

type StartRequest = PayloadOf<typeof contracts.startBackfill>;
type StartReply = ReplyOf<typeof contracts.startBackfill>;
type CancelReply = ReplyOf<typeof contracts.cancelBackfill>;

/** The pause between two steps of a backfill. */
const BACKFILL_STEP_MS = 1_000;
/** Backfills that one sweep advances. */
const MAX_MOVED_TOGETHER = 100;
const MAX_TRIES = 50;

export class Backfills {
  constructor(
    private readonly stores: BackfillStores,
    private readonly partners: BackfillPartners,
    private readonly clock: Clock,
  ) {}

  async start(request: StartRequest): Promise<StartReply> {
    const synced = await this.partners.definitions.sync(asJobId(request.job));
    if (!synced.ok) return { ok: false, code: synced.code, detail: synced.detail };
    const { state } = synced;
    const { rule } = state;
    if (state.inactiveReason === 'deleted') return { ok: false, code: 'CONFLICT', detail: 'the job is deleted' };
    if (rule === null) return { ok: false, code: 'CONFLICT', detail: 'the job has no schedule, and so no slots' };
    if (rule.fixedDelay !== undefined)
      return {
        ok: false,
        code: 'CONFLICT',
        detail: 'the schedule has a fixed delay: which slots it had depends on ends',
      };
    const now = this.clock.now();
    const range = slotsInRange(rule, request, await this.partners.calendars.exclusionFor(state), now);
    if (!range.ok) return { ok: false, code: 'VALIDATION_FAILED', detail: range.detail, path: range.path };
    const slots = [...range.slots];
    if (request.dryRun) return { ok: true, slots };
    const { backfill: id, from, to, maxPerMinute, concurrencyPolicy, requestedBy } = request;
    // A repeated request finds the document, which then counts.
    await this.stores.backfills.insert({
      id,
      ...{ job: state.job, tenant: state.tenant, shard: shardOf(id, this.partners.shardCount), rev: 1 },
      ...{ rule, from, to, mark: from - 1, nextAt: now, maxPerMinute, concurrencyPolicy, requestedBy },
      ...(request.downstream && { downstream: true as const }),
      ...{ createdAt: now, finishedAt: null, state: 'Running', message: '', total: slots.length, made: 0 },
    });
    return { ok: true, slots };
  }

  async cancel(id: string, actor: string): Promise<CancelReply> {
    return retryOnConflict<CancelReply>(MAX_TRIES, `the backfill ${id} is contended`, async () => {
      const backfill = await this.stores.backfills.load(id);
      if (backfill === null) return { ok: false, code: 'NOT_FOUND', detail: `there is no backfill ${id}` };
      if (backfill.state === 'Cancelled') return { ok: true };
      if (backfill.state === 'Completed') return { ok: false, code: 'CONFLICT', detail: 'the backfill is complete' };
      const next = cancelled(backfill, `Cancelled by ${actor}.`, this.clock.now());
      return (await this.stores.backfills.save(next, backfill.rev)) ? { ok: true } : null;
    });
  }

  /** One step: the slots that are due get their runs, then the watermark moves. */
  async advance(backfill: Backfill): Promise<void> {
    const now = this.clock.now();
    const state = await this.stores.schedules.load(backfill.job);
    if (state === null || state.inactiveReason === 'deleted') {
      await this.stores.backfills.save(cancelled(backfill, 'The job was deleted.', now), backfill.rev);
      return;
    }
    const excludes = await this.partners.calendars.exclusionFor(backfill);
    const batch = nextBatch(backfill, excludes, BACKFILL_STEP_MS);
    const made = await this.makeRuns(state, backfill, batch);
    const next = advanced(backfill, { batch, made }, now);
    if (await this.stores.backfills.save(next, backfill.rev)) return;
    // Cancelled meanwhile: runs that were made before that was read still count.
    const stored = await this.stores.backfills.load(backfill.id);
    if (stored?.state !== 'Cancelled' || stored.mark >= next.mark) return;
    await this.stores.backfills.save({ ...stored, mark: next.mark, made: next.made, rev: stored.rev + 1 }, stored.rev);
  }

  /** Returns how many of the slots, from the first on, have their run now. */
  private async makeRuns(state: ScheduleState, backfill: Backfill, slots: readonly Instant[]): Promise<number> {
    const policy = backfill.concurrencyPolicy ?? state.concurrency.policy;
    const limited = policy !== 'Allow' || (await this.partners.limits.isLimited(state));
    const known = await this.stores.reads.storedKeys(slots.map((nominal) => backfillRunId(backfill, nominal)));
    const [now, { shardCount }] = [this.clock.now(), this.partners];
    const wanted = slots.flatMap((nominal) => {
      const key = known.get(backfillRunId(backfill, nominal));
      // A queued run may belong to a process that died, or be about to be withdrawn: it is admitted again.
      if (key !== undefined && !(key.kind === 'run' && key.run.phase === 'Queued')) return [];
      return [{ nominal, run: key?.run ?? backfillRun(state, backfill, { nominal, limited, shardCount }, now) }];
    });
    if (!limited) {
      await this.stores.runs.insertRuns(wanted.map(({ run }) => run));
      for (const { run } of wanted) this.partners.outbox.dispatch(run);
      return slots.length;
    }
    // One after the other, so that a slot without a permit holds up those behind it.
    for (const { nominal, run } of wanted) {
      const op = { type: 'admit', run: run.id, policy, startAfter: run.startAfter } as const;
      const answer = await this.partners.admission.admit(run, op);
      if (answer !== 'started' && answer !== 'waiting') return slots.indexOf(nominal);
    }
    return slots.length;
  }
}

/** Advances the backfills of the owned shards, the longest due first, one after the other. */
export function backfillSweep(
  store: { due(shards: readonly number[], now: Instant, limit: number): Promise<Backfill[]> },
  backfills: Backfills,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Sweep {
  return {
    name: 'backfills',
    everyMs: BACKFILL_STEP_MS,
    isAnyDue: async (owned, until) => (await store.due(owned, until, 1)).length > 0,
    run: async (owned) => {
      const due = await store.due(owned, clock.now(), MAX_MOVED_TOGETHER);
      for (const backfill of due) {
        await backfills.advance(backfill).catch((error: unknown) => {
          log.warn({ err: error, backfill: backfill.id }, 'a step of a backfill failed; it is tried again');
        });
      }
      return due.length;
    },
  };
}
