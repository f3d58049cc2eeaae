/** Sends one POST and reports its known outcome: answered, certainly not sent, or in doubt. */
import { type IncomingHttpHeaders, request as requestInClear, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector, errors } from 'undici';
import type { Dispatcher } from 'undici';
import { MAX_TIMER_MS } from '#common/clock/clock.js';
import { systemClock } from '#common/clock/clock.js';
import { serverName } from '#common/domain/server-name.js';
import { messageOf } from '#common/errors/app-error.js';
import { AddressNotAllowed, type AddressGuard } from './address-guard.js';
import { FirstBytes, type AnswerSink } from './answer-body.js';
import { readPlainAnswer } from './answer-head.js';
import { basicCredentials } from './basic-credentials.js';
import { ReadyConnections } from './ready-connections.js';
import { request as requestByTls } from 'node:https';
import { proxyOf } from '#common/config/outgoing-proxy.js';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Each request has its own connection. The peer may have closed a kept connection, and a process that was paused learns that only after it
 * has written: then it is unknown whether the request arrived, although it was never read.
 */
const NO_KEPT_CONNECTIONS = 0;
const MAX_CONNECTIONS_PER_ORIGIN = 64;
/** The part of an answer's body that is read: enough to show why the request was refused. */
const MAX_ANSWER_BYTES = 4_096;
const FIRST_FINAL_STATUS = 200;
/** Beyond this the answer counts as none. Servers behind gateways send long policies and many cookies. */
const MAX_HEADER_BYTES = 65_536;

export interface Call {
  readonly url: string;
  /** Default: POST. */
  readonly method?: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly timeoutMs: number;
  /** How much of the body of the answer is read; without effect if `sink` takes all of it. */
  readonly maxAnswerBytes?: number;
  /** Takes the whole body of the answer, for which the outcome waits then. */
  readonly sink?: AnswerSink;
  /** Breaks the call off. */
  readonly signal?: AbortSignal;
  /**
   * Called when the connection exists, right before the first byte is written; when it returns false, nothing is sent. Otherwise the request
   * may have arrived from then on.
   */
  readonly mayBegin?: () => boolean;
}

export type CallOutcome =
  | {
      readonly type: 'answered';
      readonly status: number;
      readonly text: string;
      readonly retryAfter?: string;
      readonly location?: string;
      readonly contentType?: string;
      /** Why a part of the answer is missing. */
      readonly cut?: Cut;
    }
  /** The request was not sent, and a retry may succeed. */
  | { readonly type: 'notSent'; readonly message: string }
  /** `mayBegin` returned false. */
  | { readonly type: 'withheld' }
  /** The request must never be sent. */
  | { readonly type: 'forbidden'; readonly message: string }
  | ({ readonly type: 'noAnswer' } & Cut);

type Answered = Extract<CallOutcome, { readonly type: 'answered' }>;

interface Cut {
  readonly message: string;
  /** `timeoutMs` have passed. */
  readonly timedOut?: true;
}

export class HttpCaller {
  private readonly agent: Agent;
  /** For calls that take all of an answer: they may last for long, and no other waits for their connections. */
  private readonly patient: Agent;
  private readonly ready: ReadyConnections;

  /** Sends one request. If it fails before its first byte is written, it was certainly not sent. */
  constructor(
    private readonly guard: AddressGuard,
    private readonly onOutcome: (outcome: CallOutcome, ms: number) => void = () => undefined,
    /** The authorities that may issue certificates, in place of the system's. */
    trust?: SecureContext,
  ) {
    this.ready = new ReadyConnections(connectorOf(guard, trust), systemClock);
    const options = { pipelining: NO_KEPT_CONNECTIONS, maxHeaderSize: MAX_HEADER_BYTES, connect: this.ready.connector };
    this.agent = new Agent({ ...options, connections: MAX_CONNECTIONS_PER_ORIGIN });
    // Each call has a time limit of its own; the places of the engine limit their number.
    this.patient = new Agent({ ...options, headersTimeout: 0, bodyTimeout: 0 });
  }

