/**
 * Receives messages of NATS for triggers: each is acknowledged once every trigger that receives it has admitted it or finally refused it.
 */
import { createHash } from 'node:crypto';
import { asTenantId } from '#common/domain/ids.js';
import { MAX_MESSAGE_ID_LENGTH, MAX_TRIGGER_BODY_BYTES } from '#common/domain/limits.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { StoredTrigger, TriggersStore } from '#common/mongo/triggers.store.js';
import type { OutsideMessage, OutsideNats } from '#common/nats/outside-nats.js';
import type { TriggerFiring } from './trigger-firing.js';
import type { KnownMessage } from './trigger-runs.js';

/** The name of the consumer: all replicas share it, so that each message goes to one of them. */
const DURABLE = 'carillon';

/** The source of messages. */
export interface HeardStream {
  readonly nats: OutsideNats;
  readonly stream: string;
  /** The prefix of subjects, in front of the tenant. */
  readonly subjects: string;
}

type TextMessage = OutsideMessage & { readonly text: string };

export class TriggerListener {
  private readonly stopping = new AbortController();
  private following: Promise<void> = Promise.resolve();

  /** Receives nothing if `heard` is null. */
  constructor(
    private readonly heard: HeardStream | null,
    private readonly triggers: Pick<TriggersStore, 'hearing'>,
    private readonly firing: Pick<TriggerFiring, 'fire'>,
    private readonly tools: { readonly metrics: Pick<Metrics, 'triggerDeliveries'>; readonly log: Logger },
  ) {}

  start(): void {
    if (!this.heard) return;
    const { nats, stream, subjects } = this.heard;
    const spec = { stream, durable: DURABLE, subject: `${subjects}.>` };
    this.following = nats.follow(spec, async (message) => this.take(message, subjects), this.stopping.signal);
  }

  /** Resolves when the messages under way are admitted or given back. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.following;
    await this.heard?.nats.close();
  }

  /** Throws temporary errors: then the message is delivered again, and triggers that it has fired already find their runs. */
  private async take(message: OutsideMessage, prefix: string): Promise<void> {
    const [token = '', ...rest] = message.subject.slice(prefix.length + 1).split('.');
    const tenant = asTenantId(token.replaceAll('%2E', '.'));
    const triggers = await this.triggers.hearing(tenant, rest.join('.'));
    if (triggers.length === 0) this.tools.metrics.triggerDeliveries.inc({ result: 'unknown' });
    const { text } = message;
    const problem =
      text === null ? 'is not UTF-8' : Buffer.byteLength(text) > MAX_TRIGGER_BODY_BYTES ? 'is too large' : null;
    if (text === null || problem !== null) {
      this.tools.log.warn({ subject: message.subject }, `a message for triggers ${problem} and is ignored`);
      return;
    }
    for (const trigger of triggers) await this.fire(trigger, { ...message, text });
  }

  private async fire(trigger: StoredTrigger, message: TextMessage): Promise<void> {
    try {
      await this.firing.fire(trigger, { ...knownMessage(message), via: 'nats' });
    } catch (error) {
      if (!(error instanceof AppError) || error.retryable) throw error;
      // The owners of the trigger find the refusal in the trigger's deliveries.
      this.tools.log.debug({ trigger: trigger.uid, error: messageOf(error) }, 'a message from NATS was refused');
    }
  }
}

/** Publishers identify a message by `Nats-Msg-Id`; a message without one is identified by its place in the stream. */
function knownMessage({ subject, text, headers, place }: TextMessage): Omit<KnownMessage, 'via'> {
  const id = headers['nats-msg-id'] ?? '';
  const isNamed = id.length <= MAX_MESSAGE_ID_LENGTH && /^[\x21-\x7e]+$/.test(id);
  const hash = (...parts: readonly string[]): string =>
    createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return {
    text,
    headers,
    address: subject,
    message: isNamed ? id : place,
    key: isNamed ? hash('id', id) : hash('place', place),
    digest: createHash('sha256').update(text).digest('hex'),
  };
}
