/**
 * Nest's transport for all of Carillon's messages. Handlers are controller methods marked with `@Handles(contract)`;
 * what is subscribed follows from the contract's kind:
 * `request`: any one replica answers, or the one that the subject's `{replica}` names. `shardRequest`, sharded `event`: while this replica owns the shard.
 * `durable`: one pull consumer per owned shard, named `<service>-<stream>-<shard>`.
 */
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { Msg } from '@nats-io/transport-node';
import { lastValueFrom } from 'rxjs';
import { subjectToken, type Contract } from '../messages/contract.js';
import { contracts } from '../messages/registry.js';
import { messageOf } from '../errors/app-error.js';
import { failureOf, isPassing } from '../errors/failure.js';
import { contextOfMessage, inLogContext } from '../logging/log-context.js';
import type { Logger } from '../logging/logger.js';
import type { Membership } from '../membership/membership.js';
import { consume } from './consume.js';
import { UnusableMessage } from './signed-messages.js';
import type { Metrics } from '../metrics/catalogue.js';
import { systemClock } from '../clock/clock.js';
import { runSpanId, traceIdOf } from '../telemetry/trace-context.js';
import type { Tracing } from '../telemetry/tracing.js';
import type { Calm } from '../runtime/calm.js';
import { Gate, Refused } from '../runtime/gate.js';
import { TrackedTasks } from '../runtime/tracked-tasks.js';
import type { Listening } from './nats-link.js';
import { decode, encode, type Nats } from './nats.js';
import { RefusedMessage, type Received } from './signed-messages.js';

interface Route {
  readonly contract: Contract;
  readonly handler: MessageHandler;
  /** Bounds the messages of this contract that are handled at once and those that wait for it. */
  readonly gate: Gate;
}

/** Messages of one contract that are handled at once. */
const MAX_HANDLED_AT_ONCE = 128;
/** Messages of one contract that wait to be handled; the next is answered UNAVAILABLE, an event is dropped. */
const MAX_WAITING = 1_000;
/** A message waits no longer than this, unless its asker gives up earlier. */
const MAX_WAIT_MS = 5_000;

const byTemplate: ReadonlyMap<string, Contract> = new Map(
  Object.values(contracts).map((each) => [each.template, each as Contract]),
);

