/**
 * Starts the run that a message asks for, once for each message. The delivery is stored first, and the key of the run follows from
 * the trigger and the message alone; so a repeat, on whichever replica and whatever died before, finds the same run.
 */
import type { Clock } from '#common/clock/clock.js';
import { asJobId, asRunId, type RunId } from '#common/domain/ids.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { DeliveryEnd, TriggerDeliveriesStore, TriggerDelivery } from '#common/mongo/trigger-deliveries.store.js';
import type { StoredTrigger } from '#common/mongo/triggers.store.js';
import type { Trigger } from '#common/run/run.js';
import type { JsonValue } from '#common/spec/fields.js';
import { jsonValue } from '#common/spec/fields.js';
import type { Caller } from '../access/core/access.js';
import type { AuditLog } from '../http/audit-log.js';
import { plainId } from '../http/derived-id.js';
import { invalidInput, problemsOf } from '../http/problem.js';
import type { RunService } from '../runs/run.service.js';
import { runAskedFor } from './core/run-asked-for.js';
import type { TriggerOwners } from './trigger-owners.js';

/** A message whose sender is known. */
export interface KnownMessage {
  /** What names it for people, and what names it for repeats. */
  readonly message: string;
  readonly key: string;
  readonly digest: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
  readonly via: Extract<Trigger, 'webhook' | 'nats'>;
}

export interface Fired {
  /** Null: a condition does not hold, as `detail` says. */
  readonly run: RunId | null;
  readonly detail: string;
  /** True where an earlier delivery of the message has started the run. */
  readonly repeated: boolean;
}

export class TriggerFiring {
  constructor(
    private readonly deliveries: Pick<TriggerDeliveriesStore, 'begin' | 'end'>,
    private readonly owners: Pick<TriggerOwners, 'requireRights'>,
    private readonly runs: Pick<RunService, 'start'>,
    private readonly audit: Pick<AuditLog, 'open'>,
    private readonly tools: { readonly clock: Pick<Clock, 'now'>; readonly log: Logger },
  ) {}

  /** Throws what the run is refused with; IDEMPOTENCY_KEY_REUSED for another message under the id of an earlier one. */
  async fire(trigger: StoredTrigger, message: KnownMessage): Promise<Fired> {
    const at = this.tools.clock.now();
    const { tenant, uid } = trigger;
    const { message: named, digest, address } = message;
    const delivery = await this.deliveries.begin(message.key, { tenant, uid, at, message: named, digest, address });
    const end = async (outcome: DeliveryEnd): Promise<void> => this.end(delivery, { at, address }, outcome);
    if (delivery.digest !== digest)
      throw new AppError('IDEMPOTENCY_KEY_REUSED', `another message of the id ${named} came before`);
    if (delivery.outcome === 'started') {
      await end(delivery);
      return { run: delivery.run, detail: '', repeated: true };
    }
    try {
      const fired = await this.start(trigger, message);
      const { run, detail } = fired;
      await end({ outcome: run === null ? 'skipped' : 'started', run, code: null, detail });
      return fired;
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'INTERNAL';
      await end({ outcome: 'refused', run: null, code, detail: messageOf(error) });
      throw error;
    }
  }

  private async start(trigger: StoredTrigger, message: KnownMessage): Promise<Fired> {
    const { tenant, id, uid, spec } = trigger;
    if (spec.enabled === false) throw new AppError('CONFLICT', `the trigger ${id} is not enabled`);
    await this.owners.requireRights(trigger);
    const asked = runAskedFor(spec, { body: bodyOf(message.text), headers: message.headers });
    if (asked.kind === 'skipped') return { run: null, detail: asked.detail, repeated: false };
    if (asked.kind === 'refused') throw invalidInput(asked.problems);
    const seed = `${uid}/${message.key}`;
    const run = asRunId(plainId(seed, 'run'));
    const caller: Caller = {
      ...{ subject: `trigger:${uid}`, name: `trigger ${id}` },
      roles: [{ tenant, role: 'operator' }],
    };
    const trail = this.audit.open(caller, { action: 'fireTrigger', address: message.address }, seed);
    const mutation = { seed, askedAt: this.tools.clock.now(), record: trail.record };
    try {
      await this.runs.start(
        { caller, mutation, asked: { run, trigger: message.via } },
        asJobId(spec.job),
        asked.request,
      );
      return { run, detail: '', repeated: false };
    } catch (error) {
      await trail.refused(error instanceof AppError ? error.code : 'INTERNAL');
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw new AppError('CONFLICT', `the job ${spec.job} is not there any more`, { cause: error });
    }
  }

  /** The run is what counts: its sender is answered even where what came of it cannot be stored; a repeat stores it. */
  private async end(
    { id, uid }: TriggerDelivery,
    seen: Pick<TriggerDelivery, 'at' | 'address'>,
    { outcome, run, code, detail }: DeliveryEnd,
  ): Promise<void> {
    try {
      await this.deliveries.end(id, seen, { outcome, run, code, detail });
    } catch (error) {
      this.tools.log.warn({ err: error, trigger: uid, outcome }, 'what came of a delivery could not be stored');
    }
  }
}

/** Throws MALFORMED_BODY for what is no JSON, VALIDATION_FAILED for what is nested too deeply. No body at all is null. */
function bodyOf(text: string): JsonValue {
  let body: unknown = null;
  try {
    if (text !== '') body = JSON.parse(text);
  } catch (cause) {
    throw new AppError('MALFORMED_BODY', 'the body is not JSON', { cause });
  }
  const parsed = jsonValue.safeParse(body);
  if (!parsed.success) throw invalidInput(problemsOf(parsed.error.issues, ['body']));
  return parsed.data;
}
