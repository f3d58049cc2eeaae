/**
 * Seals the output of ended attempts. The collector is asked, which reads it to its end. Lines and values that a web service has sent were stored before
 * they were answered, by the collector or by an api in the inbox: without an entry there, nothing can be outstanding.
 */
import { contracts, type Payload, type ReplyTo } from '#common/messages/registry.js';
import type { AttemptId } from '#common/domain/ids.js';
import { MAX_SEALS_ASKED_AT_ONCE } from '#common/domain/limits.js';
import type { AttemptRecord, Run, LiveAttempt } from '#common/run/run.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { entryLookup, type InboxStore } from '#common/mongo/inbox.store.js';
import type { Nats } from '#common/nats/nats.js';
import { type Batcher, KeyedBatcher } from '#common/runtime/batcher.js';
import type { Input } from '../run/inputs.js';
import { type Clock, delay, MAX_TIMER_MS } from '#common/clock/clock.js';
import type { ReportInput } from './run-queue.js';

export type SealedInput = Extract<Input, { type: 'sealed' }>;

export type SealReply =
  | SealedInput
  /** The collector must be asked again. `linesRead`: how far the collector has read, if it reports that. */
  | { readonly type: 'open'; readonly linesRead: number | null };

export interface SealTarget {
  readonly attempt: AttemptId;
  readonly host: string;
  readonly startedAt: number | null;
}

type SealedRun = Pick<Run, 'id' | 'shard' | 'engine'>;
type Shard = Pick<Run, 'shard' | 'engine'>;
type Answer = ReplyTo<'sealOutput'>;
type Verdict = NonNullable<Answer['others']>[number];

interface Question {
  readonly run: SealedRun;
  readonly target: SealTarget;
  readonly timeoutMs: number;
}

const OPEN: SealReply = { type: 'open', linesRead: null };
/** Ends of callback output whose check for entries in the inbox may wait. */
const MAX_LOOKUPS_WAITING = 10_000;
/** Ends of callback output of one shard in one request, such requests under way at once, and ends that may wait. */
const OF_CALLBACKS = { maxBatch: MAX_SEALS_ASKED_AT_ONCE, maxUnderWay: 2, maxWaiting: 10_000 };
/** Ends of one run: all that are added in the same event-loop round become one request, and no request waits for another. */
const OF_RUNS = { maxBatch: MAX_SEALS_ASKED_AT_ONCE, maxUnderWay: 100, maxWaiting: 10_000, gatherMs: 0 };
const CALLBACKS_TIMEOUT_MS = 2_000;

export class Sealer {
  /** Whether the inbox has entries of each of these attempts. */
  private readonly lookup: Batcher<AttemptId, boolean>;
  /** Callback output of all runs of a shard: ends that arrive during a request become the next one. */
  private readonly callbacks = new KeyedBatcher<number, Question, SealReply>(
    (_, questions) => this.answer(questions, CALLBACKS_TIMEOUT_MS),
    OF_CALLBACKS,
  );
  /** Ends of one run that are added together, with the same timeout, become one message. */
  private readonly outputs = new KeyedBatcher<string, Question, SealReply>(
    (_, questions) => this.answer(questions, questions[0]?.timeoutMs ?? 0),
    OF_RUNS,
  );

  constructor(
    private readonly nats: Pick<Nats, 'request'>,
    inbox: Pick<InboxStore, 'waiting'>,
    private readonly log: Logger,
  ) {
    this.lookup = entryLookup(inbox, 'log-collector', MAX_LOOKUPS_WAITING);
  }

  /** Seals the output of these ends, as far as that succeeds within the timeout; the rest stays a pending effect. */
  async sealEnds(run: Run, records: readonly AttemptRecord[], timeoutMs: number): Promise<SealedInput[]> {
    const open = records.filter(({ logComplete }) => logComplete === null);
    const sealed = await Promise.all(
      open.map(({ id, startedAt }) => {
        const host = run.live.find((live) => live.id === id)?.claim.host ?? '';
        return this.seal(run, { attempt: id, host, startedAt }, timeoutMs);
      }),
    );
    return sealed.filter((reply) => reply.type === 'sealed');
  }

  /** Seals the output of one attempt. Requests of one run that are made together are answered together, or time out together. */
  seal(run: SealedRun, target: SealTarget, timeoutMs: number): Promise<SealReply> {
    const question = { run, target, timeoutMs };
    if (run.engine !== 'webservice') return this.outputs.add(`${run.id} ${timeoutMs}`, question);
    return this.sealCallbacks(question);
  }

