/** Secrets in the namespaces of workers, as far as our service account may read them by name. */
import { z } from 'zod';
import type { Clock } from '../clock/clock.js';
import { AppError } from '../errors/app-error.js';
import type { ApiClient } from '../kubernetes/api-client.js';
import { ApiError, isForbidden, isNotFound } from '../kubernetes/api-error.js';
import type { Logger } from '../logging/logger.js';
import type { SecretPlace, SecretRef } from './mapped-secrets.js';
import { TtlCache } from '../runtime/ttl-cache.js';

type Data = Readonly<Record<string, string>>;

const KEPT_MS = 30_000;
const MAX_KEPT = 1_000;
const secretObject = z.object({ data: z.record(z.string(), z.string()).nullish() });

export class ClusterSecrets implements SecretPlace {
  private readonly cache: TtlCache<string, Promise<Data>>;

  constructor(
    private readonly client: Pick<ApiClient, 'call' | 'namespace'>,
    clock: Clock,
    private readonly log: Logger,
  ) {
    this.cache = new TtlCache(MAX_KEPT, KEPT_MS, clock);
  }

  async read(namespace: string | null, { secret, key }: SecretRef): Promise<string | null> {
    const path = `/api/v1/namespaces/${namespace ?? this.client.namespace}/secrets/${encodeURIComponent(secret)}`;
    const value = (await (this.cache.get(path) ?? this.load(path)))[key];
    return value === undefined ? null : Buffer.from(value, 'base64').toString();
  }

  private load(path: string): Promise<Data> {
    const data = this.get(path);
    data.catch(() => this.cache.delete(path));
    this.cache.set(path, data);
    return data;
  }

  private async get(path: string): Promise<Data> {
    try {
      return secretObject.parse(await this.client.call({ verb: 'get', path, lane: 'read' })).data ?? {};
    } catch (error) {
      if (!isForbidden(error) && !isNotFound(error)) throw unavailable(error);
      if (isForbidden(error))
        this.log.warn({ path }, 'a secret that workers use cannot be read, so its value is not hidden in their logs');
      return {};
    }
  }
}

function unavailable(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  return new AppError('UNAVAILABLE', `a secret cannot be read now: ${error.message}`, { cause: error });
}
