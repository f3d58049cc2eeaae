/**
 * Opens connections ahead of the requests that will use them: while the claim of a start is saved. Nothing is written to them here, so
 * that the worker was certainly not called if the claim fails.
 */
import type { buildConnector } from 'undici';
import type { Clock } from '#common/clock/clock.js';

type Opened = Parameters<buildConnector.Callback>;
type Socket = NonNullable<Opened[1]>;

/**
 * A connection that no request has used by then is closed, and no request uses an older one: a process that was paused does not know yet
 * whether the peer has closed it meanwhile.
 */
const MAX_AGE_MS = 250;
/** Unused connections to one origin, and to all origins. */
const MAX_READY_PER_ORIGIN = 64;
const MAX_READY = 256;

interface Ready {
  readonly origin: string;
  readonly openedAt: number;
  readonly opened: Promise<Opened>;
  readonly cancelExpiry: () => void;
  /** Removes our listeners from the socket. */
  release: () => void;
  /** The peer has closed the connection, or has sent something before it was asked. */
  isUnusable: boolean;
}

export class ReadyConnections {
  private readonly ready = new Map<string, Set<Ready>>();
  private count = 0;

  constructor(
    private readonly connect: buildConnector.connector,
    private readonly clock: Pick<Clock, 'monotonic' | 'after'>,
  ) {}

  /** Opens a connection for a request to that address. Only a hint: a request without one opens its own. */
  open({ protocol, host, hostname, port }: URL): void {
    const origin = originOf({ protocol, host });
    const connections = this.ready.get(origin) ?? new Set();
    if (connections.size >= MAX_READY_PER_ORIGIN || this.count >= MAX_READY) return;
    const withoutBrackets = hostname.replace(/^\[|\]$/g, '');
    const opened = new Promise<Opened>((resolve) => {
      this.connect({ protocol, host, hostname: withoutBrackets, port }, (...result) => {
        resolve(result);
      });
    });
    const cancelExpiry = this.clock.after(MAX_AGE_MS, () => {
      this.drop(one);
    });
    const openedAt = this.clock.monotonic();
    const one: Ready = { origin, openedAt, opened, cancelExpiry, release: () => undefined, isUnusable: false };
    this.ready.set(origin, connections.add(one));
    this.count += 1;
    void opened.then(([, socket]) => {
      // The request itself tries again after a failure.
      if (!socket) this.forget(one);
      else
        watch(one, socket, () => {
          this.drop(one);
        });
    });
  }

  /** The connector of requests: gives them a connection that was opened before, if there is one. */
  readonly connector: buildConnector.connector = (options, callback) => {
    const one = this.take(originOf(options));
    if (!one) {
      this.connect(options, callback);
      return;
    }
    void one.opened.then((result) => {
      one.release();
      if (one.isUnusable) this.connect(options, callback);
      else callback(...result);
    });
  };

  /** Closes unused connections. */
  close(): void {
    for (const connections of this.ready.values()) for (const one of connections) this.drop(one);
  }

  private take(origin: string): Ready | null {
    for (const one of this.ready.get(origin) ?? []) {
      if (this.clock.monotonic() - one.openedAt <= MAX_AGE_MS) {
        this.forget(one);
        return one;
      }
      this.drop(one);
    }
    return null;
  }

  private drop(one: Ready): void {
    this.forget(one);
    void one.opened.then(([, socket]) => socket?.destroy());
  }

  private forget(one: Ready): void {
    one.cancelExpiry();
    const connections = this.ready.get(one.origin);
    if (!connections?.delete(one)) return;
    this.count -= 1;
    if (connections.size === 0) this.ready.delete(one.origin);
  }
}

/** A server of HTTP/2 sends first; from any other, something to read before a request is the end of the connection or an error. */
function watch(one: Ready, socket: Socket, drop: () => void): void {
  const isHttp2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2';
  const signs = isHttp2 ? ['close'] : ['close', 'readable'];
  const onSign = (): void => {
    one.isUnusable = true;
    one.release();
    drop();
  };
  for (const sign of signs) socket.on(sign, onSign);
  one.release = () => {
    for (const sign of signs) socket.off(sign, onSign);
  };
}

const originOf = ({ protocol, host }: { readonly protocol: string; readonly host?: string | undefined }): string =>
  `${protocol}//${host ?? ''}`;