  /** No run delays the others for long. */
  private async sealCallbacks(question: Question): Promise<SealReply> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<SealReply>((resolve) => {
      timer = setTimeout(resolve, Math.min(question.timeoutMs, MAX_TIMER_MS), OPEN);
    });
    try {
      return await Promise.race([this.takeCallbacks(question), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async takeCallbacks(question: Question): Promise<SealReply> {
    const { run, target } = question;
    const { attempt } = target;
    try {
      if (!(await this.lookup.add(attempt))) return { type: 'sealed', attempt, complete: true, reason: null };
    } catch (error) {
      this.log.warn({ attempt, error: messageOf(error) }, 'the inbox could not be read for the seal of an attempt');
      return OPEN;
    }
    return this.callbacks.add(run.shard, question);
  }

  private async answer(questions: readonly Question[], timeoutMs: number): Promise<readonly SealReply[]> {
    const [first] = questions;
    if (first === undefined) return [];
    const targets = questions.map(({ target }) => target);
    const replies = await this.ask(first.run, targets, timeoutMs);
    return targets.map((_, i) => replies[i] ?? OPEN);
  }

  /** One reply for each target, in order; fewer if the collector did not answer for all. */
  private async ask(run: Shard, targets: readonly SealTarget[], timeoutMs: number): Promise<SealReply[]> {
    const [first, ...others] = targets;
    if (first === undefined) return [];
    const question: Payload<'sealOutput'> = { v: 1, engine: run.engine, ...first };
    try {
      const payload = others.length === 0 ? question : { ...question, others };
      const answer = await this.nats.request(contracts.sealOutput, { shard: run.shard }, payload, timeoutMs);
      const head = this.replyOf(first.attempt, answer);
      if (others.length === 0) return [head];
      return [head, ...others.map(({ attempt }, i) => this.replyOf(attempt, answer.others?.[i]))];
    } catch (error) {
      if (!(error instanceof AppError && error.retryable)) throw error;
      this.log.debug(
        { attempt: first.attempt, error: messageOf(error) },
        'no log-collector answered a request to seal output',
      );
      return [];
    }
  }

  private replyOf(attempt: AttemptId, verdict: Verdict | undefined): SealReply {
    if (verdict === undefined) return OPEN;
    if (!verdict.ok) {
      this.log.warn(
        { attempt, code: verdict.code, detail: verdict.detail },
        'a log-collector refused to seal the output of an attempt',
      );
      return OPEN;
    }
    if (!verdict.sealed) return { type: 'open', linesRead: verdict.linesRead ?? null };
    const { complete, reason, outputs } = verdict;
    return { type: 'sealed', attempt, complete, reason, ...(outputs && { outputs }) };
  }
}

const SEAL_TIMEOUT_MS = 2_000;
/**
 * The pause between two seal requests: after an outage of a collector many ends wait, and each learns of its seal within this
 * time.
 */
const RETRY_MS = 300;

/** Waits until the output of an ended attempt is sealed. */
export class SealWait {
  private stopped = false;

  /** `holdMs`: how long an attempt first waits for its output. */
  constructor(
    private readonly sealer: Pick<Sealer, 'seal'>,
    private readonly report: ReportInput,
    private readonly holdMs: number,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Asks until the output is sealed, or until the hold has passed and the decision has given it up. */
  async untilSealed(run: Run, live: LiveAttempt): Promise<void> {
    const { sealer, report, clock, holdMs } = this;
    const target = { attempt: live.id, host: live.claim.host, startedAt: live.startedAt };
    let sealBy = live.sealBy ?? 0;
    for (let before: number | null = null; !this.stopped && clock.now() < sealBy;) {
      const reply = await sealer.seal(run, target, SEAL_TIMEOUT_MS);
      if (reply.type === 'sealed') {
        report(reply);
        return;
      }
      const { linesRead } = reply;
      const comesFurther = before !== null && linesRead !== null && linesRead > before;
      if (comesFurther && sealBy - clock.now() < holdMs / 2) {
        report({ type: 'sealing', attempt: live.id });
        // The decision on this report has the same effect pending, which is not started twice: this loop continues.
        sealBy = clock.now() + holdMs;
      }
      before = linesRead;
      await delay(RETRY_MS);
    }
  }

  /** Stops asking. */
  stop(): void {
    this.stopped = true;
  }
}
