/** The door to NATS: typed publish, request and subscribe by contract. Every payload is validated on both ends. */
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { Msg, SubscriptionOptions } from '@nats-io/transport-node';
import type { z } from 'zod';
import { parseExactJson } from '../domain/parse-json.js';
import type { Contract, PayloadOf, ReplyOf, SubjectParamsOf } from '../messages/contract.js';
import { STREAMS } from '../messages/registry.js';
import { AppError, messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { NatsLink, type LinkOptions, type Listening } from './nats-link.js';
import { RefusedMessage, SignedMessages, type Received, type Signatures } from './signed-messages.js';
import { type StreamPlacement, ensureStreams, findStreams } from './streams.js';
import { delay } from '../clock/clock.js';
import { SharedCalls } from '../runtime/shared-calls.js';

const PUBLISH_TIMEOUT_MS = 2_000;
/** Messages to a stream in flight; further ones are not sent, and sweeps find what they would have announced. */
const MAX_PUBLISHING = 20_000;

export interface NatsOptions extends LinkOptions {
  /** In memory, once, unless configured otherwise; null where another service makes the streams, and this one waits for them. */
  readonly streams?: StreamPlacement | null;
  /** The database time that all services share, in epoch milliseconds; null while it is not known. Deadlines of requests use it. */
  readonly time?: () => number | null;
  /** Without them nothing is signed and every message is accepted. */
  readonly signatures?: Signatures;
}

export class Nats {
  private publishing = 0;

  private constructor(
    private readonly link: NatsLink,
    private readonly streams: StreamUpkeep,
    /** Beside a message: its sender, and the deadline for an answer. */
    readonly envelope: SignedMessages,
    private readonly log: Logger,
  ) {}

  /** Connects in the background: until the server is available, uses of it fail at once, and subscriptions are remembered. */
  static open(options: NatsOptions, log: Logger): Nats {
    const { streams = { storage: 'memory', replicas: 1 }, time = () => null, signatures = null } = options;
    const link = new NatsLink(options, log);
    return new Nats(link, new StreamUpkeep(link, streams, log), new SignedMessages(time, signatures), log);
  }

  /** As `open`, but waits for the server and the streams; throws when `signal` is aborted first. */
  static async connect(options: NatsOptions, log: Logger, signal?: AbortSignal): Promise<Nats> {
    const nats = Nats.open(options, log);
    const stop = signal ?? new AbortController().signal;
    do {
      await nats.link.untilUp(stop);
      await nats.streams.ensureInTheEnd();
    } while (nats.away !== null && !stop.aborted);
    if (stop.aborted) await nats.close();
    stop.throwIfAborted();
    return nats;
  }

  /** False while the connection is lost or the server does not answer; it recovers by itself. */
  get connected(): boolean {
    return this.link.isUp;
  }

  /** `host:port` of the server that we are, or were last, connected to; null before the first. */
  get server(): string | null {
    return this.link.server;
  }

  /** The problem with NATS; null when there is none. */
  get trouble(): string | null {
    return this.away ?? this.shortage;
  }

  /** What some messages lack of a server that can be used; null for nothing. */
  get shortage(): string | null {
    return this.link.shortage;
  }

  private get away(): string | null {
    return this.link.trouble ?? this.streams.trouble;
  }

  /** Throws UNAVAILABLE while NATS is away. */
  get jetstream(): JetStreamClient {
    return this.link.jetstream;
  }

  /** How many messages each stream holds. Throws while NATS is away, and where a stream is missing. */
  async streamMessages(): Promise<ReadonlyMap<string, number>> {
    const { streams } = this.manager;
    const infos = await Promise.all(Object.keys(STREAMS).map((name) => streams.info(name)));
    return new Map(infos.map(({ config, state }) => [config.name, state.messages]));
  }

  /** Throws UNAVAILABLE while NATS is away. */
  get manager(): JetStreamManager {
    return this.link.manager;
  }

  /** Resolves when NATS is available, or `signal` is aborted. */
  async untilConnected(signal: AbortSignal): Promise<void> {
    await this.link.untilUp(signal);
  }

  /** Calls back when the connection is lost. Returns the function that ends it. */
  onLost(listener: () => void): () => void {
    return this.link.watch({ down: listener });
  }

  /** Subscribes to raw messages of a subject, now or once the server is available. */
  subscribe(subject: string, options: SubscriptionOptions): Listening {
    return this.link.subscribe(subject, options);
  }

  /** Fire and forget; lost without a connection, and without a listener if the contract has no stream. */
  publish<C extends Contract>(contract: C, params: SubjectParamsOf<C>, payload: PayloadOf<C>): void {
    const data = encode(contract.schema, payload);
    const subject = contract.subject(params);
    if (this.connected) this.link.connection.publish(subject, data, this.envelope.headersFor(subject, data));
  }

  /** Resolves when the server has received everything published so far. Throws UNAVAILABLE as soon as NATS is known to be away. */
  async flush(): Promise<void> {
    const { connection } = this.link;
    try {
      await this.link.whileUp(connection.flush());
    } catch (cause) {
      throw new AppError('UNAVAILABLE', 'NATS did not accept a published message', { cause });
    }
  }

  /**
   * Publishes to the contract's stream and waits until it is stored. Throws UNAVAILABLE, at once while NATS is away or `MAX_PUBLISHING`
   * messages are in flight: sweeps find what the message would have announced.
   */
  async publishDurable<C extends Contract>(
    contract: C,
    params: SubjectParamsOf<C>,
    payload: PayloadOf<C>,
  ): Promise<void> {
    const subject = contract.subject(params);
    const data = encode(contract.schema, payload);
    const { jetstream: client } = this;
    if (this.publishing >= MAX_PUBLISHING)
      throw new AppError('UNAVAILABLE', 'too many published messages are not acknowledged yet');
    this.publishing++;
    try {
      const envelope = this.envelope.headersFor(subject, data);
      const options = { timeout: PUBLISH_TIMEOUT_MS, ...envelope };
      await this.link.whileUp(client.publish(subject, data, options));
    } catch (error) {
      await this.streams.ensureAgain();
      throw this.link.failureOf(error, `a message could not be published to ${subject}`);
    } finally {
      this.publishing--;
    }
  }

  /**
   * Sends a request and waits for the parsed reply. Throws UNAVAILABLE when nobody answers within `timeoutMs` or the answer is not one of our
   * services', and at once while NATS is away; BODY_TOO_LARGE for a message that the NATS server does not take. The request carries its deadline, so that no work is done for a requester that has given up.
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
      const envelope = this.envelope.headersFor(subject, data, timeoutMs);
      const options = { timeout: timeoutMs, ...envelope };
      const reply = await this.link.whileUp(this.link.connection.request(subject, data, options));
      this.envelope.checkAnswer(contract, envelope, reply);
      return decode(contract.reply, reply.data) as ReplyOf<C>;
    } catch (cause) {
      throw this.link.failureOf(cause, `no service answered on ${subject}`);
    }
  }

  /** Answers a request that has come from one of our services: with `data`, the text of a reply. */
  respond(request: Msg, data: string): void {
    try {
      request.respond(data, this.envelope.headersForAnswer(request, data));
    } catch (cause) {
      throw this.link.failureOf(cause, `the answer on ${request.subject} could not be sent`);
    }
  }

  /**
   * From now on receives every message of a subject, including durable ones (without acknowledging them): for live views. Omitted
   * parameters match anything. Returns the function that ends it.
   */
  listen<C extends Contract>(
    contract: C,
    params: Partial<SubjectParamsOf<C>>,
    handler: (payload: PayloadOf<C>) => void,
  ): () => void {
    const subject = contract.subject(withWildcards(contract, params)).replaceAll('%2A', '*');
    const subscription = this.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.log.warn({ error: messageOf(error), subject }, 'a subscription failed');
        else this.handOver(contract, message, handler);
      },
    });
    return () => {
      subscription.unsubscribe();
    };
  }

  /** Makes missing streams and updates the others; concurrent callers share one attempt. */
  async ensureStreams(): Promise<void> {
    await this.streams.ensure();
  }

  /** Sends buffered messages, as far as the server receives them in time, then closes. */
  async close(): Promise<void> {
    await this.link.close();
  }

  private handOver<C extends Contract>(contract: C, message: Received, handler: (payload: PayloadOf<C>) => void): void {
    try {
      this.envelope.check(contract, message);
      handler(decode(contract.schema, message.data) as PayloadOf<C>);
    } catch (error) {
      // These refusals are reported by the code that counts them.
      if (error instanceof RefusedMessage) return;
      this.log.error({ error: messageOf(error), contract: contract.template }, 'a message was dropped');
    }
  }
}

