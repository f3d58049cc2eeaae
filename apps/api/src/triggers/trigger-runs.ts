/** Starts the run that a message asks for, in the name of the caller who saved the trigger last, through the admission of a run by hand. */
import type { Clock } from '#common/clock/clock.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { withDoubles } from '#common/domain/exact-number.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import { AppError } from '#common/errors/app-error.js';
import { failureOf } from '#common/errors/failure.js';
import type { StoredTrigger } from '#common/mongo/triggers.store.js';
import type { Trigger } from '#common/run/run.js';
import { jsonValue, type JsonValue } from '#common/spec/fields.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { problemsOf } from '#common/spec/schema-problems.js';
import type { Caller } from '../access/core/access.js';
import type { AuditLog } from '../http/audit-log.js';
import { plainId } from '../http/derived-id.js';
import { invalidInput } from '../http/problem.js';
import type { RunService } from '../runs/run.service.js';
import { runAskedFor } from './core/run-asked-for.js';
import type { TriggerOwners } from './trigger-owners.js';

/** A message whose sender is known. */
export interface KnownMessage {
  /** The id that is shown to people, and the id by which repeats are found. */
  readonly message: string;
  readonly key: string;
  readonly digest: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
  readonly via: Extract<Trigger, 'webhook' | 'nats'>;
}

export interface StartedRun {
  /** Null: a condition does not hold; `detail` names it. */
  readonly run: RunId | null;
  readonly detail: string;
  /** The run is that of an earlier request, because of the job's `deduplicate`. */
  readonly isDuplicate: boolean;
}

/** The facts by which a start is decided. */
export interface StartJudgement {
  /** Rejects if the caller who saved the trigger last may not run its job any more. */
  readonly rights: Promise<void>;
  readonly job: Promise<StoredJob>;
  readonly preparation: string | undefined;
}

export class TriggerRuns {
  constructor(
    private readonly owners: Pick<TriggerOwners, 'requireRights'>,
    private readonly runs: Pick<RunService, 'jobToRun' | 'startOf' | 'prepare'>,
    private readonly audit: Pick<AuditLog, 'open'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Begins to read the facts that `start` needs; a failed read makes `start` fail. */
  judge(trigger: StoredTrigger): StartJudgement {
    const preparation = trigger.spec.enabled === false ? undefined : this.runs.prepare(trigger.spec.job);
    const rights = this.owners.requireRights(trigger);
    const job = this.runs.jobToRun(callerOf(trigger), trigger.spec.job);
    for (const read of [rights, job]) read.catch(() => undefined);
    return { rights, job, preparation };
  }

  /** Throws the refusal of the run. */
  async start(trigger: StoredTrigger, message: KnownMessage, judgement: StartJudgement): Promise<StartedRun> {
    const { rights, job, preparation } = judgement;
    const { id, uid, spec } = trigger;
    if (spec.enabled === false) throw new AppError('CONFLICT', `the trigger ${id} is not enabled`);
    await rights;
    const request = runAskedFor(spec, { body: bodyOf(jsonIn(message)), headers: message.headers });
    if (request.kind === 'skipped') return { run: null, detail: request.detail, isDuplicate: false };
    if (request.kind === 'refused') throw invalidInput(request.problems);
    const seed = `${uid}/${message.key}`;
    const run = asRunId(plainId(seed, 'run'));
    const caller = callerOf(trigger);
    const trail = this.audit.open(caller, { action: 'fireTrigger', address: message.address }, seed);
    const mutation = { seed, askedAt: this.clock.now(), record: trail.record };
    try {
      const by = { caller, mutation, fixed: { run, trigger: message.via }, preparation };
      return { ...(await this.runs.startOf(by, await job, request.request)), detail: '' };
    } catch (error) {
      await trail.refused(failureOf(error).code);
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw new AppError('CONFLICT', `the job ${spec.job} no longer exists`, { cause: error });
    }
  }
}

const callerOf = ({ tenant, id, uid }: StoredTrigger): Caller => ({
  subject: `trigger:${uid}`,
  name: `trigger ${id}`,
  roles: [{ tenant, role: 'operator' }],
});

/** GitHub sends its JSON as the field `payload` of a form, unless its user chooses another content type. */
function jsonIn({ text, headers }: KnownMessage): string {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  return (isForm ? new URLSearchParams(text).get('payload') : null) ?? text;
}

/** A byte order mark, which programs of .NET and PowerShell write, is no part of the JSON (RFC 8259, 8.1). */
const MARK = /^\ufeff/;

/** Throws MALFORMED_BODY for a text that is not JSON, VALIDATION_FAILED for too deep nesting. An absent body is null. */
function bodyOf(text: string): JsonValue {
  let body: unknown = null;
  try {
    if (text !== '') body = parseExactJson(text.replace(MARK, ''));
  } catch (cause) {
    throw new AppError('MALFORMED_BODY', 'the body is not JSON', { cause });
  }
  const parsed = jsonValue.safeParse(withDoubles(body).value);
  if (!parsed.success) throw invalidInput(problemsOf(parsed.error.issues, ['body']));
  return parsed.data;
}
