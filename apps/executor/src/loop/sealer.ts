/** Asks the collector to store the output of ended attempts up to its end. */
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import type { AttemptId } from '#common/domain/ids.js';
import { MAX_SEALS_ASKED_AT_ONCE } from '#common/domain/limits.js';
import type { AttemptRecord, Run } from '#common/run/run.js';
import { delay } from '#common/clock/delay.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Nats } from '#common/nats/nats.js';
import { KeyedBatcher } from '#common/runtime/batcher.js';
import type { Input } from '../run/inputs.js';

export type SealedInput = Extract<Input, { type: 'sealed' }>;

export type SealReply =
  | SealedInput
  /** To be asked again. `linesRead`: how far the collector has come, where it says so. */
  | { readonly type: 'open'; readonly linesRead: number | null };

export interface SealTarget {
  readonly attempt: AttemptId;
  readonly host: string;
  readonly startedAt: number | null;
}

type SealedRun = Pick<Run, 'id' | 'shard' | 'engine'>;
type Shard = Pick<Run, 'shard' | 'engine'>;
type Answer = ReplyOf<typeof contracts.sealOutput>;
type Verdict = NonNullable<Answer['others']>[number];

interface Question {
  readonly run: SealedRun;
  readonly target: SealTarget;
  readonly timeoutMs: number;
}

const OPEN: SealReply = { type: 'open', linesRead: null };
/** Ends of callbacks of one shard that are asked about together, such questions under way at once, and ends that may wait. */
const OF_CALLBACKS = { maxBatch: MAX_SEALS_ASKED_AT_ONCE, maxUnderWay: 2, maxWaiting: 10_000 };
/** Ends of one run: those that come with the timers and answers that are due now are one question, and no question waits. */
const OF_RUNS = { maxBatch: MAX_SEALS_ASKED_AT_ONCE, maxUnderWay: 100, maxWaiting: 10_000, gatherMs: 0 };
const CALLBACKS_TIMEOUT_MS = 2_000;

export class Sealer {
  /** Callbacks of all runs of a shard: what is asked while questions are under way is one more question. */
  private readonly callbacks = new KeyedBatcher<number, Question, SealReply>(
    (_, questions) => this.answer(questions, CALLBACKS_TIMEOUT_MS),
    OF_CALLBACKS,
  );
  /** What is asked in one go of one run, with one timeout, goes in one message. */
  private readonly outputs = new KeyedBatcher<string, Question, SealReply>(
    (_, questions) => this.answer(questions, questions[0]?.timeoutMs ?? 0),
    OF_RUNS,
  );

  constructor(
    private readonly nats: Pick<Nats, 'request'>,
    private readonly log: Logger,
  ) {}

  /** Seals what these ends leave to be sealed, as far as that is done in time; the rest is a pending effect. */
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

  /** Seals one attempt's output. Of what is asked of a run at once, nothing is answered before all of it is, or its time is up. */
  seal(run: SealedRun, target: SealTarget, timeoutMs: number): Promise<SealReply> {
    const question = { run, target, timeoutMs };
    if (run.engine !== 'webservice') return this.outputs.add(`${run.id} ${timeoutMs}`, question);
    return this.sealCallbacks(question);
  }

  /** Only what lies in the inbox can be outstanding of callbacks, so that no run holds the others up for long. */
  private async sealCallbacks(question: Question): Promise<SealReply> {
    const waited = new AbortController();
    const late = delay(question.timeoutMs, waited.signal).then(() => OPEN);
    try {
      return await Promise.race([this.callbacks.add(question.run.shard, question), late]);
    } finally {
      waited.abort();
    }
  }

  private async answer(questions: readonly Question[], timeoutMs: number): Promise<readonly SealReply[]> {
    const [first] = questions;
    if (first === undefined) return [];
    const targets = questions.map(({ target }) => target);
    const replies = await this.ask(first.run, targets, timeoutMs);
    return targets.map((_, i) => replies[i] ?? OPEN);
  }

  /** One reply for each, in order; none for those that were not answered for. */
  private async ask(run: Shard, targets: readonly SealTarget[], timeoutMs: number): Promise<SealReply[]> {
    const [first, ...others] = targets;
    if (first === undefined) return [];
    const question: PayloadOf<typeof contracts.sealOutput> = { v: 1, engine: run.engine, ...first };
    try {
      const payload = others.length === 0 ? question : { ...question, others };
      const answer = await this.nats.request(contracts.sealOutput, { shard: run.shard }, payload, timeoutMs);
      const head = this.replyOf(first.attempt, answer);
      if (others.length === 0) return [head];
      return [head, ...others.map(({ attempt }, i) => this.replyOf(attempt, answer.others?.[i]))];
    } catch (error) {
      if (!(error instanceof AppError && error.retryable)) throw error;
      this.log.debug({ attempt: first.attempt, error: messageOf(error) }, 'no collector answered');
      return [];
    }
  }

  private replyOf(attempt: AttemptId, verdict: Verdict | undefined): SealReply {
    if (verdict === undefined) return OPEN;
    if (!verdict.ok) {
      this.log.warn({ attempt, code: verdict.code, detail: verdict.detail }, 'sealing refused');
      return OPEN;
    }
    if (!verdict.sealed) return { type: 'open', linesRead: verdict.linesRead ?? null };
    return { type: 'sealed', attempt, complete: verdict.complete, reason: verdict.reason };
  }
}
