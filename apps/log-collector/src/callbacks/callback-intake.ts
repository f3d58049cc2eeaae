/** Handles callbacks of web-service workers, directly from the api or from the inbox where the api stored them. */
import { contracts, type Payload, type ReplyTo } from '#common/messages/registry.js';
import { asAttemptId } from '#common/domain/ids.js';
import { isOvertaken } from '#common/domain/job-storage.js';
import { MAX_JOB_STORAGE_BYTES } from '#common/domain/limits.js';
import type { ErrorCode } from '#common/errors/codes.js';
import type { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { Instant } from '#common/run/run.js';
import { callbackKey } from '../core/callback-keys.js';
import { STORAGE_PREFIX } from '#common/run/outputs.js';
import { utf8Length } from '../core/utf8.js';
import type { AttemptFactsReader } from '../output/attempt-facts.js';
import { isTooLate, type AttemptEnds } from './attempt-ends.js';
import type { CallbackLogs } from './callback-log.js';
import { answerOrDrop, type InboxAnswer } from '#common/inbox/inbox-intake.js';
import type { InboxEntry } from '#common/mongo/inbox.store.js';

type LogCall = Payload<'appendLog'>;
type Answer = ReplyTo<'appendLog'>;

/** The number of a worker's first call. */
const FIRST_SEQ = 1;
const ACCEPTED: Answer = { ok: true };
const refused = (code: ErrorCode, detail: string): Answer => ({ ok: false, code, detail });
const TOO_LATE = refused('ATTEMPT_ENDED', 'the attempt ended more than a minute before this callback');
const OVERTAKEN = refused(
  'ATTEMPT_ENDED',
  'the attempt has ended, and a newer run of the job was created or has saved job storage since then',
);

export class CallbackIntake {
  constructor(
    private readonly logs: CallbackLogs,
    private readonly ends: AttemptEnds,
    private readonly facts: AttemptFactsReader,
    private readonly stores: { readonly jobStorage: JobStorageStore; readonly runs: Pick<RunReads, 'isAnyOf'> },
  ) {}

  /** True unless the numbered call before this one is known to be stored: it may wait in the inbox. */
  mayLackEarlier({ attempt, seq }: LogCall): boolean {
    return (
      seq !== null && seq > FIRST_SEQ && !this.logs.has(asAttemptId(attempt), callbackKey({ seq: seq - 1, key: '' }))
    );
  }

  /** An accepted call is stored. */
  async appendLog(call: LogCall): Promise<Answer> {
    const [answer] = await this.appendLogs([call]);
    return answer ?? ACCEPTED;
  }

  /**
   * Appends log calls of one attempt in the given order. Returns one answer for each. Throws if one of them is not stored: then no later
   * one is stored, either.
   */
  async appendLogs(calls: readonly LogCall[]): Promise<Answer[]> {
    const [first] = calls;
    if (first === undefined) return [];
    const attempt = asAttemptId(first.attempt);
    const end = await this.ends.of(attempt);
    const overtaken = new Set<LogCall>();
    for (const call of calls)
      if (call.lines.some((line) => line.startsWith(STORAGE_PREFIX)) && (await this.isOvertaken(call, end)))
        overtaken.add(call);
    const inTime = calls.filter((call) => !isTooLate(call.at, end) && !overtaken.has(call));
    await this.logs.append(
      attempt,
      inTime.map((call) => ({ key: callbackKey(call), at: call.at, lines: call.lines })),
    );
    return calls.map((call) => (inTime.includes(call) ? ACCEPTED : overtaken.has(call) ? OVERTAKEN : TOO_LATE));
  }

  /** An accepted value is stored, or known to be outdated. */
  async saveStorage(call: Payload<'saveStorage'>): Promise<Answer> {
    const attempt = asAttemptId(call.attempt);
    const bytes = utf8Length(JSON.stringify(call.value));
    if (bytes > MAX_JOB_STORAGE_BYTES)
      return refused(
        'BODY_TOO_LARGE',
        `job storage has ${bytes} bytes as JSON, at most ${MAX_JOB_STORAGE_BYTES} are kept`,
      );
    const end = await this.ends.of(attempt);
    if (isTooLate(call.at, end)) return TOO_LATE;
    if (await this.isOvertaken(call, end)) return OVERTAKEN;
    const owner = await this.facts.read(attempt);
    const source = { attempt, callback: call.key };
    await this.stores.jobStorage.save(owner, [
      { source, at: call.at, runAt: owner.runAt, ...owner.toStored(call.value) },
    ]);
    return ACCEPTED;
  }

  /** Whether a value of an ended attempt would overwrite what a newer run was given, or has saved. */
  private async isOvertaken({ attempt, at }: { attempt: string; at: Instant }, end: Instant | null): Promise<boolean> {
    if (end === null) return false;
    const { job, runAt } = await this.facts.read(asAttemptId(attempt));
    return (
      (await this.stores.runs.isAnyOf(job, end, at)) || isOvertaken(await this.stores.jobStorage.heads(job), runAt, end)
    );
  }
}

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
