/** Applies a bulk operation to one object after the other: records each change in the audit log, and reports the refused objects. */
import type { Bulk, BulkRefusal } from '#common/domain/bulk.js';
import type { Clock } from '#common/clock/clock.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { ErrorCode } from '#common/errors/codes.js';
import type { Logger } from '#common/logging/logger.js';
import type { Caller } from '../access/core/access.js';
import type { AuditLog } from '../http/audit-log.js';
import type { Mutation } from '../http/route.js';
import type { EditRequest } from '../jobs/job.service.js';
import type { BulkChanges } from './bulk-changes.js';

/** After one of these errors the object is tried again. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNAVAILABLE', 'SCHEDULER_UNAVAILABLE']);

/** Objects of two kinds may have the same id, so the kind is part of the seed. */
const seedOf = (bulk: Bulk, object: string): string => `${bulk.id}/${bulk.kind}/${object}`;

export class BulkActions {
  constructor(
    private readonly changes: Pick<BulkChanges, 'make'>,
    private readonly audit: AuditLog,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {}

  /** Returns why the object was not changed; null if it was changed, by this or by an earlier try. Throws errors of `PASSING`. */
  async apply(bulk: Bulk, caller: Caller, object: string): Promise<BulkRefusal | null> {
    const trail = this.audit.open(caller, { action: 'startBulk', address: bulk.address }, seedOf(bulk, object));
    const record: Mutation['record'] = async ({ detail, ...about }) =>
      trail.record({ ...about, detail: [`bulk ${bulk.id}: ${bulk.action}`, detail].filter(Boolean).join(', ') });
    try {
      await this.changes.make(bulk, { caller, ifMatch: null, mutation: this.mutationOf(bulk, object, record) }, object);
      return null;
    } catch (error) {
      const { code, message } = error instanceof AppError ? error : this.unforeseen(bulk, object, error);
      if (PASSING.has(code)) throw error;
      // The object does not exist any more: an earlier try, or another request, has removed it.
      if (bulk.action === 'delete' && code === 'NOT_FOUND' && bulk.kind === 'runs') return null;
      await trail.refused(code);
      return { id: object, code, message };
    }
  }

  /** An unexpected error of one object is logged, and the operation continues with the others. */
  private unforeseen(bulk: Bulk, object: string, cause: unknown): AppError {
    this.tools.log.error({ bulk: bulk.id, object, error: messageOf(cause) }, 'an object of a bulk operation failed');
    return new AppError('INTERNAL', 'the object could not be changed; the log of the service api says why', { cause });
  }

  /**
   * The ids of runs and commands contain the time of the request. An edit has the present time, because the scheduler's sweep searches for
   * recent edits.
   */
  private mutationOf(bulk: Bulk, object: string, record: Mutation['record']): EditRequest['mutation'] {
    const isEdit = bulk.kind === 'jobs' && bulk.action !== 'run';
    return { seed: seedOf(bulk, object), askedAt: isEdit ? this.tools.clock.now() : bulk.createdAt, record };
  }
}
