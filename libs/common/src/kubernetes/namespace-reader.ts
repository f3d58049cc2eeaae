/**
 * Reads objects of every namespace, so that one to which we have no access does not hide the others. A refusal does not prove
 * that nothing exists: a server that has just started refuses what it allows a moment later, because it does not know the roles
 * yet. Only a lasting refusal counts as empty, for each kind of object separately: a role may omit some.
 */
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { isForbidden } from './api-error.js';

/** How long refusals must last. */
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

  /** `kind`: Kubernetes' plural. Throws ApiError where any namespace cannot be read, including 403 until that has lasted. */
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
      const objects = await read();
      this.refusedSince.delete(key);
      return objects;
    } catch (error) {
      if (!isForbidden(error) || !this.isClosed(key)) throw error;
      this.log.warn({ namespace, kind, error: messageOf(error) }, 'this service may not read objects of a namespace');
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
