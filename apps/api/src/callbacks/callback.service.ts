import { shardOf } from '#common/domain/shards.js';
import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { jsonValue, type JsonValue } from '#common/spec/fields.js';
import { MAX_MESSAGE_LENGTH } from '#common/domain/limits.js';
import { contracts } from '#common/messages/registry.js';
import { cut } from '#common/notices/notice-text.js';
import { attemptId, type AttemptId, type AttemptKey } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';
import type { InboxKind, InboxStore } from '#common/mongo/inbox.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { Nats } from '#common/nats/nats.js';
import { accepted } from '../scheduler-port.js';
import { OwnerCircuits } from './core/owner-circuits.js';
import { judgeCallback, type CallbackBody } from './core/judge-callback.js';
import { LRUCache } from 'lru-cache';

/** Attempts that are remembered; if one is forgotten, a call of it may be stored before an earlier one. */
const MAX_REMEMBERED = 20_000;

/**
 * Attempts for which this api had to store a call in the inbox: later calls of them must not overtake it. Where each call has a number, the
 * owner itself sees that an earlier one is missing, whichever api has stored it.
 */
class StoredAttempts {
  /** By attempt the number of stored calls when the last one was stored. */
  private readonly attempts = new LRUCache<AttemptId, number>({ max: MAX_REMEMBERED });
  private count = 0;

  add(attempt: AttemptId): void {
    this.attempts.set(attempt, ++this.count);
  }

  /** Which stored calls a call that is sent now must not overtake; undefined if there are none. */
  before(attempt: AttemptId): number | undefined {
    return this.attempts.get(attempt);
  }

  /** The owner has taken a call that came after these, and them before it; calls that were stored since then still wait. */
  taken(attempt: AttemptId, before: number): void {
    if (this.attempts.get(attempt) === before) this.attempts.delete(attempt);
  }
}

/** Attempts that are remembered; the least recently used is forgotten first. */
const MAX_ATTEMPTS_REMEMBERED = 20_000;

/** Attempts that had a certain property a moment ago, so that not each of many calls of a worker in a row must be checked. */
class RecentAttempts {
  private readonly until = new LRUCache<AttemptId, number>({ max: MAX_ATTEMPTS_REMEMBERED });

  constructor(private readonly forMs: number) {}

  /** `now`: milliseconds that never go back. */
  add(attempt: AttemptId, now: number): void {
    this.until.set(attempt, now + this.forMs);
  }

  has(attempt: AttemptId, now: number): boolean {
    return (this.until.get(attempt) ?? -Infinity) > now;
  }
}

/** An owner that does not answer within this time counts as not available. */
const OWNER_TIMEOUT_MS = 1_000;
/**
 * An attempt that was active counts as active for this long without another check: its callbacks are accepted for a minute after its end.
 */
const UNDER_WAY_FOR_MS = 2_000;
/** How often the executor learns that an attempt is alive. */
const SIGN_OF_LIFE_EVERY_MS = 1_000;

export interface StatusReport {
  readonly state: 'RUNNING' | 'FINISHED' | 'FAILED';
  readonly message?: string | null | undefined;
  readonly exitCode?: number | null | undefined;
  readonly progress?: JsonValue | undefined;
  readonly outputs?: Readonly<Record<string, JsonValue>> | null | undefined;
}

export interface LogReport {
  readonly lines: readonly string[];
  readonly seq: number | null;
}

/** A callback to be delivered: its receiver, and the entry for the inbox if the receiver is not available. */
interface Delivery {
  readonly attempt: AttemptId;
  readonly key: AttemptKey;
  readonly body: CallbackBody;
  readonly service: 'executor' | 'log-collector';
  /** Identifies the call; a repeat has the same key. */
  readonly callKey: string;
  /** The worker's own number of the call, if it gave one. */
  readonly seq?: number;
  readonly payload: JsonValue;
  readonly ask: (mark: { behindInbox?: true }) => Promise<Reply>;
}

type Reply =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly detail: string; readonly path?: string | undefined };

/**
 * Passes callbacks of web-service workers to the owners of their runs. A callback whose call returns normally is stored: by the owner, or
 * in the inbox, from which the owner takes it when it is available again.
 */
export class CallbackService {
  private readonly circuits = new OwnerCircuits();
  private readonly stored = new StoredAttempts();
  /** Attempts that were active a moment ago: their lines and storage are accepted without another check. */
  private readonly underWay = new RecentAttempts(UNDER_WAY_FOR_MS);
  private readonly reported = new RecentAttempts(SIGN_OF_LIFE_EVERY_MS);

  constructor(
    private readonly nats: Pick<Nats, 'request' | 'publish'>,
    private readonly inbox: InboxStore,
    private readonly stores: {
      readonly runs: Pick<RunReads, 'liveOf' | 'liveNow'>;
      readonly attempts: Pick<AttemptsStore, 'get' | 'getNow'>;
      readonly shardCount: number;
    },
    private readonly clock: Clock,
  ) {}

  async status(key: AttemptKey, report: StatusReport): Promise<void> {
    const attempt = attemptId(key);
    const payload = {
      v: 1 as const,
      attempt,
      at: this.clock.now(),
      state: report.state,
      // An end is not lost for its long words.
      message: cut(report.message ?? '', MAX_MESSAGE_LENGTH) || null,
      exitCode: report.exitCode ?? null,
      progress: report.progress ?? null,
      ...(report.outputs && report.state !== 'RUNNING' && { outputs: report.outputs }),
    };
    const { at: _at, ...said } = payload;
    await this.deliver({
      attempt,
      key,
      body: { kind: 'status', state: report.state },
      service: 'executor',
      callKey: JSON.stringify(said),
      payload,
      ask: async () =>
        this.nats.request(
          contracts.reportStatus,
          { shard: shardOf(key.run, this.stores.shardCount) },
          payload,
          OWNER_TIMEOUT_MS,
        ),
    });
  }

