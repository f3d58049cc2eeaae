import { contracts } from '#common/contracts/registry.js';
import type { InboxAnswer } from '#common/inbox/inbox-intake.js';
import type { InboxEntry } from '#common/mongo/inbox.store.js';
import type { CallbackIntake } from './callback-intake.js';

/** Hands a callback that the api stored to the intake, as if it came now. Throws what may succeed later. */
export async function takeStored(
  intake: Pick<CallbackIntake, 'appendLog' | 'saveStorage'>,
  { kind, payload }: InboxEntry,
): Promise<InboxAnswer> {
  if (kind === 'log') {
    const call = contracts.appendLog.schema.safeParse(payload);
    if (call.success) return intake.appendLog(call.data);
  } else if (kind === 'job_storage') {
    const call = contracts.saveStorage.schema.safeParse(payload);
    if (call.success) return intake.saveStorage(call.data);
  }
  return { ok: false, code: 'MALFORMED_BODY', detail: `this is no ${kind} callback` };
}
