/** Builds the parts by which a service hides secrets of runs: the same in every service that stores output or reports. */
import type { Clock } from '../clock/clock.js';
import type { SecretBox } from '../crypto/secret-box.js';
import { type ApiClient, ApiError, isForbidden, isNotFound } from '../kubernetes/api-client.js';
import type { Logger } from '../logging/logger.js';
import { HeldSecretsStore } from '../mongo/held-secrets.store.js';
import type { Mongo } from '../mongo/mongo.js';
import type { TenantsStore } from '../mongo/tenants.store.js';
import { MappedSecrets, type SecretRef, type SecretPlace } from './mapped-secrets.js';
import { RunSecrets } from './run-secrets.js';
import { readFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { isCode } from '../errors/system-error.js';
import { z } from 'zod';
import { AppError } from '../errors/app-error.js';
import { TtlCache } from '../runtime/ttl-cache.js';

interface Parts {
  readonly config: {
    readonly WORKER_SECRETS: readonly SecretRef[];
    readonly PROCESS_SECRETS_DIR?: string | undefined;
    readonly WORKERS_VCAP_SERVICES?: string | undefined;
  };
  readonly secrets: SecretBox;
  readonly mongo: Mongo;
  readonly clock: Clock;
  readonly log: Logger;
}

/** `cluster` null: without a cluster no worker is given a secret from one. */
export function runSecretsOf(
  { config, secrets, mongo, clock, log }: Parts,
  { cluster, tenants }: { readonly cluster: ApiClient | null; readonly tenants: TenantsStore },
): RunSecrets {
  const files = config.PROCESS_SECRETS_DIR;
  const places = {
    ...(cluster && { kubernetes: new ClusterSecrets(cluster, clock, log) }),
    ...(files !== undefined && { process: new SecretFiles(files) }),
  };
  const mapped = new MappedSecrets(places, config.WORKER_SECRETS, tenants);
  return new RunSecrets(secrets, mapped, new HeldSecretsStore(mongo), config.WORKERS_VCAP_SERVICES ?? null);
}

/* Secrets of the process engine on this host: files `<secret>/<key>` in one folder. */

class SecretFiles implements SecretPlace {
  constructor(private readonly folder: string) {}

  async read(_namespace: string | null, { secret, key }: SecretRef): Promise<string | null> {
    const file = normalize(join(this.folder, secret, key));
    if (!file.startsWith(normalize(this.folder) + sep)) return null;
    try {
      return (await readFile(file, 'utf8')).replace(/\n$/, '');
    } catch (error) {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    }
  }
}

/* Secrets in the namespaces of workers, as far as our service account may read them by name. */

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