  /** Opens a connection for a request to that address that will follow soon. Nothing is sent; a failure is left to the request. */
  openAhead(url: string): void {
    const address = new URL(url);
    try {
      this.guard.checkHost(address.hostname);
    } catch {
      return;
    }
    this.ready.open(address);
  }

  async post(call: Call): Promise<CallOutcome> {
    const begunAt = systemClock.monotonic();
    const outcome = await this.send(call);
    this.onOutcome(outcome, systemClock.monotonic() - begunAt);
    return outcome;
  }

  private async send(call: Call): Promise<CallOutcome> {
    const address = new URL(call.url);
    const { origin, pathname, search, hostname } = address;
    let credentials: string | null;
    try {
      this.guard.checkHost(hostname);
      credentials = basicCredentials(address);
    } catch (error) {
      return notBegun(error);
    }
    const { body, method = 'POST', signal, maxAnswerBytes = MAX_ANSWER_BYTES } = call;
    const agent = call.sink === undefined ? this.agent : this.patient;
    const sink = call.sink ?? new FirstBytes(maxAnswerBytes);
    const headers = { ...(credentials !== null && { authorization: credentials }), ...call.headers };
    return new Promise((resolve) => {
      const exchange = new Exchange(call, sink, resolve);
      const onAbort = (): void => {
        exchange.giveUp('broken off');
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      agent.dispatch({ origin, path: `${pathname}${search}`, method, headers, body }, exchange);
    });
  }

  async close(): Promise<void> {
    this.ready.close();
    await Promise.all([this.agent.destroy(), this.patient.destroy()]);
  }
}

/**
 * A connection that has served its request is closed with an error that says so. Node asks for the stack of each error, and building it
 * would take a sixth of a call's processor time.
 */
function connectorOf(guard: AddressGuard, trust: SecureContext | undefined): buildConnector.connector {
  const authorities = trust === undefined ? {} : { secureContext: trust };
  const connector = throughProxy(
    buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guard.lookup, ...authorities }),
    CONNECT_TIMEOUT_MS,
  );
  return (options, callback) => {
    // The client would take the name of a header Host, which is for the server behind the address.
    const named = { ...options, servername: isIP(options.hostname) === 0 ? serverName(options.hostname) : '' };
    connector(named, (...result: Parameters<buildConnector.Callback>) => {
      const [error, socket] = result;
      if (error === null) {
        withoutStacks(socket);
        readPlainAnswer(socket, MAX_HEADER_BYTES);
      }
      callback(...result);
    });
  };
}

function withoutStacks(socket: Socket): void {
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    if (error instanceof errors.InformationalError) error.stack = error.message;
    return destroy(error);
  };
}