  /** `callKey` identifies the call if the worker gave it a key; without a key every call is a new one. */
  async log(key: AttemptKey, { lines, seq }: LogReport, callKey: string = randomUUID()): Promise<void> {
    const attempt = attemptId(key);
    const payload = { v: 1 as const, attempt, at: this.clock.now(), lines: [...lines], seq, key: callKey };
    await this.deliver({
      attempt,
      key,
      body: { kind: 'log' },
      service: 'log-collector',
      callKey: seq === null ? callKey : `seq ${seq}`,
      ...(seq !== null && { seq }),
      payload,
      ask: async (mark) =>
        this.nats.request(
          contracts.appendLog,
          { shard: shardOf(key.run, this.stores.shardCount) },
          { ...payload, ...mark },
          OWNER_TIMEOUT_MS,
        ),
    });
    this.seen(key);
  }

  async storage(key: AttemptKey, value: JsonValue, callKey: string = randomUUID()): Promise<void> {
    const attempt = attemptId(key);
    const payload = { v: 1 as const, attempt, at: this.clock.now(), value, key: callKey };
    await this.deliver({
      attempt,
      key,
      body: { kind: 'job_storage' },
      service: 'log-collector',
      callKey,
      payload,
      ask: async (mark) =>
        this.nats.request(
          contracts.saveStorage,
          { shard: shardOf(key.run, this.stores.shardCount) },
          { ...payload, ...mark },
          OWNER_TIMEOUT_MS,
        ),
    });
    this.seen(key);
  }

  private async deliver(delivery: Delivery): Promise<void> {
    // The executor judges a status by its own state: only a status that it does not take is checked here.
    const isJudgedByOwner = delivery.body.kind === 'status';
    if (!isJudgedByOwner) await this.judge(delivery);
    const reply = await this.askOwner(delivery);
    if (reply?.ok === true) return;
    if (isJudgedByOwner && (await this.judge(delivery)) === 'repeat') return;
    // An owner that cannot accept the callback now counts as not available; a refusal of the owner is final.
    if (reply && reply.code !== 'UNAVAILABLE' && reply.code !== 'INTERNAL') accepted(reply);
    await this.keep(delivery);
  }

  /** Throws ATTEMPT_ENDED for a callback that is too late or from an attempt that is not the current one. */
  private async judge({ key, attempt, body }: Delivery): Promise<'take' | 'repeat'> {
    if (body.kind !== 'status' && this.underWay.has(attempt, this.clock.monotonic())) return 'take';
    const { runs, attempts } = this.stores;
    const isThis = (each: { readonly id: AttemptId }): boolean => each.id === attempt;
    // The record is read after the run: an end is recorded before the attempt is removed from the run, so one of the two contains it.
    let live = (await runs.liveOf(key.run)).find(isThis) ?? null;
    let verdict = judgeCallback(body, { live, record: await attempts.get(attempt) }, this.clock.now());
    if (verdict === 'late') {
      live = (await runs.liveNow(key.run)).find(isThis) ?? null;
      verdict = judgeCallback(body, { live, record: await attempts.getNow(attempt) }, this.clock.now());
    }
    if (verdict === 'late') throw new AppError('ATTEMPT_ENDED', 'the attempt has ended or is not the current one');
    if (verdict === 'take' && live?.end === null) this.underWay.add(attempt, this.clock.monotonic());
    return verdict;
  }

  /** Null if the owner does not answer, or did not answer a moment ago. */
  private async askOwner({ ask, attempt, key, service }: Delivery): Promise<Reply | null> {
    const owner = `${service}/${shardOf(key.run, this.stores.shardCount)}`;
    if (!this.circuits.mayAsk(owner, this.clock.monotonic())) return null;
    try {
      const stored = this.stored.before(attempt);
      const reply = await ask(stored === undefined ? {} : { behindInbox: true });
      this.circuits.answered(owner);
      if (reply.ok && stored !== undefined && service === 'log-collector') this.stored.taken(attempt, stored);
      return reply;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
      this.circuits.wasSilent(owner, this.clock.monotonic());
      return null;
    }
  }

  private async keep({ attempt, key, body, service, callKey, seq, payload }: Delivery): Promise<void> {
    const kind: InboxKind = body.kind;
    const id = createHash('sha256')
      .update(JSON.stringify([attempt, kind, callKey]))
      .digest('hex');
    const { run } = key;
    // The attempt is marked before the call is stored, so that a call that arrives meanwhile cannot overtake it.
    if (service === 'log-collector') this.stored.add(attempt);
    await this.inbox.put({
      id,
      kind,
      service,
      attempt,
      shard: shardOf(run, this.stores.shardCount),
      at: this.clock.now(),
      ...(seq !== undefined && { seq }),
      payload: jsonValue.parse(payload),
    });
  }

  private seen(key: AttemptKey): void {
    const attempt = attemptId(key);
    if (this.reported.has(attempt, this.clock.monotonic())) return;
    this.reported.add(attempt, this.clock.monotonic());
    this.nats.publish(
      contracts.attemptSeen,
      { shard: shardOf(key.run, this.stores.shardCount) },
      { v: 1, attempt, at: this.clock.now() },
    );
  }
}
