/**
 * Reads something of every namespace, where one that is closed to us must not hide the others. What was refused to us is no
 * proof that nothing is there: a server that has just begun refuses what it allows a moment later, because it does not know
 * the roles yet. Only what stays closed counts as empty, each kind of object for itself: a role may leave some out.
 */
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { isForbidden } from './api-error.js';

/** So long nothing but refusals. */
export const CLOSED_AFTER_MS = 60_000;

interface Collection {
  readonly kind: string;
  readonly namespace: string;
}

export class NamespaceReader {
  private readonly refusedSince = new Map<string, number>();

  constructor(
    private readonly clock: { monotonic(): number },
    private readonly log: Logger,
  ) {}

  /** `kind`: of the objects, in Kubernetes' plural. Throws ApiError where any cannot be read, also 403 until that has lasted. */
  async readAll<T>(
    kind: string,
    namespaces: readonly string[],
    read: (namespace: string) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const lists = namespaces.map((namespace) => this.read({ kind, namespace }, () => read(namespace)));
    return (await Promise.all(lists)).flat();
  }

  private async read<T>({ kind, namespace }: Collection, read: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const key = `${namespace}/${kind}`;
    try {
      const found = await read();
      this.refusedSince.delete(key);
      return found;
    } catch (error) {
      if (!isForbidden(error) || !this.isClosed(key)) throw error;
      this.log.warn({ namespace, kind, error: messageOf(error) }, 'a namespace is closed to us');
      return [];
    }
  }

  private isClosed(key: string): boolean {
    const now = this.clock.monotonic();
    const since = this.refusedSince.get(key) ?? now;
    this.refusedSince.set(key, since);
    return now - since >= CLOSED_AFTER_MS;
  }
}
