/**
 * One connection to NATS for the life of a process: made in the background, kept by the client across restarts of servers, and
 * watched: within three ping intervals (6 s) a server that does not answer is detected, even if it only stands still.
 */
import { OVER } from '../clock/over.js';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import {
  connect,
  InvalidArgumentError,
  type ConnectionOptions,
  type NatsConnection,
  type Status,
  type Subscription,
  type SubscriptionOptions,
} from '@nats-io/transport-node';
import { delay } from '../clock/clock.js';
import { AppError, messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { accessOptions, type NatsAccess } from './connect-options.js';
import type { NatsAddress } from './nats-address.js';

const CONNECT_TIMEOUT_MS = 2_000;
const RETRY_MS = 1_000;
const PING_INTERVAL_MS = 2_000;
/** A server counts as unavailable when this many pings are unanswered at the time of the next one. */
const MAX_PINGS_OUT = 2;
/** The default of the server; the largest messages, runs with their parameters, stay well below. */
const MIN_MAX_PAYLOAD = 1024 * 1024;
/** When the process stops, buffered messages must be sent within this time. */
const DRAIN_TIMEOUT_MS = 3_000;

export interface LinkOptions {
  readonly address: NatsAddress;
  readonly access?: NatsAccess;
  readonly name: string;
  /** Called when the server refuses a publication or a subscription while we are connected. */
  readonly onRefused?: (reason: string) => void;
}

/** A subscription that the server may not know yet. */
export interface Listening {
  readonly unsubscribe: () => void;
}

interface Made {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

interface Wanted {
  readonly subject: string;
  readonly options: SubscriptionOptions;
  subscription: Subscription | null;
}

export class NatsLink {
  private up: Made | null = null;
  /** Why there is no connection; null while there is one. */
  private reason: string | null = 'there is no connection yet';
  private readonly wanted = new Set<Wanted>();
  private readonly outstanding = new Set<(away: AppError) => void>();
  private readonly onUp = new Set<() => void>();
  private readonly onDown = new Set<() => void>();
  private readonly closing = new AbortController();
  private readonly ended: Promise<void>;

  /** Begins to connect. */
  constructor(
    private readonly options: LinkOptions,
    private readonly log: Logger,
  ) {
    this.ended = this.keep();
  }

  /** False as soon as it is being closed: the client throws then for what is still sent. */
  get isUp(): boolean {
    return this.reason === null && !this.isClosing;
  }

  /** Why NATS cannot be used now; null while it can. */
  get trouble(): string | null {
    return this.reason;
  }

  /** What some messages lack of a server that can be used; null for nothing. */
  get shortage(): string | null {
    const most = this.up?.connection.info?.max_payload ?? MIN_MAX_PAYLOAD;
    if (most >= MIN_MAX_PAYLOAD) return null;
    return `the server takes no message of more than ${most} bytes: its max_payload must be at least ${MIN_MAX_PAYLOAD}`;
  }

  /** The error of a message that was not sent, or not answered. */
  failureOf(cause: unknown, otherwise: string): AppError {
    // The client refuses what the server would close the connection for. To send it again does not help.
    const isTooLarge = cause instanceof InvalidArgumentError && cause.message.includes('max_payload');
    return isTooLarge
      ? new AppError('BODY_TOO_LARGE', `too large for NATS: ${this.shortage ?? cause.message}`, { cause })
      : new AppError('UNAVAILABLE', otherwise, { cause });
  }

  /** `host:port` of the server that we are or were last connected to; null before the first. */
  get server(): string | null {
    return this.up?.connection.getServer() ?? null;
  }

  /** Throws UNAVAILABLE while NATS is away: the client would buffer the message and may lose it later. */
  get connection(): NatsConnection {
    return this.usable().connection;
  }

  /** Throws UNAVAILABLE while NATS is away. */
  get jetstream(): JetStreamClient {
    return this.usable().client;
  }

  /** Throws UNAVAILABLE while NATS is away. */
  get manager(): JetStreamManager {
    return this.usable().manager;
  }

  /** Subscribes to a subject now, or once the server is available. */
  subscribe(subject: string, options: SubscriptionOptions): Listening {
    const wanted: Wanted = { subject, options, subscription: this.up?.connection.subscribe(subject, options) ?? null };
    if (!wanted.subscription) this.wanted.add(wanted);
    return {
      unsubscribe: () => {
        this.wanted.delete(wanted);
        wanted.subscription?.unsubscribe();
      },
    };
  }

  /** The answer, or UNAVAILABLE as soon as NATS is known to be away: no caller waits for an answer that cannot come. */
  async whileUp<T>(answer: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.outstanding.add(reject);
      const settled = (): void => void this.outstanding.delete(reject);
      answer.then(resolve, reject).then(settled, settled);
    });
  }

  /** Calls back whenever NATS becomes available, and when it is away. Returns the function that ends it. */
  watch(listener: { up?: () => void; down?: () => void }): () => void {
    const { up, down } = listener;
    if (up) this.onUp.add(up);
    if (down) this.onDown.add(down);
    return () => {
      if (up) this.onUp.delete(up);
      if (down) this.onDown.delete(down);
    };
  }

  /** Resolves when NATS is available, or `signal` is aborted. */
  async untilUp(signal: AbortSignal): Promise<void> {
    if (this.isUp || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        unwatch();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const unwatch = this.watch({ up: done });
      signal.addEventListener('abort', done, { once: true });
    });
  }

  /** Sends buffered messages, as far as that succeeds in time, then closes. */
  async close(): Promise<void> {
    const wasUp = this.isUp;
    this.closing.abort();
    const connection = this.up?.connection;
    if (connection && !connection.isClosed()) {
      const drained = wasUp ? connection.drain().catch(() => undefined) : Promise.resolve();
      const patience = new AbortController();
      await Promise.race([drained, delay(DRAIN_TIMEOUT_MS, patience.signal)]);
      // A running timer would keep the process alive.
      patience.abort(OVER);
      if (!connection.isClosed()) await connection.close();
      destroySocket(connection);
    }
    await this.ended;
  }

  private usable(): Made {
    if (!this.up || !this.isUp) throw this.away();
    return this.up;
  }

  private async keep(): Promise<void> {
    const connection = await this.connectFirst();
    if (!connection) return;
    const statuses = connection.status();
    joinWrites(connection);
    const manager = await jetstreamManager(connection, { checkAPI: false });
    this.up = { connection, client: jetstream(connection), manager };
    for (const wanted of this.wanted) wanted.subscription = connection.subscribe(wanted.subject, wanted.options);
    this.wanted.clear();
    this.rise();
    for await (const status of statuses) this.heed(status, connection);
    this.fall('the connection is closed');
  }

  /** Tries until the server answers; null when `close` is called first. */
  private async connectFirst(): Promise<NatsConnection | null> {
    do {
      try {
        const connection = await connect(this.connectOptions());
        if (!this.isClosing) return connection;
        await connection.close();
      } catch (error) {
        const reason = messageOf(error);
        if (reason !== this.reason) this.log.warn({ error: reason }, 'the service waits for NATS');
        this.reason = reason;
      }
      await delay(RETRY_MS, this.closing.signal);
    } while (!this.isClosing);
    return null;
  }

  private get isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private connectOptions(): ConnectionOptions {
    const { address, access = {}, name } = this.options;
    return {
      ...accessOptions(address, access),
      servers: [...address.servers],
      name,
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_MS,
      // A refusal by a server may be temporary, while its accounts are being changed: it is tried again.
      ignoreAuthErrorAbort: true,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: MAX_PINGS_OUT,
      // The subject identifies the origin of a request: to record the stack of each costs more than to send it.
      noAsyncTraces: true,
    };
  }

  private heed(status: Status, connection: NatsConnection): void {
    if (status.type === 'staleConnection') {
      this.fall('the server does not answer');
      destroySocket(connection);
    } else if (status.type === 'disconnect') this.fall('the connection is lost');
    else if (status.type === 'reconnect') this.rise();
    else if (status.type === 'error') {
      // While it is away: why it could not be reached again.
      if (this.reason !== null) this.reason = status.error.message;
      else {
        this.log.warn({ error: status.error.message }, 'the NATS server reports an error');
        this.options.onRefused?.(status.error.message);
      }
    }
  }

  private rise(): void {
    this.reason = null;
    this.log.info({ server: this.server }, 'the service is connected to NATS');
    for (const listener of [...this.onUp]) listener();
  }

  private fall(reason: string): void {
    if (this.reason !== null) return;
    this.reason = reason;
    if (!this.isClosing) this.log.warn({ reason, server: this.server }, 'NATS is not available');
    for (const fail of this.outstanding) fail(this.away());
    for (const listener of [...this.onDown]) listener();
  }

  /** The message for users of NATS while it is away. */
  private away(): AppError {
    return new AppError('UNAVAILABLE', `NATS is not available: ${this.reason ?? 'the connection is being closed'}`);
  }
}

