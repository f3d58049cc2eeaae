import { contracts } from '#common/contracts/registry.js';
import { answerOrDrop, type InboxAnswer } from '#common/inbox/inbox-intake.js';
import type { InboxEntry } from '#common/mongo/inbox.store.js';
import type { StatusIntake } from './status-intake.js';

/** Hands status callbacks that the api stored to the intake, as if they came now. Throws what may succeed later. */
export async function takeStored(
  intake: Pick<StatusIntake, 'report'>,
  entries: readonly InboxEntry[],
): Promise<InboxAnswer[]> {
  const takeOne = async ({ kind, payload }: InboxEntry): Promise<InboxAnswer> => {
    const call = contracts.reportStatus.schema.safeParse(payload);
    if (!call.success) return { ok: false, code: 'MALFORMED_BODY', detail: `a ${kind} entry is no status callback` };
    return intake.report(call.data, false);
  };
  // What is submitted in one go is taken into one turn, in this order.
  return Promise.all(entries.map((entry) => answerOrDrop(() => takeOne(entry))));
}
