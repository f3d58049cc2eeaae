import type { Logger } from '#common/logging/logger.js';
import type { JsonValue } from '#common/spec/fields.js';
import { etagOf } from '../http/core/etag.js';
import { answerOf, type Asking } from '../http/part-answers.js';
import type { BatchedJobAnswer } from './job.routes.js';
import type { JobService } from './job.service.js';

/**
 * Creates many jobs, each as if it were requested alone. They are created together, and the layers below batch simultaneous work: reads,
 * entries of the audit, messages to the scheduler, inserts.
 */
export class JobBatches {
  constructor(
    private readonly jobs: Pick<JobService, 'create'>,
    private readonly log: Logger,
  ) {}

  /** Returns one answer for each item, in order. Never throws because of a single item. */
  async create(by: Asking, items: readonly JsonValue[]): Promise<BatchedJobAnswer[]> {
    return Promise.all(items.map((item, at) => this.one(by, item, at)));
  }

  private async one({ caller, mutation }: Asking, item: JsonValue, at: number): Promise<BatchedJobAnswer> {
    const part = mutation.part({ seed: `${mutation.seed}/${at}`, askedAt: mutation.askedAt });
    return answerOf(this.log, {
      work: async () => {
        const { job, isSynced } = await this.jobs.create({ caller, mutation: part }, item, false);
        const { id, version, rev } = job;
        return { status: 201, id, version, etag: etagOf(rev), ...(!isSynced && { pending: true as const }) };
      },
      refused: (error) => [part.refused(error)],
      failure: 'a job of a batch could not be created',
      fields: { at },
    });
  }
}
