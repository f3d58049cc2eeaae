/** Answers whether the output of an ended attempt is stored to its last line. */
import { delay } from '#common/clock/clock.js';
import { OVER } from '#common/clock/over.js';
import { contracts, type Payload, type ReplyTo } from '#common/messages/registry.js';
import { asAttemptId } from '#common/domain/ids.js';
import type { OutputSeal } from '#common/run/output.js';
import { failureOf } from '#common/errors/failure.js';
import type { InboxIntake } from '#common/inbox/inbox-intake.js';
import type { Membership } from '#common/membership/membership.js';
import type { Nats } from '#common/nats/nats.js';
import type { Followers } from './followers.js';
import { followerOnHost } from './host-share.js';

type Question = Payload<'sealOutputHere'>;
type Answer = ReplyTo<'sealOutputHere'>;

/** Less than the requester waits, because the answer "not yet" is better than none. */
const ANSWER_WITHIN_MS = 1_500;
const HANDED_ON_WITHIN_MS = 1_800;
/**
 * If a request contains many ends, some are sealed earlier: the answer with these is sent after this time, and the others are requested
 * again.
 */
const CALLBACKS_WITHIN_MS = 500;

const notYet = (reason: string) => ({ ok: true, sealed: false, complete: false, reason }) as const;
const sealed = (seal: OutputSeal): Answer => ({ ok: true, sealed: true, ...seal });

export class OutputSealing {
  constructor(
    private readonly followers: Pick<Followers, 'seal' | 'linesRead'>,
    private readonly inbox: Pick<InboxIntake, 'takeForEnd'>,
    private readonly membership: Pick<Membership, 'members' | 'replica'>,
    private readonly nats: Pick<Nats, 'request'>,
  ) {}

  /**
   * Answers as the owner of the run's shard, for all attempts of the request: when all are sealed, or when the requester's time is over.
   */
  async answer({ others, ...question }: Payload<'sealOutput'>): Promise<ReplyTo<'sealOutput'>> {
    const answered = new AbortController();
    // One timer for all of them: after an outage there are thousands.
    const late = delay(CALLBACKS_WITHIN_MS, answered.signal).then(() => false as const);
    try {
      if (others === undefined) return await this.answerForOne(question, late);
      const questions = [question, ...others.map((each) => ({ ...question, ...each }))];
      const [answer, ...rest] = await Promise.all(questions.map((each) => this.answerOrRefuse(each, late)));
      return { ...(answer ?? notYet('StillReading')), others: rest };
    } finally {
      answered.abort(OVER);
    }
  }

  /** An end that cannot be answered must not delay the answers to the others. */
  private async answerOrRefuse(question: Question, late: Promise<false>): Promise<Answer> {
    try {
      return await this.answerForOne(question, late);
    } catch (error) {
      return { ok: false, ...failureOf(error) };
    }
  }

  /** This replica's own answer, or that of the replica on the host of the spool. */
  private async answerForOne(question: Question, late: Promise<false>): Promise<Answer> {
    if (question.engine === 'webservice') return this.answerForCallbacks(question, late);
    if (question.engine !== 'process') return this.answerHere(question);
    const replica = followerOnHost(this.membership, question.host, asAttemptId(question.attempt));
    if (replica === null) return notYet('NoCollectorOnHost');
    if (replica === this.membership.replica) return this.answerHere(question);
    return this.nats.request(contracts.sealOutputHere, { replica }, question, HANDED_ON_WITHIN_MS);
  }

  /** Answers as the replica that reads the source. */
  async answerHere(question: Question): Promise<Answer> {
    const attempt = asAttemptId(question.attempt);
    const ended = { attempt, engine: question.engine, neverStarted: question.startedAt === null };
    const seal = await this.followers.seal(ended, ANSWER_WITHIN_MS);
    if (seal !== null) return sealed(seal);
    return { ...notYet('StillReading'), linesRead: this.followers.linesRead(attempt) };
  }

  /** Callbacks are confirmed after they are stored, so only callbacks in the inbox can be outstanding. */
  private async answerForCallbacks(question: Question, late: Promise<false>): Promise<Answer> {
    const taken = this.inbox.takeForEnd(asAttemptId(question.attempt), question.startedAt).then(() => true);
    try {
      return (await Promise.race([taken, late])) ? sealed({ complete: true, reason: null }) : notYet('StillReading');
    } finally {
      // Later failures are reported to later requests.
      taken.catch(() => undefined);
    }
  }
}
