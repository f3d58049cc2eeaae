/** Starts and cancels backfills. */
import { shardOf } from '#common/domain/shards.js';
import type { Clock } from '#common/clock/clock.js';
import type { Payload, ReplyTo } from '#common/messages/registry.js';
import type { Backfill } from '#common/domain/backfill.js';
import { asJobId } from '#common/domain/ids.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import { cancelled, slotsInRange } from '../core/backfill.js';
import type { CalendarCache } from '../definitions/calendar-cache.js';
import type { DefinitionSync } from '../definitions/definition-sync.js';

export interface BackfillStore {
  load(id: string): Promise<Backfill | null>;
  insert(backfill: Backfill): Promise<boolean>;
  save(next: Backfill, expectedRev: number): Promise<boolean>;
}

type StartRequest = Payload<'startBackfill'>;
type StartReply = ReplyTo<'startBackfill'>;
type CancelReply = ReplyTo<'cancelBackfill'>;

const MAX_TRIES = 50;

export class Backfills {
  constructor(
    private readonly store: BackfillStore,
    private readonly definitions: Pick<DefinitionSync, 'sync'>,
    private readonly calendars: Pick<CalendarCache, 'exclusionFor'>,
    private readonly tools: { readonly clock: Clock; readonly shardCount: number },
  ) {}

  async start(request: StartRequest): Promise<StartReply> {
    const synced = await this.definitions.sync(asJobId(request.job));
    if (!synced.ok) return { ok: false, code: synced.code, detail: synced.detail };
    const { state } = synced;
    const { rule } = state;
    if (state.inactiveReason === 'deleted') return { ok: false, code: 'CONFLICT', detail: 'the job is deleted' };
    if (rule === null)
      return { ok: false, code: 'CONFLICT', detail: 'the job has no schedule, so it has no slots to backfill' };
    if (rule.fixedDelay !== undefined)
      return {
        ok: false,
        code: 'CONFLICT',
        detail: 'a schedule with fixedDelay cannot be backfilled: its slots follow the ends of runs',
      };
    const now = this.tools.clock.now();
    const range = slotsInRange(rule, request, await this.calendars.exclusionFor(state), now);
    if (!range.ok) return { ok: false, code: 'VALIDATION_FAILED', detail: range.detail, path: range.path };
    const slots = [...range.slots];
    if (request.dryRun) return { ok: true, slots };
    const { backfill: id, from, to, maxPerMinute, concurrencyPolicy, requestedBy } = request;
    // A repeated request finds the stored document, which is then used.
    await this.store.insert({
      id,
      job: state.job,
      tenant: state.tenant,
      shard: shardOf(id, this.tools.shardCount),
      rev: 1,
      rule,
      from,
      to,
      mark: from - 1,
      nextAt: now,
      maxPerMinute,
      concurrencyPolicy,
      requestedBy,
      ...(request.downstream && { downstream: true as const }),
      createdAt: now,
      finishedAt: null,
      state: 'Running',
      message: '',
      total: slots.length,
      made: 0,
    });
    return { ok: true, slots };
  }

  async cancel(id: string, actor: string): Promise<CancelReply> {
    return retryOnConflict<CancelReply>(MAX_TRIES, `the backfill ${id}`, async () => {
      const backfill = await this.store.load(id);
      if (backfill === null) return { ok: false, code: 'NOT_FOUND', detail: `there is no backfill ${id}` };
      if (backfill.state === 'Cancelled') return { ok: true };
      if (backfill.state === 'Completed') return { ok: false, code: 'CONFLICT', detail: 'the backfill is complete' };
      const next = cancelled(backfill, `Cancelled by ${actor}.`, this.tools.clock.now());
      return (await this.store.save(next, backfill.rev)) ? { ok: true } : null;
    });
  }
}
