/** Counts the connections of a client, as its events tell of them. */
import type { mongo } from 'mongoose';

export class PoolCount {
  private readonly open = new Set<string>();
  private readonly used = new Set<string>();

  get counts(): { readonly open: number; readonly used: number } {
    return { open: this.open.size, used: this.used.size };
  }

  /** From now on; a connection that was opened before is counted once it is used. */
  follow(client: Pick<mongo.MongoClient, 'on'>): void {
    client.on('connectionReady', (event) => {
      this.open.add(keyOf(event));
    });
    client.on('connectionCheckedOut', (event) => {
      this.open.add(keyOf(event));
      this.used.add(keyOf(event));
    });
    client.on('connectionCheckedIn', (event) => {
      this.used.delete(keyOf(event));
    });
    client.on('connectionClosed', (event) => {
      this.open.delete(keyOf(event));
      this.used.delete(keyOf(event));
    });
  }
}

/** Each server has a pool of its own, and each pool numbers its connections. */
const keyOf = ({ address, connectionId }: { address: string; connectionId: number | '<monitor>' }): string =>
  `${address} ${connectionId}`;
