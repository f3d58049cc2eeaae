/** Status callbacks of web-service workers: inputs of their runs, answered once the decision is saved. */
import { contracts, type Payload, type ReplyTo } from '#common/messages/registry.js';
import { asAttemptId, parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import type { AttemptRecord } from '#common/run/run.js';
import { isReportedAgain } from '#common/run/reported-end.js';
import type { StatusReport } from '../run/inputs.js';
import type { RunQueue } from './run-queue.js';
import type { SignsOfLife } from './signs-of-life.js';
import { answerOrDrop, type InboxAnswer } from '#common/inbox/inbox-intake.js';
import type { InboxEntry } from '#common/mongo/inbox.store.js';

export type StatusCall = Payload<'reportStatus'>;
export type StatusReply = ReplyTo<'reportStatus'>;

export interface AttemptReader {
  get(attempt: AttemptId): Promise<AttemptRecord | null>;
}

export class StatusIntake {
  constructor(
    private readonly queue: Pick<RunQueue, 'submit' | 'wake'>,
    private readonly attempts: AttemptReader,
    private readonly signs: SignsOfLife,
  ) {}

  /** `urgent`: the worker waits for the answer. */
  async report(call: StatusCall, urgent: boolean): Promise<StatusReply> {
    const key = parseAttemptId(call.attempt);
    if (!key) return refusal('NOT_FOUND', `there is no attempt ${call.attempt}`);
    const report: StatusReport = {
      type: 'status',
      attempt: asAttemptId(call.attempt),
      at: call.at,
      state: call.state,
      message: call.message,
      exitCode: call.exitCode,
      progress: call.progress,
      ...(call.outputs && { outputs: call.outputs }),
    };
    const [answer] = await this.queue.submit(key.run, [report], { urgent });
    if (answer === 'done') return { ok: true };
    if (answer === 'conflict') return ended(report.attempt);
    return this.judgeLate(report);
  }

  /** Notes a sign of life without further content. */
  seen(attempt: AttemptId, at: number): void {
    const key = parseAttemptId(attempt);
    if (!key) return;
    this.signs.note(attempt, at);
    this.queue.wake(key.run);
  }

  /** The attempt is no longer live: only a repeat of the final status that the worker itself reported is accepted. */
  private async judgeLate(report: StatusReport): Promise<StatusReply> {
    const record = await this.attempts.get(report.attempt);
    return record && isReportedAgain(record.end, report.state) ? { ok: true } : ended(report.attempt);
  }
}

const refusal = (code: string, detail: string): StatusReply => ({ ok: false, code, detail });
const ended = (attempt: string): StatusReply =>
  refusal('ATTEMPT_ENDED', `attempt ${attempt} has ended or is not the current one`);

/** Passes status callbacks that the api stored in the inbox to the intake. Throws errors that may be temporary. */
export async function takeStored(
  intake: Pick<StatusIntake, 'report'>,
  entries: readonly InboxEntry[],
): Promise<InboxAnswer[]> {
  const takeOne = async ({ kind, payload }: InboxEntry): Promise<InboxAnswer> => {
    const call = contracts.reportStatus.schema.safeParse(payload);
    if (!call.success)
      return { ok: false, code: 'MALFORMED_BODY', detail: `the ${kind} entry is not a valid status callback` };
    return intake.report(call.data, false);
  };
  // Inputs that are submitted together become one decision, in this order.
  return Promise.all(entries.map((entry) => answerOrDrop(() => takeOne(entry))));
}