export class ContractTransport extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Listening[] = [];
  /** The subscriptions and consumers of each owned shard, and how to end them. */
  private readonly shards = new Map<number, () => Promise<void>>();
  private readonly answering = new TrackedTasks();
  private routes: readonly Route[] = [];
  private stopWatching: () => void = () => undefined;
  /** Where the handling of messages about runs is traced; undefined where nothing is traced. */
  tracing: Pick<Tracing, 'record'> | undefined;
  /** The rest of the service, which each message ends; undefined where no rest is tracked. */
  calm: Pick<Calm, 'end'> | undefined;

  constructor(
    private readonly service: string,
    private readonly nats: Nats,
    private readonly membership: Membership,
    private readonly tools: {
      readonly log: Logger;
      readonly metrics: Pick<Metrics, 'messagesDropped' | 'messagesRedelivered'>;
    },
  ) {
    super();
  }

  /** Throws when a handler names no contract: a program that cannot work must not start. */
  listen(callback: (error?: unknown) => void): void {
    this.routes = [...this.messageHandlers].map(([template, handler]) => {
      const contract = byTemplate.get(template);
      if (!contract) throw new Error(`no contract has the subject ${template}`);
      return { contract, handler, gate: gateOf(contract) };
    });
    const replica = subjectToken(this.membership.replica);
    for (const route of this.routes)
      if (!isSharded(route.contract)) this.subscribe(route, route.contract.template.replace('{replica}', replica));
    this.stopWatching = this.membership.onChange(() => {
      this.followOwnedShards();
    });
    this.followOwnedShards();
    // Messages come only once the server knows the subscription; after an outage the connection renews all subscriptions.
    const listening = (): void => {
      callback();
    };
    this.nats.flush().then(listening, listening);
  }

  /** Accepts no more messages; those that came are still answered. */
  pause(): void {
    this.stopWatching();
    for (const subscription of this.subscriptions.splice(0)) subscription.unsubscribe();
    for (const [shard, stop] of this.shards) {
      this.shards.delete(shard);
      void this.answering.add(stop());
    }
  }

  /** Resolves when all received messages are answered. */
  async close(): Promise<void> {
    this.pause();
    await this.answering.drain();
  }

  override on(): never {
    throw new Error('this transport has no events of its own');
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the signature is Nest's
  override unwrap<T>(): T {
    return this.nats as T;
  }

  private followOwnedShards(): void {
    const owned = this.membership.owned();
    for (const [shard, stop] of this.shards) {
      if (owned.has(shard)) continue;
      this.shards.delete(shard);
      void stop();
    }
    for (const shard of owned) if (!this.shards.has(shard)) this.shards.set(shard, this.followShard(shard));
  }

  private followShard(shard: number): () => Promise<void> {
    const stopping = new AbortController();
    const ended: Promise<void>[] = [];
    const subscribed: Listening[] = [];
    for (const route of this.routes) {
      if (!isSharded(route.contract)) continue;
      if (route.contract.kind === 'durable') ended.push(this.followDurable(route, shard, stopping.signal));
      else subscribed.push(this.subscribe(route, route.contract.template.replace('{shard}', String(shard))));
    }
    return async () => {
      stopping.abort();
      for (const subscription of subscribed) subscription.unsubscribe();
      await Promise.all(ended);
    };
  }

  private async followDurable({ contract, handler }: Route, shard: number, signal: AbortSignal): Promise<void> {
    const stream = contract.stream ?? '';
    const spec = {
      stream,
      durable: `${this.service}-${stream}-${shard}`,
      subject: contract.template.replace('{shard}', String(shard)).replaceAll(/\{\w+\}/g, '*'),
    };
    const handle = async (data: Uint8Array, message: Received): Promise<void> => {
      this.nats.envelope.check(contract, message);
      this.checkForm(contract, message);
      await this.call(handler, contract, parse(contract, data));
    };
    const { log, metrics } = this.tools;
    const onRedelivered = (): void => {
      metrics.messagesRedelivered.inc({ stream });
    };
    await consume(this.nats, spec, handle, { log, signal, onRedelivered });
  }

  private subscribe(route: Route, subject: string): Listening {
    const queue = route.contract.kind === 'event' ? {} : { queue: this.service };
    const subscription = this.nats.subscribe(subject, {
      ...queue,
      callback: (error, message) => {
        if (error) this.tools.log.warn({ error: messageOf(error), subject }, 'a subscription failed');
        else void this.answering.add(this.answer(route, message));
      },
    });
    this.subscriptions.push(subscription);
    return subscription;
  }

  private async answer({ contract, handler, gate }: Route, message: Msg): Promise<void> {
    const { metrics } = this.tools;
    const leftMs = this.nats.envelope.timeLeft(message);
    if (leftMs <= 0) {
      metrics.messagesDropped.inc({ contract: contract.template, reason: 'expired' });
      return;
    }
    try {
      // Checked before the message waits to be handled: a refused message takes no place in the queue.
      this.nats.envelope.check(contract, message);
      this.checkForm(contract, message);
      const handle = (): Promise<unknown> => this.call(handler, contract, parse(contract, message.data));
      const result = await gate.run('normal', handle, systemClock.monotonic() + leftMs);
      if (message.reply && contract.reply) this.nats.respond(message, encode(contract.reply, result));
    } catch (error) {
      this.refuse(contract, message, error);
    }
  }

  private checkForm(contract: Contract, message: Pick<Received, 'headers'>): void {
    try {
      this.nats.envelope.checkForm(contract, message);
    } catch (error) {
      this.tools.metrics.messagesDropped.inc({ contract: contract.template, reason: 'newer' });
      throw error;
    }
  }

  private refuse(contract: Contract, message: Msg, error: unknown): void {
    const { log, metrics } = this.tools;
    if (error instanceof Refused) metrics.messagesDropped.inc({ contract: contract.template, reason: 'overload' });
    const isStrangers = error instanceof RefusedMessage;
    if (!isStrangers)
      log[isPassing(error) ? 'warn' : 'error'](
        { err: error, subject: message.subject },
        'the handler of a message failed',
      );
    if (!message.reply) return;
    const failure = isStrangers ? { code: 'FORBIDDEN', detail: messageOf(error) } : failureOf(error);
    const answer = JSON.stringify({ ok: false, ...failure });
    // Unknown senders get no signed answer: they could have it sent to the requester of something else.
    if (isStrangers) message.respond(answer);
    else this.nats.respond(message, answer);
  }

  /** Log lines that are written meanwhile name the run of the message. */
  private async call(handler: MessageHandler, { template }: Contract, payload: unknown): Promise<unknown> {
    const context = contextOfMessage(payload);
    const { tracing } = this;
    this.calm?.end();
    const from = systemClock.now();
    const handled = inLogContext(context, async () => {
      this.tools.log.debug({ contract: template }, 'message');
      const result: unknown = await handler(payload);
      return lastValueFrom(this.transformToObservable(result), { defaultValue: undefined });
    });
    if (tracing === undefined || context.run === undefined) return handled;
    const { run } = context;
    return handled.finally(() => {
      const ids = { trace: traceIdOf(run), parent: runSpanId(run) };
      tracing.record({ name: template, ...ids, from, to: systemClock.now(), kind: 'consumer' });
    });
  }
}

const gateOf = (contract: Contract): Gate =>
  new Gate({
    resource: contract.template,
    limit: () => MAX_HANDLED_AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    monotonic: () => systemClock.monotonic(),
  });

const isSharded = (contract: Contract): boolean => contract.template.includes('{shard}');

function parse(contract: Contract, data: Uint8Array): unknown {
  try {
    return decode(contract.schema, data);
  } catch (cause) {
    throw new UnusableMessage(`not a ${contract.template} message: ${messageOf(cause)}`, { cause });
  }
}
