/** One durable consumer: made when it is missing, followed until stopped, made again when JetStream has lost it. */
import { AckPolicy, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import { delay } from '../clock/clock.js';
import { messageOf } from '../errors/app-error.js';
import { isPassing } from '../errors/failure.js';
import type { Logger } from '../logging/logger.js';
import { TrackedTasks } from '../runtime/tracked-tasks.js';
import type { Nats } from './nats.js';
import { UnusableMessage } from './signed-messages.js';

export interface ConsumerSpec {
  readonly stream: string;
  readonly durable: string;
  readonly subject: string;
}

/**
 * Unacknowledged messages of one consumer; a handler that hangs stops only its own shard. The number is so small that even a lagging
 * replica that owns every shard handles them before the server would deliver them again.
 */
const MAX_UNACKED = 16;
const ACK_WAIT_MS = 30_000;
const RETRY_MS = 1_000;
/**
 * A pull that ends without a message costs two useless messages, and each shard has a consumer. The server's heartbeats show that it still
 * knows the pull; two of them may be missing.
 */
const PULL_MS = 600_000;
const SIGN_OF_LIFE_MS = 15_000;
const NANOS_PER_MS = 1_000_000;

/** The operations of a connection that a consumer needs. */
export type ConsumerSource = Pick<Nats, 'untilConnected' | 'onLost' | 'jetstream' | 'manager' | 'ensureStreams'>;

type MessageHandler = (data: Uint8Array, message: JsMsg) => Promise<void>;

/**
 * Hands messages to `handler`, many at the same time, and acknowledges each when the handler has resolved. After a retryable
 * failure the message is delivered again later. Resolves when `signal` is aborted and the handlers under way have ended.
 */
export async function consume(
  nats: ConsumerSource,
  spec: ConsumerSpec,
  handler: MessageHandler,
  options: { log: Logger; signal: AbortSignal; onRedelivered?: () => void },
): Promise<void> {
  const { log, signal, onRedelivered } = options;
  const running = new TrackedTasks();
  for (;;) {
    await nats.untilConnected(signal);
    if (signal.aborted) break;
    try {
      await follow(nats, spec, signal, (message) => {
        if (message.redelivered) onRedelivered?.();
        void running.add(handle(message, handler, { log, spec, signal }));
      });
    } catch (error) {
      log.warn({ error: messageOf(error), consumer: spec.durable }, 'the connection to a consumer was lost');
    }
    await delay(RETRY_MS, signal);
  }
  await running.drain();
}

async function follow(
  nats: ConsumerSource,
  spec: ConsumerSpec,
  signal: AbortSignal,
  take: (message: JsMsg) => void,
): Promise<void> {
  await ensureConsumer(nats, spec);
  const consumer = await nats.jetstream.consumers.get(spec.stream, spec.durable);
  const messages = await consumer.consume({
    max_messages: MAX_UNACKED,
    expires: PULL_MS,
    idle_heartbeat: SIGN_OF_LIFE_MS,
    abort_on_missing_resource: true,
  });
  const stop = (): void => {
    messages.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  // A restarted server may know neither stream nor consumer, and the client notices that only after a while.
  const unwatch = nats.onLost(stop);
  try {
    if (signal.aborted) stop();
    for await (const message of messages) take(message);
  } finally {
    unwatch();
    signal.removeEventListener('abort', stop);
    await messages.close().catch(() => undefined);
  }
}

/** Makes the consumer where it is missing, and updates one with other settings. */
async function ensureConsumer(nats: ConsumerSource, { stream, durable, subject }: ConsumerSpec): Promise<void> {
  const bounds = {
    filter_subject: subject,
    ack_wait: ACK_WAIT_MS * NANOS_PER_MS,
    max_ack_pending: MAX_UNACKED,
  };
  try {
    await nats.manager.consumers.update(stream, durable, bounds);
  } catch {
    await nats.ensureStreams();
    await nats.manager.consumers.add(stream, {
      ...bounds,
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
    });
  }
}

async function handle(
  message: JsMsg,
  handler: MessageHandler,
  { log, spec, signal }: { log: Logger; spec: ConsumerSpec; signal: AbortSignal },
): Promise<void> {
  try {
    await handler(message.data, message);
    message.ack();
  } catch (error) {
    if (error instanceof UnusableMessage) {
      const level = error.isExpected ? 'debug' : 'error';
      log[level](
        { error: messageOf(error), subject: message.subject, consumer: spec.durable },
        'a message was put aside',
      );
      message.term();
      return;
    }
    log[levelOf(isPassing(error), signal.aborted)](
      { err: error, subject: message.subject, consumer: spec.durable },
      'a message will be delivered again',
    );
    message.nak(RETRY_MS);
  }
}

/** A stopping consumer returns its unhandled messages: that is not logged. */
function levelOf(isPassing: boolean, isStopping: boolean): 'debug' | 'warn' | 'error' {
  if (!isPassing) return 'error';
  return isStopping ? 'debug' : 'warn';
}
