/** A NATS outside the installation, whose messages our services do not sign: a stream of it is read, nothing is published. */
import { utf8Text } from '../domain/utf8-text.js';
import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { Logger } from '../logging/logger.js';
import { consume, type ConsumerSource, type ConsumerSpec } from './consume.js';
import { NatsLink, type LinkOptions } from './nats-link.js';

/** A message of a stream, as its publisher has sent it. */
export interface OutsideMessage {
  readonly subject: string;
  /** Null: it is not UTF-8. */
  readonly text: string | null;
  /** By names in lower case; the first value of each. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its number in the stream, and when it was stored there: the same in each delivery, and different for each message. */
  readonly place: string;
}

export class OutsideNats implements ConsumerSource {
  private readonly link: NatsLink;

  constructor(
    options: LinkOptions,
    private readonly log: Logger,
  ) {
    this.link = new NatsLink(options, log);
  }

  get jetstream(): JetStreamClient {
    return this.link.jetstream;
  }

  get manager(): JetStreamManager {
    return this.link.manager;
  }

  async untilConnected(signal: AbortSignal): Promise<void> {
    await this.link.untilUp(signal);
  }

  onLost(listener: () => void): () => void {
    return this.link.watch({ down: listener });
  }

  /** The operator of that server creates the stream. */
  async ensureStreams(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Hands each message of the stream to `handler` and acknowledges it when that has resolved; a message whose handler fails comes
   * again. Resolves when `signal` is aborted and the handlers under way have ended.
   */
  async follow(
    spec: ConsumerSpec,
    handler: (message: OutsideMessage) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    await consume(this, spec, async (_data, message) => handler(read(message)), { log: this.log, signal });
  }

  async close(): Promise<void> {
    await this.link.close();
  }
}

function read({ subject, data, headers, info }: JsMsg): OutsideMessage {
  const names = headers?.keys() ?? [];
  return {
    subject,
    text: utf8Text(data),
    headers: Object.fromEntries(names.map((name) => [name.toLowerCase(), headers?.get(name) ?? ''])),
    place: `${info.streamSequence}@${info.timestampNanos}`,
  };
}
