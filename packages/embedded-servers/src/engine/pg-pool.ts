import { setTimeout as delay } from 'node:timers/promises';
import { PgConnection, PgGone, type PgTarget } from './pg-connection.js';

/** How long a statement waits for an engine that is starting, restarting or recovering. */
const ENGINE_WAIT_MS = 30_000;
const RECONNECT_POLL_MS = 50;

/** A fixed number of sessions, opened when first needed, each lent to one user at a time, first come first served. */
export class PgPool {
  private readonly idle: PgConnection[] = [];
  private readonly waiting: ((connection: PgConnection | undefined) => void)[] = [];
  private open = 0;

  constructor(
    private readonly target: PgTarget,
    private readonly size: number,
  ) {}

  /** Rejects with PgGone if the engine is not available within 30 s, or is lost meanwhile. */
  async use<Result>(work: (connection: PgConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.acquire();
    try {
      return await work(connection);
    } finally {
      this.release(connection);
    }
  }

  close(): void {
    for (const connection of this.idle.splice(0)) connection.close();
  }

  private async acquire(): Promise<PgConnection> {
    for (;;) {
      const free = this.idle.pop();
      if (free !== undefined) return free;
      if (this.open < this.size) return this.connect();
      const handed = await new Promise<PgConnection | undefined>((resolve) => this.waiting.push(resolve));
      if (handed !== undefined) return handed;
    }
  }

  private async connect(): Promise<PgConnection> {
    this.open++;
    const deadline = performance.now() + ENGINE_WAIT_MS;
    for (;;) {
      let opened = false;
      try {
        const connection = await PgConnection.open(this.target, (gone) => {
          if (opened) this.forget(gone);
        });
        opened = true;
        return connection;
      } catch (error) {
        if (performance.now() > deadline) {
          this.open--;
          this.waiting.shift()?.(undefined);
          throw new PgGone('the engine is not reachable', { cause: error });
        }
        await delay(RECONNECT_POLL_MS);
      }
    }
  }

  private release(connection: PgConnection): void {
    if (connection.isGone) return;
    const next = this.waiting.shift();
    if (next === undefined) this.idle.push(connection);
    else next(connection);
  }

  private forget(connection: PgConnection): void {
    this.open--;
    const at = this.idle.indexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
    this.waiting.shift()?.(undefined);
  }
}
