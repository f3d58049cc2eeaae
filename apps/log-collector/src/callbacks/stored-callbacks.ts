import type { PayloadOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { answerOrDrop, type InboxAnswer } from '#common/inbox/inbox-intake.js';
import type { InboxEntry } from '#common/mongo/inbox.store.js';
import type { CallbackIntake } from './callback-intake.js';

type LogCall = PayloadOf<typeof contracts.appendLog>;

/**
 * Passes callbacks of one attempt from the inbox to the intake: log calls together, in their order of arrival. Returns one answer for each
 * entry. Throws errors that may be temporary.
 */
export async function takeStored(
  intake: Pick<CallbackIntake, 'appendLogs' | 'saveStorage'>,
  entries: readonly InboxEntry[],
): Promise<InboxAnswer[]> {
  const calls = entries.flatMap(({ id, kind, payload }): { id: string; call: LogCall }[] => {
    const call = kind === 'log' ? contracts.appendLog.schema.safeParse(payload) : null;
    return call?.success ? [{ id, call: call.data }] : [];
  });
  const appended = intake.appendLogs(calls.map(({ call }) => call));
  const indexOf = new Map(calls.map(({ id }, i) => [id, i]));
  const takeOne = async ({ id, kind, payload }: InboxEntry): Promise<InboxAnswer> => {
    const i = indexOf.get(id);
    if (i !== undefined) return (await appended)[i] ?? malformed(kind);
    const save = kind === 'job_storage' ? contracts.saveStorage.schema.safeParse(payload) : null;
    return save?.success ? intake.saveStorage(save.data) : malformed(kind);
  };
  return Promise.all(entries.map((entry) => answerOrDrop(() => takeOne(entry))));
}

const malformed = (kind: string): InboxAnswer => ({
  ok: false,
  code: 'MALFORMED_BODY',
  detail: `the body is not a valid ${kind} callback`,
});
