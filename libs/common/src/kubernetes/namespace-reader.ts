/**
 * Reads something of every namespace, where one that is closed to us must not hide the others. What was refused to us is no
 * proof that nothing is there: a server that has just begun refuses what it allows a moment later, because it does not know
 * the roles yet. Only a namespace that stays closed counts as empty.
 */
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { isForbidden } from './api-error.js';

/** So long nothing but refusals. */
export const CLOSED_AFTER_MS = 60_000;

export class NamespaceReader {
  private readonly refusedSince = new Map<string, number>();

  constructor(
    private readonly clock: { monotonic(): number },
    private readonly log: Logger,
  ) {}

  /** Throws ApiError where anything cannot be read, also 403 until that has lasted. */
  async readAll<T>(namespaces: readonly string[], read: (namespace: string) => Promise<readonly T[]>): Promise<T[]> {
    return (await Promise.all(namespaces.map((namespace) => this.read(namespace, read)))).flat();
  }

  private async read<T>(namespace: string, read: (namespace: string) => Promise<readonly T[]>): Promise<T[]> {
    try {
      const found = await read(namespace);
      this.refusedSince.delete(namespace);
      return [...found];
    } catch (error) {
      if (!isForbidden(error) || !this.isClosed(namespace)) throw error;
      this.log.warn({ namespace, error: messageOf(error) }, 'a namespace is closed to us');
      return [];
    }
  }

  private isClosed(namespace: string): boolean {
    const now = this.clock.monotonic();
    const since = this.refusedSince.get(namespace) ?? now;
    this.refusedSince.set(namespace, since);
    return now - since >= CLOSED_AFTER_MS;
  }
}
