/** The door to NATS: typed publish, request and subscribe by contract. Every payload is parsed on both ends. */
import {
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { connect, credsAuthenticator, headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { delay } from '../clock/delay.js';
import type { Contract, PayloadOf, ReplyOf, SubjectParamsOf } from '../contracts/contract.js';
import { STREAMS } from '../contracts/registry.js';
import { AppError, messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';

const CONNECT_TIMEOUT_MS = 2_000;
const RETRY_MS = 1_000;
const PUBLISH_TIMEOUT_MS = 2_000;
/** Streams are looked for again at most this often when a publish finds none. */
const ENSURE_INTERVAL_MS = 1_000;
const NANOS_PER_SECOND = 1_000_000_000;

export interface NatsOptions {
  readonly url: string;
  readonly credsFile?: string | undefined;
  readonly name: string;
  /** The time that all services agree on, in epoch milliseconds; null while it is not known. Deadlines of requests are told by it. */
  readonly time?: () => number | null;
}

/** Until when whoever asked waits, in epoch milliseconds of the time that all services agree on. */
export const DEADLINE_HEADER = 'Carillon-Deadline';

export class Nats {
  readonly jetstream: JetStreamClient;
  private lastEnsured = 0;

  private constructor(
    readonly connection: NatsConnection,
    readonly manager: JetStreamManager,
    private readonly log: Logger,
    /** The time that deadlines are told by; null while it is not known. */
    readonly time: () => number | null,
  ) {
    this.jetstream = jetstream(connection, { timeout: PUBLISH_TIMEOUT_MS });
    void this.logStatus();
  }

  /** Waits for the server, with a log line per try, until it answers or `signal` is aborted; then ensures the streams. */
  static async connect(options: NatsOptions, log: Logger, signal?: AbortSignal): Promise<Nats> {
    for (;;) {
      signal?.throwIfAborted();
      let connection: NatsConnection | null = null;
      try {
        connection = await connect({
          servers: options.url,
          name: options.name,
          timeout: CONNECT_TIMEOUT_MS,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          // Where a request was made is said by its subject: to note the stack of each costs more than to send it.
          noAsyncTraces: true,
          ...(options.credsFile ? { authenticator: credsAuthenticator(readFileSync(options.credsFile)) } : {}),
        });
        const nats = new Nats(connection, await jetstreamManager(connection), log, options.time ?? (() => null));
        await nats.ensureStreams();
        return nats;
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'waiting for NATS');
        await connection?.close().catch(() => undefined);
        await delay(RETRY_MS, signal);
      }
    }
  }

  /** False while the connection is lost; it comes back by itself. */
  get connected(): boolean {
    return this.isUp && !this.connection.isClosed();
  }

  /** Fire and forget; lost when nobody listens or the connection is down. */
  publish<C extends Contract>(contract: C, params: SubjectParamsOf<C>, payload: PayloadOf<C>): void {
    this.connection.publish(contract.subject(params), encode(contract.schema, payload));
  }

  /** Resolves when the server has taken everything published so far. */
  flush(): Promise<void> {
    return this.connection.flush();
  }

  /**
   * Publishes to the contract's stream and waits until it is stored. `id` makes repeats within two minutes one message.
   * Throws UNAVAILABLE: callers let the sweep find what the message would have told.
   */
  async publishDurable<C extends Contract>(
    contract: C,
    params: SubjectParamsOf<C>,
    payload: PayloadOf<C>,
    id?: string,
  ): Promise<void> {
    const subject = contract.subject(params);
    const data = encode(contract.schema, payload);
    try {
      await this.jetstream.publish(subject, data, id === undefined ? {} : { msgID: id });
    } catch (error) {
      if (Date.now() - this.lastEnsured > ENSURE_INTERVAL_MS) await this.ensureStreams().catch(() => undefined);
      throw new AppError('UNAVAILABLE', `could not publish to ${subject}`, { cause: error });
    }
  }

  /**
   * Asks and waits for the parsed reply. Throws UNAVAILABLE when nobody answers within `timeoutMs`. The question carries its
   * deadline, so that nobody begins to work for an asker who has given up.
   */
  async request<C extends Contract>(
    contract: C,
    params: SubjectParamsOf<C>,
    payload: PayloadOf<C>,
    timeoutMs: number,
  ): Promise<ReplyOf<C>> {
    const subject = contract.subject(params);
    const data = encode(contract.schema, payload);
    try {
      const reply = await this.connection.request(subject, data, { timeout: timeoutMs, ...this.deadline(timeoutMs) });
      return decode(contract.reply, reply.data) as ReplyOf<C>;
    } catch (cause) {
      throw new AppError('UNAVAILABLE', `nobody answered on ${subject}`, { cause });
    }
  }

  /**
   * Hears every message of a subject from now on, durable ones included (without acknowledging them): for live views.
   * Parameters left out match anything. Gives the function that ends it.
   */
  listen<C extends Contract>(
    contract: C,
    params: Partial<SubjectParamsOf<C>>,
    handler: (payload: PayloadOf<C>) => void,
  ): () => void {
    const subject = contract.subject(withWildcards(contract, params)).replaceAll('%2A', '*');
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.log.warn({ error: messageOf(error), subject }, 'subscription failed');
        else this.handOver(contract, message.data, handler);
      },
    });
    return () => {
      subscription.unsubscribe();
    };
  }

  /** Makes the streams that are missing, and brings the others to the table's bounds. */
  async ensureStreams(): Promise<void> {
    this.lastEnsured = Date.now();
    for (const [name, stream] of Object.entries(STREAMS)) {
      const bounds = {
        subjects: [...stream.subjects],
        max_age: stream.maxAgeSeconds * NANOS_PER_SECOND,
        max_msgs: stream.maxMessages,
      };
      try {
        await this.manager.streams.update(name, bounds);
      } catch {
        const retention = stream.retention === 'workqueue' ? RetentionPolicy.Workqueue : RetentionPolicy.Limits;
        await this.manager.streams.add({ name, ...bounds, retention, storage: StorageType.File });
      }
    }
  }

  /** Sends what is buffered, then closes. */
  async close(): Promise<void> {
    if (this.connection.isClosed()) return;
    await (this.isUp ? this.connection.drain() : this.connection.close());
  }

  private deadline(timeoutMs: number): { headers?: MsgHdrs } {
    const now = this.time();
    if (now === null) return {};
    const told = headers();
    told.set(DEADLINE_HEADER, String(now + timeoutMs));
    return { headers: told };
  }

  private isUp = true;

  private async logStatus(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect' || status.type === 'reconnect') {
        this.isUp = status.type === 'reconnect';
        this.log.warn(
          { server: 'server' in status ? status.server : undefined },
          this.isUp ? 'NATS is back' : 'NATS is away',
        );
      }
    }
  }

  private handOver<C extends Contract>(contract: C, data: Uint8Array, handler: (payload: PayloadOf<C>) => void): void {
    try {
      handler(decode(contract.schema, data) as PayloadOf<C>);
    } catch (error) {
      this.log.error({ error: messageOf(error), contract: contract.template }, 'message dropped');
    }
  }
}

/** Parses on the way out too: a wrong message must fail where it is made. */
export function encode(schema: z.ZodType, payload: unknown): string {
  return JSON.stringify(schema.parse(payload));
}

export function decode(schema: z.ZodType | null, data: Uint8Array): unknown {
  const value: unknown = JSON.parse(new TextDecoder().decode(data));
  return schema ? schema.parse(value) : value;
}

function withWildcards<C extends Contract>(contract: C, params: Partial<SubjectParamsOf<C>>): SubjectParamsOf<C> {
  const names = [...contract.template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return Object.fromEntries(
    names.map((name) => [name, (params as Record<string, string | number | undefined>)[name] ?? '*']),
  ) as SubjectParamsOf<C>;
}
