/** The log of one attempt whose lines come by callback. Calls that wait together become one chunk. */
import type { AttemptId } from '#common/domain/ids.js';
import { MAX_LOG_CHUNK_BYTES, MAX_SOURCE_LINE_BYTES } from '#common/domain/limits.js';
import type { LogLine } from '#common/run/output.js';
import type { Instant } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { AttemptLog } from '../core/attempt-log.js';
import { CallbackKeys } from '../core/callback-keys.js';
import { LineFramer } from '../core/line-framer.js';
import type { SourceLine } from '../core/source.js';
import type { AttemptFacts, AttemptFactsReader } from '../output/attempt-facts.js';
import { AttemptStore, type OutputLimits, type OutputStores } from '../output/attempt-store.js';

export interface LogCall {
  readonly key: string;
  readonly at: Instant;
  /** Each may hold line ends: a line is what stands between two of them. */
  readonly lines: readonly string[];
}

export interface CallbackTools {
  readonly facts: AttemptFactsReader;
  readonly stores: OutputStores;
  readonly live: { publish(attempt: AttemptId, lines: readonly LogLine[]): void };
  readonly limits: OutputLimits;
}

/** Another writer may be faster this many times in a row; each time it has stored something. */
const MAX_ROUNDS = 20;
const MAX_CALLS_PER_CHUNK = 200;
const MAX_WAITING_CALLS = 1_000;
/** Who watches looks into the store this often: what has waited longer in the inbox need not be sent as well. */
const LIVE_FOR_MS = 5_000;

interface Waiting {
  readonly call: LogCall;
  readonly settle: () => void;
  readonly fail: (error: unknown) => void;
}

interface Writing {
  readonly facts: AttemptFacts;
  readonly store: AttemptStore;
  readonly log: AttemptLog;
  readonly keys: CallbackKeys;
}

export class CallbackLog {
  private waiting: Waiting[] = [];
  private isBusy = false;
  private writing: Writing | null = null;

  constructor(
    private readonly attempt: AttemptId,
    private readonly tools: CallbackTools,
  ) {}

  get isIdle(): boolean {
    return !this.isBusy && this.waiting.length === 0;
  }

  /**
   * Resolves when the calls' lines are stored, in this order; a repeat changes nothing. Rejects when one of them is not: then
   * none behind it is, either.
   */
  async append(calls: readonly LogCall[]): Promise<void> {
    if (this.waiting.length + calls.length > MAX_WAITING_CALLS)
      throw new AppError('TOO_MANY_REQUESTS', 'too many log callbacks of one attempt wait');
    const stored = calls.map(
      (call) =>
        new Promise<void>((settle, fail) => {
          this.waiting.push({ call, settle, fail });
        }),
    );
    if (!this.isBusy && this.waiting.length > 0) void this.work();
    await Promise.all(stored);
  }

  /** Merges the small chunks that callbacks leave. */
  async compact(): Promise<void> {
    await this.writing?.store.compact(2);
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      const group = this.takeGroup();
      try {
        await this.store(group.map((waiting) => waiting.call));
        for (const { settle } of group) settle();
      } catch (error) {
        this.startAnew();
        // What waits behind them must not stand before them in the log: all are sent again.
        for (const { fail } of [...group, ...this.waiting.splice(0)]) fail(error);
      }
    }
    this.isBusy = false;
  }

  private takeGroup(): Waiting[] {
    let bytes = 0;
    const tooMuch = this.waiting.findIndex(({ call }, i) => {
      for (const line of call.lines) bytes += line.length;
      return i > 0 && (i >= MAX_CALLS_PER_CHUNK || bytes > MAX_LOG_CHUNK_BYTES);
    });
    return this.waiting.splice(0, tooMuch === -1 ? this.waiting.length : tooMuch);
  }

  private async store(calls: readonly LogCall[]): Promise<void> {
    const contended = `the log of ${this.attempt} is being written by too many at once`;
    await retryOnConflict(MAX_ROUNDS, contended, async () => {
      this.writing ??= await this.load();
      const { facts, store, log, keys } = this.writing;
      const fresh = calls.filter((call, i) => !keys.has(call.key) && calls.findIndex((c) => c.key === call.key) === i);
      const lines = fresh.flatMap((call) => log.takeCallback(toLines(call), call.key));
      if (await store.add(facts, log)) {
        for (const call of fresh) keys.add(call.key);
        const recently = this.tools.stores.clock.now() - LIVE_FOR_MS;
        this.tools.live.publish(
          this.attempt,
          lines.filter(({ at }) => at > recently),
        );
        return true;
      }
      this.startAnew();
      return null;
    });
  }

  /** Forgets what is known of the log; what is stored is read again. */
  private startAnew(): void {
    this.writing?.log.discard();
    this.writing = null;
  }

  private async load(): Promise<Writing> {
    const store = await AttemptStore.load(this.attempt, this.tools.stores);
    const facts = await this.tools.facts.read(this.attempt);
    return { store, ...(await store.beginLog(facts, this.tools.limits)), keys: new CallbackKeys(store.callbacks) };
  }
}

function toLines(call: LogCall): SourceLine[] {
  const framer = new LineFramer(MAX_SOURCE_LINE_BYTES);
  const encoder = new TextEncoder();
  return call.lines
    .flatMap((text) => framer.push(encoder.encode(`${text}\n`)))
    .map((line) => ({ at: call.at, stream: 'stdout', ...line }));
}