/**
 * Before the client gives up a connection it waits until the last bytes are sent. Where the server has stopped reading and the
 * buffers are full, that never happens, and the client would turn to another server only when the system gives the connection up,
 * a quarter of an hour later. The client offers no other access to its socket.
 */
function destroySocket(connection: NatsConnection): void {
  ownPartsOf(connection).protocol?.transport?.socket?.destroy?.();
}

/* One write to the socket of a connection to NATS for all that is sent within one turn of the event loop. */

/** Private parts of a connection of the client: it offers no other access to its socket, and no option for the time of writes. */
interface OwnParts {
  readonly protocol?: {
    readonly transport?: { readonly socket?: { readonly destroy?: () => void } };
    /** Writes the buffered data. */
    flushPending?: () => void;
  };
}

export const ownPartsOf = (connection: NatsConnection): OwnParts => connection as unknown as OwnParts;

/**
 * The client writes to its socket as soon as the current function has returned. Under load that is a write for nearly every message, which
 * costs this process, the server and the receiver more than the message does. This stays in effect after a reconnect.
 */
export function joinWrites(connection: NatsConnection): void {
  const { protocol } = ownPartsOf(connection);
  const write = protocol?.flushPending?.bind(protocol);
  if (protocol === undefined || write === undefined) return;
  let isComing = false;
  protocol.flushPending = () => {
    if (isComing) return;
    isComing = true;
    setImmediate(() => {
      isComing = false;
      write();
    });
  };
}
