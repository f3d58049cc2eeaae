/** Observes the operations of one client: whether they are stalled, how long they take, which connections they use. */
import type { mongo } from 'mongoose';
import { systemClock } from '../clock/clock.js';
import { StallWatch } from '../runtime/stall-watch.js';
import type { CollectionName } from './collections.js';
import { isDuplicateKey } from './document.js';
import { isDatabaseOutage } from './outage.js';

export type OperationResult = 'ok' | 'outage' | 'error';
/** `ms`: its duration, without the wait at the gate. */
export type OperationListener = (collection: CollectionName, ms: number, result: OperationResult) => void;

export class OperationWatch {
  private readonly stalls: StallWatch;
  private readonly listeners: OperationListener[] = [];
  private readonly open = new Set<string>();
  private readonly used = new Set<string>();

  constructor(ping: () => Promise<unknown>, pingPatienceMs?: number) {
    this.stalls = new StallWatch('the database', ping, systemClock, pingPatienceMs);
  }

  /** Connections that are open, and those of them that an operation uses. */
  get connections(): { readonly open: number; readonly used: number } {
    return { open: this.open.size, used: this.used.size };
  }

  listen(listener: OperationListener): void {
    this.listeners.push(listener);
  }

  orStalled<T>(work: () => Promise<T>): Promise<T> {
    return this.stalls.orStalled(work);
  }

  /** Performs the operation; returns its result and its duration. */
  async note<T>(
    collection: CollectionName,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly ms: number }> {
    const begunAt = systemClock.monotonic();
    const tell = (outcome: OperationResult): number => {
      const ms = systemClock.monotonic() - begunAt;
      for (const listener of this.listeners) listener(collection, ms, outcome);
      return ms;
    };
    try {
      const result = await this.stalls.note(work);
      return { result, ms: tell('ok') };
    } catch (error) {
      // An existing key is an expected answer, not a failure.
      tell(isDatabaseOutage(error) ? 'outage' : isDuplicateKey(error) ? 'ok' : 'error');
      throw error;
    }
  }

  /** Counts the client's connections from now on; one that was opened before is counted once it is used. */
  follow(client: Pick<mongo.MongoClient, 'on'>): void {
    client.on('connectionReady', (event) => this.open.add(keyOf(event)));
    client.on('connectionCheckedOut', (event) => {
      this.open.add(keyOf(event));
      this.used.add(keyOf(event));
    });
    client.on('connectionCheckedIn', (event) => this.used.delete(keyOf(event)));
    client.on('connectionClosed', (event) => {
      this.open.delete(keyOf(event));
      this.used.delete(keyOf(event));
    });
  }

  stop(): void {
    this.stalls.stop();
  }
}

/** Each server has a pool of its own, and each pool numbers its connections. */
const keyOf = ({ address, connectionId }: { address: string; connectionId: number | '<monitor>' }): string =>
  `${address} ${connectionId}`;