/** One request, which is never sent twice: after the first time it is unknown what has arrived. */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | null = null;
  private hasBegun = false;
  private isOver = false;
  private head: Omit<Answered, 'text' | 'cut'> | null = null;

  constructor(
    private readonly call: Pick<Call, 'timeoutMs' | 'mayBegin'>,
    private readonly sink: AnswerSink,
    private readonly resolve: (outcome: CallOutcome) => void,
  ) {
    this.timer = setTimeout(
      () => {
        this.giveUp(`no answer within ${call.timeoutMs} ms`, { timedOut: true });
      },
      Math.min(call.timeoutMs, MAX_TIMER_MS),
    );
  }

  giveUp(message: string, why: { readonly timedOut?: true } = {}): void {
    this.breakOff(this.hasBegun ? { type: 'noAnswer', message, ...why } : { type: 'notSent', message });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Once the status is known, the rest of the answer does not matter.
    if (this.isOver || this.hasBegun) controller.abort(new Error('not sent'));
    else if (this.call.mayBegin?.() === false) this.breakOff({ type: 'withheld' });
    else this.hasBegun = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < FIRST_FINAL_STATUS) return;
    // A repeated header is a list, whatever its type says.
    const first = (name: string): string | null => [headers[name]].flat()[0] ?? null;
    const retryAfter = first('retry-after');
    const location = first('location');
    const contentType = first('content-type');
    this.head = {
      type: 'answered',
      status,
      ...(retryAfter !== null && { retryAfter }),
      ...(location !== null && { location }),
      ...(contentType !== null && { contentType }),
    };
    const encodings = [headers['content-encoding'] ?? []].flat().join(',');
    this.sink.begin(
      { encodings, contentType },
      {
        pause: () => {
          controller.pause();
        },
        resume: () => {
          controller.resume();
        },
        breakOff: (message) => {
          this.giveUp(message);
        },
      },
    );
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.isOver) this.sink.push(chunk);
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(this.hasBegun ? { type: 'noAnswer', message: messageOf(error) } : notBegun(error));
  }

  private breakOff(outcome: CallOutcome): void {
    this.end(outcome);
    this.controller?.abort(new Error('broken off'));
  }

  /** `problem`: why the answer did not arrive to its end. */
  private end(problem: CallOutcome | null): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    const { head, sink } = this;
    if (head === null) this.resolve(problem ?? { type: 'noAnswer', message: 'the request was not answered' });
    else this.resolve({ ...head, text: sink.text() ?? '', ...(problem?.type === 'noAnswer' && { cut: problem }) });
  }
}

function notBegun(error: unknown): CallOutcome {
  const { cause = null } = error instanceof Error ? error : {};
  const refusal = [error, cause].find((each) => each instanceof AddressNotAllowed);
  return refusal instanceof AddressNotAllowed
    ? { type: 'forbidden', message: refusal.message }
    : { type: 'notSent', message: messageOf(error) };
}

/*
 * Connections through a proxy. It resolves the names of hosts, so it decides which networks can be reached; addresses in place of names are
 * judged here as ever.
 */

type Options = buildConnector.Options;
/** Makes TLS over a connection that exists. */
type Upgrade = (options: Options & { readonly httpSocket: Socket }, callback: buildConnector.Callback) => void;

/** Connects through a proxy where one is named, otherwise directly. `connect` makes the direct connections, and TLS within tunnels. */
const throughProxy =
  (connect: buildConnector.connector, timeoutMs: number): buildConnector.connector =>
  (options, callback) => {
    const proxy = proxyOf({ protocol: options.protocol, host: options.host ?? options.hostname });
    if (proxy === null) {
      connect(options, callback);
      return;
    }
    openTunnel(proxy, options, timeoutMs).then(
      (httpSocket) => {
        if (options.protocol === 'https:') (connect as Upgrade)({ ...options, httpSocket }, callback);
        else callback(null, httpSocket);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), null);
      },
    );
  };

/** Rejects where the proxy cannot be reached, or refuses: then nothing has reached the host. */
async function openTunnel(proxy: URL, { protocol, hostname, port }: Options, timeoutMs: number): Promise<Socket> {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const authority = `${host}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const request = proxy.protocol === 'https:' ? requestByTls : requestInClear;
  const credentials = basicCredentials(proxy);
  const proxyCredentials = credentials === null ? {} : { 'proxy-authorization': credentials };
  return new Promise((resolve, reject) => {
    const connecting = request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyCredentials },
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port,
      agent: false,
      timeout: timeoutMs,
    });
    connecting.once('connect', ({ statusCode }: IncomingMessage, socket: Socket) => {
      if (statusCode === 200) {
        resolve(socket.setTimeout(0));
        return;
      }
      socket.destroy();
      reject(new Error(`the proxy ${proxy.host} refused the connection to ${authority}: ${statusCode}`));
    });
    connecting.once('timeout', () => connecting.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    connecting.once('error', (error) => {
      reject(new Error(`the proxy ${proxy.host} did not connect to ${authority}: ${error.message}`, { cause: error }));
    });
    connecting.end();
  });
}