/** Validates outgoing messages, too: a wrong message must fail where it is made. */
export function encode(schema: z.ZodType, payload: unknown): string {
  return JSON.stringify(schema.parse(payload));
}

export function decode(schema: z.ZodType | null, data: Uint8Array): unknown {
  const value: unknown = parseExactJson(new TextDecoder().decode(data));
  return schema ? schema.parse(value) : value;
}

function withWildcards<C extends Contract>(contract: C, params: Partial<SubjectParamsOf<C>>): SubjectParamsOf<C> {
  const names = [...contract.template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return Object.fromEntries(
    names.map((name) => [name, (params as Record<string, string | number | undefined>)[name] ?? '*']),
  ) as SubjectParamsOf<C>;
}

/* Keeps the streams existing while NATS is available: streams in memory are lost with their server. */

/** Streams are looked for again at most this often. */
const INTERVAL_MS = 1_000;

class StreamUpkeep {
  /** The problem of the streams; null where there is none. */
  private problem: string | null = 'not checked yet';
  private readonly calls = new SharedCalls<'ensure' | 'persist', void>();
  private lastEnsured = -Infinity;

  /** `placement`: null where another service makes the streams, and this one waits for them. */
  constructor(
    private readonly link: NatsLink,
    private readonly placement: StreamPlacement | null,
    private readonly log: Logger,
  ) {
    link.watch({ up: () => void this.ensureInTheEnd() });
  }

  get trouble(): string | null {
    return this.problem === null ? null : `streams: ${this.problem}`;
  }

  /** Makes missing streams and updates the others; concurrent callers share one attempt. */
  async ensure(): Promise<void> {
    await this.calls.run('ensure', () => this.ensureNow());
  }

  /** Tries again for as long as the server is available: one that has just started, or its cluster, may not be able to yet. */
  async ensureInTheEnd(): Promise<void> {
    await this.calls.run('persist', () => this.persist());
  }

  /** A message could not be stored, perhaps because its stream is missing. */
  async ensureAgain(): Promise<void> {
    if (performance.now() - this.lastEnsured > INTERVAL_MS) await this.ensure().catch(() => undefined);
  }

  private async persist(): Promise<void> {
    while (this.link.isUp && !(await this.ensure().then(isDone, isNotDone))) await delay(INTERVAL_MS);
  }

  private async ensureNow(): Promise<void> {
    this.lastEnsured = performance.now();
    try {
      const { placement, log } = this;
      const { manager } = this.link;
      await this.link.whileUp(placement ? ensureStreams(manager, placement, log) : findStreams(manager));
      this.problem = null;
    } catch (error) {
      const problem = messageOf(error);
      if (this.link.isUp && problem !== this.problem)
        this.log[this.placement ? 'error' : 'warn'](
          { error: problem },
          'streams are missing in NATS or differ from their configuration',
        );
      this.problem = problem;
      void this.ensureInTheEnd();
      throw error;
    }
  }
}

const isDone = (): boolean => true;
const isNotDone = (): boolean => false;
