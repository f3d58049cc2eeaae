/**
 * Ends the commands that wait on a connection of the driver which is closed. The driver (7.8.0, and 7.9.0) waits for `drain` where a socket takes
 * no more of a command. From a socket that is destroyed without an error, because it was closed or timed out, no `drain` comes: the command
 * waits for ever, whatever time limits it has; if it is a heartbeat, the driver never looks at that server again, as if it were away.
 */
import { createRequire } from 'node:module';

/** What we use of the driver's connection, which is no part of its public interface. */
interface DriverConnection {
  readonly closed: boolean;
  readonly socket: { write: () => boolean; emit(event: 'error', error: Error): boolean };
  /** Whatever closes a connection calls this; it does nothing the second time. */
  cleanup: (this: DriverConnection, error: Error) => void;
}

const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));

/** For all connections of this process; to be called once. Throws if the driver's connection is another one. */
export function endWaitsOfClosedConnections(): void {
  const { Connection } = ofMongoose('mongodb/lib/cmap/connection') as { Connection: { prototype: DriverConnection } };
  const { cleanup } = Connection.prototype;
  if (typeof cleanup !== 'function') throw new Error('the connections of this version of the driver are not known');
  Connection.prototype.cleanup = function (error) {
    if (this.closed) return;
    cleanup.call(this, error);
    // A command that was being compressed meanwhile is written only now.
    this.socket.write = () => {
      throw error;
    };
    // Whoever waits for `drain` waits for `error`, too.
    this.socket.emit('error', error);
  };
}
