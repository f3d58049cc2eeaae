import type { Logger } from '#common/logging/logger.js';
import type { IdempotentAnswers, Undertaking } from '../http/idempotent-answers.js';
import { answerOf, toRefused, type Asking } from '../http/part-answers.js';
import type { Caller } from '../access/core/access.js';
import { toAccepted, type BatchedRun, type BatchedRunAnswer } from './run.routes.js';
import type { RunService } from './run.service.js';

/** Part of the fingerprint of an item, so that its key is not that of another kind of request. */
const ITEM_URL = '/runs:batch#item';

/**
 * Starts many runs, each as if it were requested alone. They are started together, and the layers below batch simultaneous work: reads,
 * entries of the audit, messages to the scheduler, inserts.
 */
export class RunBatches {
  constructor(
    private readonly runs: Pick<RunService, 'start'>,
    private readonly answers: IdempotentAnswers,
    private readonly log: Logger,
  ) {}

  /** Returns one answer for each item, in order. Never throws because of a single item. */
  async start(by: Asking, items: readonly BatchedRun[]): Promise<BatchedRunAnswer[]> {
    return Promise.all(items.map((item, at) => this.one(by, item, at)));
  }

  private async one({ caller, mutation }: Asking, item: BatchedRun, at: number): Promise<BatchedRunAnswer> {
    const { job, idempotencyKey: _key, ...request } = item;
    const alone = { seed: `${mutation.seed}/${at}`, askedAt: mutation.askedAt };
    const undertaking = await this.begin(caller, item).catch(toRefused);
    if (undertaking !== null && 'status' in undertaking) return undertaking;
    const part = mutation.part(undertaking ?? alone);
    return answerOf(this.log, {
      work: async () => {
        const answer = toAccepted(await this.runs.start({ caller, mutation: part }, job, request));
        await undertaking?.answered({ status: answer.status, headers: {}, body: answer });
        return answer;
      },
      refused: (error) => [part.refused(error), ...(undertaking ? [undertaking.refused()] : [])],
      failure: 'a run of a batch could not be started',
      fields: { job },
    });
  }

  /** Null for an item without a key of its own: it can only be repeated together with its whole request. */
  private async begin(caller: Caller, item: BatchedRun): Promise<BatchedRunAnswer | Undertaking | null> {
    const { idempotencyKey: key } = item;
    if (key === undefined) return null;
    const question = { key, subject: caller.subject, method: 'POST', url: ITEM_URL, body: item };
    const undertaking = await this.answers.begin(question);
    return 'status' in undertaking ? (undertaking.body as BatchedRunAnswer) : undertaking;
  }
}
