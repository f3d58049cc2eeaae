/** One write to the socket of a connection to NATS for all that is sent within one turn of the event loop. */
import type { NatsConnection } from '@nats-io/transport-node';

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
