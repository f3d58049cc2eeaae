/** Sends one POST and says what can be known of its fate: answered, certainly not sent, or nobody knows. */
import { Agent, buildConnector } from 'undici';
import type { Dispatcher } from 'undici';
import { messageOf } from '#common/errors/app-error.js';
import { AddressNotAllowed, type AddressGuard } from './address-guard.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** Idle connections are kept shorter than servers keep theirs, so that a request never meets one that is just being closed. */
const KEEP_ALIVE_MS = 1_000;
const MAX_CONNECTIONS_PER_ORIGIN = 64;
/** Of an answer's body no more is read: enough to say why it was refused. */
const MAX_ANSWER_BYTES = 4_096;

export interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export type CallOutcome =
  | { readonly type: 'answered'; readonly status: number; readonly text: string }
  /** Nothing of it left this process, and another try may fare better. */
  | { readonly type: 'notSent'; readonly message: string }
  /** It must not be sent at all. */
  | { readonly type: 'forbidden'; readonly message: string }
  | { readonly type: 'noAnswer'; readonly message: string };

class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

export class HttpCaller {
  private readonly agent: Agent;

  constructor(private readonly guard: AddressGuard) {
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guard.lookup });
    this.agent = new Agent({
      connections: MAX_CONNECTIONS_PER_ORIGIN,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      connect: (options, callback) => {
        connect(options, (error, socket) => {
          // What fails before there is a connection was certainly not sent; that must be known further up.
          if (error) callback(new NotConnected(messageOf(error), { cause: error }), null);
          else callback(null, socket);
        });
      },
    });
  }

  async post({ url, headers, body, timeoutMs }: Call): Promise<CallOutcome> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { origin, pathname, search, hostname } = new URL(url);
      this.guard.checkHost(hostname);
      const path = `${pathname}${search}`;
      const answer = await this.agent.request({ origin, path, method: 'POST', headers: { ...headers }, body, signal });
      return { type: 'answered', status: answer.statusCode, text: await beginningOf(answer.body) };
    } catch (error) {
      return signal.aborted ? tooLate(error, timeoutMs) : fateOf(error);
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

function fateOf(error: unknown): CallOutcome {
  if (error instanceof AddressNotAllowed) return { type: 'forbidden', message: error.message };
  if (!(error instanceof NotConnected)) return { type: 'noAnswer', message: messageOf(error) };
  if (error.cause instanceof AddressNotAllowed) return { type: 'forbidden', message: error.cause.message };
  return { type: 'notSent', message: error.message };
}

/** The time is over; only what never got a connection is known not to have been sent. */
const tooLate = (error: unknown, timeoutMs: number): CallOutcome =>
  error instanceof NotConnected
    ? { type: 'notSent', message: error.message }
    : { type: 'noAnswer', message: `no answer within ${timeoutMs} ms` };

async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The status has been said; the rest of the answer decides nothing.
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
}
