/** The log of one attempt whose lines arrive by callback. Calls that wait together become one chunk. */
import type { Clock } from '#common/clock/clock.js';
import type { AttemptId } from '#common/domain/ids.js';
import { MAX_LOG_CHUNK_BYTES, MAX_SOURCE_LINE_BYTES, LATE_CALLBACK_MS } from '#common/domain/limits.js';
import type { LogLine } from '#common/run/output.js';
import type { Instant } from '#common/run/run.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import { Batcher } from '#common/runtime/batcher.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import { CallbackKeys } from '../core/callback-keys.js';
import { LineFramer } from '../core/line-framer.js';
import type { SourceLine } from '../core/source.js';
import type { AttemptOutputs, OpenLog } from '../output/attempt-outputs.js';
import type { AttemptStore } from '../output/attempt-store.js';
import type { Logger } from '#common/logging/logger.js';

export interface LogCall {
  readonly key: string;
  readonly at: Instant;
  /** A text may contain line ends; it is split there. */
  readonly lines: readonly string[];
}

export interface CallbackTools {
  readonly outputs: AttemptOutputs;
  readonly live: { publish(attempt: AttemptId, lines: readonly LogLine[]): void };
  readonly clock: Clock;
}

/** Lost write races in a row; each time another writer has stored something. */
const MAX_ROUNDS = 20;
/** Calls of one chunk; when one chunk fails, the calls after it are refused and sent again, so that lines keep their order. */
const BATCHES = {
  maxBatch: 200,
  weightOf: ({ lines }: LogCall): number => lines.reduce((sum, line) => sum + line.length, 0),
  maxWeight: MAX_LOG_CHUNK_BYTES,
  maxUnderWay: 1,
  maxWaiting: 1_000,
  isOrdered: true,
};
/** Watchers read the store this often: lines that waited for longer in the inbox need not be published live as well. */
const LIVE_FOR_MS = 5_000;

interface Writing extends OpenLog {
  readonly store: AttemptStore;
  readonly keys: CallbackKeys;
}

export class CallbackLog {
  private readonly batches = new Batcher<LogCall, undefined>((calls) => this.store(calls), BATCHES);
  private writing: Writing | null = null;

  constructor(
    private readonly attempt: AttemptId,
    private readonly tools: CallbackTools,
  ) {}

  get isIdle(): boolean {
    return this.batches.isIdle;
  }

  /**
   * Resolves when the lines of the calls are stored, in this order; a repeated call changes nothing. If one of the calls is not stored, no
   * later one is stored, either. Throws TOO_MANY_REQUESTS when too many calls wait.
   */
  async append(calls: readonly LogCall[]): Promise<void> {
    if (this.batches.depth + calls.length > BATCHES.maxWaiting)
      throw new AppError('TOO_MANY_REQUESTS', 'too many log callbacks of the attempt are waiting; try again');
    await Promise.all(calls.map((call) => this.batches.add(call)));
  }

  /** True when this object knows that the call is stored. */
  has(key: string): boolean {
    return this.writing?.keys.has(key) ?? false;
  }

  /** Merges the small chunks that callbacks leave. */
  async compact(): Promise<void> {
    await this.writing?.store.compact(2);
  }

  private async store(calls: readonly LogCall[]): Promise<undefined[]> {
    const log = `the log of ${this.attempt}`;
    try {
      await retryOnConflict(MAX_ROUNDS, log, () => this.tryToStore(calls));
    } catch (error) {
      this.startAnew();
      throw error;
    }
    return calls.map(() => undefined);
  }

  /** Null when another writer was faster. */
  private async tryToStore(calls: readonly LogCall[]): Promise<true | null> {
    this.writing ??= await this.load();
    const { facts, store, log, keys } = this.writing;
    const fresh = calls.filter((call, i) => !keys.has(call.key) && calls.findIndex((c) => c.key === call.key) === i);
    const lines = fresh.flatMap((call) => log.takeCallback(toLines(call), call.key));
    if (!(await store.add(facts, log))) {
      this.startAnew();
      return null;
    }
    for (const call of fresh) keys.add(call.key);
    const recently = this.tools.clock.now() - LIVE_FOR_MS;
    this.tools.live.publish(
      this.attempt,
      lines.filter(({ at }) => at > recently),
    );
    return true;
  }

  /** Drops the state of the log; it is read from the store again. */
  private startAnew(): void {
    this.writing?.log.discard();
    this.writing = null;
  }

  private async load(): Promise<Writing> {
    const { outputs } = this.tools;
    const store = await outputs.load(this.attempt);
    return { store, ...(await outputs.beginLog(store)), keys: new CallbackKeys(store.callbacks) };
  }
}

function toLines(call: LogCall): SourceLine[] {
  const framer = new LineFramer(MAX_SOURCE_LINE_BYTES);
  const encoder = new TextEncoder();
  return call.lines
    .flatMap((text) => framer.push(encoder.encode(`${text}\n`)))
    .map((line) => ({ at: call.at, stream: 'stdout', ...line }));
}

/** The log of an attempt that was silent for this long is closed; by then late lines are refused, too. */
const IDLE_MS = 2 * LATE_CALLBACK_MS;
const MAX_OPEN = 5_000;
const TIDY_INTERVAL_MS = 10_000;

/** The open callback logs of this replica. */
export class CallbackLogs {
  private readonly open = new Map<AttemptId, { readonly log: CallbackLog; lastUse: number }>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly tools: CallbackTools,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.tidy(IDLE_MS);
    }, TIDY_INTERVAL_MS);
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Resolves when the calls are stored, in this order. */
  async append(attempt: AttemptId, calls: readonly LogCall[]): Promise<void> {
    const now = this.tools.clock.monotonic();
    const entry = this.open.get(attempt) ?? { log: new CallbackLog(attempt, this.tools), lastUse: now };
    entry.lastUse = now;
    // The log used last is moved to the end of the map, so the first ones are those to close.
    this.open.delete(attempt);
    this.open.set(attempt, entry);
    if (this.open.size > MAX_OPEN) this.tidy(0);
    await entry.log.append(calls);
  }

  /** True when it is known here that the call is stored. */
  has(attempt: AttemptId, key: string): boolean {
    return this.open.get(attempt)?.log.has(key) === true;
  }

  /** Drops the state of all idle logs: other replicas may have written meanwhile. */
  forget(): void {
    for (const [attempt, { log }] of this.open) if (log.isIdle) this.open.delete(attempt);
  }

  private tidy(idleMs: number): void {
    const before = this.tools.clock.monotonic() - idleMs;
    for (const [attempt, { log, lastUse }] of this.open) {
      if (lastUse > before || (idleMs === 0 && this.open.size <= MAX_OPEN)) return;
      if (!log.isIdle) continue;
      this.open.delete(attempt);
      log.compact().catch((error: unknown) => {
        this.log.warn({ error: messageOf(error), attempt }, 'small chunks of a log could not be merged');
      });
    }
  }
}
