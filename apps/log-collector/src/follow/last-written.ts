/** Answers when attempts last wrote a line, according to their sources: a line that is not collected yet also counts. */
import { OVER } from '#common/clock/over.js';
import { delay } from '#common/clock/clock.js';
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { Membership } from '#common/membership/membership.js';
import { contracts, type Payload, type ReplyTo } from '#common/messages/registry.js';
import type { Nats } from '#common/nats/nats.js';
import type { OutputSource } from '../core/source.js';
import { followerOnHost } from './host-share.js';

type Question = Payload<'lastWritten'>;
type Answer = ReplyTo<'lastWritten'>;
type Sign = Extract<Answer, { ok: true }>['signs'][number];
type Source = Pick<OutputSource, 'engine' | 'lastWrittenAt'>;

/** Less than the requester waits, because a partial answer is better than none. */
const ANSWER_WITHIN_MS = 1_500;
const HANDED_ON_WITHIN_MS = 1_800;
const READ_AT_ONCE = 10;
const UNKNOWN: Sign = {};

export class LastWritten {
  constructor(
    private readonly sources: readonly Source[],
    private readonly membership: Pick<Membership, 'members' | 'replica'>,
    private readonly nats: Pick<Nats, 'request'>,
  ) {}

  /** Answers as the owner of the run's shard: with its own answer, or the answers of the replicas on the hosts of the spools. */
  async answer(question: Question): Promise<Answer> {
    if (question.engine !== 'process') return this.answerHere(question);
    const byReplica = Map.groupBy(question.attempts, ({ host, attempt }) =>
      followerOnHost(this.membership, host, asAttemptId(attempt)),
    );
    const byAttempt = new Map<string, Sign>();
    await Promise.all(
      [...byReplica].map(async ([replica, attempts]) => {
        const signs = await this.ask(replica, { ...question, attempts });
        for (const [i, { attempt }] of attempts.entries()) byAttempt.set(attempt, signs[i] ?? UNKNOWN);
      }),
    );
    return { ok: true, signs: question.attempts.map(({ attempt }) => byAttempt.get(attempt) ?? UNKNOWN) };
  }

  /** Answers as the replica that reads the source. */
  async answerHere({ engine, attempts }: Question): Promise<Answer> {
    const source = this.sources.find((each) => each.engine === engine);
    if (source === undefined) return { ok: true, signs: attempts.map(() => UNKNOWN) };
    const answered = new AbortController();
    const late = delay(ANSWER_WITHIN_MS, answered.signal).then(() => null);
    try {
      return { ok: true, signs: await readInTime(source, attempts, late) };
    } finally {
      answered.abort(OVER);
    }
  }

  private async ask(replica: string | null, question: Question): Promise<readonly Sign[]> {
    if (replica === null) return [];
    const reply = await (replica === this.membership.replica
      ? this.answerHere(question)
      : orNothing(this.nats.request(contracts.lastWrittenHere, { replica }, question, HANDED_ON_WITHIN_MS)));
    return reply?.ok === true ? reply.signs : [];
  }
}

/** Reads a few attempts at a time; those that are not read when `late` resolves stay unknown. */
async function readInTime(source: Source, attempts: Question['attempts'], late: Promise<null>): Promise<Sign[]> {
  const signs = attempts.map(() => UNKNOWN);
  for (let from = 0; from < attempts.length; from += READ_AT_ONCE) {
    const part = attempts.slice(from, from + READ_AT_ONCE).map(({ attempt }) => signOf(source, asAttemptId(attempt)));
    const read = await Promise.race([Promise.all(part), late]);
    if (read === null) break;
    signs.splice(from, read.length, ...read);
  }
  return signs;
}

async function signOf(source: Source, attempt: AttemptId): Promise<Sign> {
  const at = await orNothing(source.lastWrittenAt(attempt));
  return at === undefined ? UNKNOWN : { at };
}

/** Undefined if no answer is available now. */
async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.retryable) return undefined;
    throw error;
  }
}
