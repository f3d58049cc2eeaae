/**
 * Gives an attempt the secrets that its job refers to, right before it is started: values live in the memory of this process until the
 * start is sent, and nowhere else. Only their leases, and the prints that hide them in texts, are stored.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { LEASE_CHECK_MS, MAX_OUTSIDE_SECRET_BYTES } from '#common/domain/limits.js';
import type { HeldLease } from '#common/domain/held-lease.js';
import type { HeldSecrets, HeldSecretsStore } from '#common/mongo/held-secrets.store.js';
import type { Run } from '#common/run/run.js';
import { secretPrints } from '#common/secrets/secret-prints.js';
import { accessProblems } from '#common/spec/secret-access.js';
import type { SecretReference } from '#common/spec/secret-reference.js';
import type { Launch, SecretVariable, StartResult } from '../engines/engine.js';
import { filledLaunch } from './core/filled-launch.js';
import { nextLookAt } from './core/lease-plan.js';
import type { Given, SecretGiving } from './giving.js';
import type { LeaseActions } from './lease-actions.js';
import { ProviderFailure, missing, refused, type SecretRequest } from './provider.js';
import { readThrough, type KnownProvider } from './providers.js';

const NONCE_BYTES = 6;

interface SecretGiverParts {
  readonly providers: ReadonlyMap<string, KnownProvider>;
  readonly held: Pick<HeldSecretsStore, 'add' | 'remove'>;
  readonly leases: Pick<LeaseActions, 'revokeAll'>;
  readonly box: Pick<SecretBox, 'seal'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The secrets of one launch as they were read. */
interface Read {
  readonly values: Record<string, string>;
  readonly mapped: SecretVariable[];
  readonly leases: HeldLease[];
}

export class SecretGiver implements SecretGiving {
  constructor(private readonly parts: SecretGiverParts) {}

  async give(
    run: Pick<Run, 'id' | 'shard' | 'tenant'>,
    launch: Launch,
  ): Promise<Given | { readonly failed: StartResult }> {
    if (launch.outside === undefined) return { launch, held: null };
    const read: Read = { values: {}, mapped: [], leases: [] };
    try {
      await this.readAll(run.tenant, launch, read);
      const held = await this.hold(run, launch, read);
      return { launch: filledLaunch(launch, read), held };
    } catch (error) {
      await this.parts.leases.revokeAll(read.leases);
      if (!(error instanceof ProviderFailure)) throw error;
      return { failed: refusalOf(error) };
    }
  }

  async takeBack({ held }: Given): Promise<void> {
    if (held === null) return;
    const isAll = await this.parts.leases.revokeAll(held.leases);
    if (isAll) await this.parts.held.remove(held.id);
  }

  private async readAll(tenant: string, launch: Launch, read: Read): Promise<void> {
    const { references, namespace } = launch.outside ?? { references: [], namespace: null };
    const rules = new Map([...this.parts.providers].map(([name, { config }]) => [name, config]));
    const [problem] = accessProblems(references, tenant, rules);
    if (problem) throw refused(`${problem.path} ${problem.message}`);
    // Each secret is read once: the name and the password of one account belong together.
    const together = Map.groupBy(references, ({ from, path, version }) => `${from} ${path} ${version ?? ''}`);
    const results = await Promise.allSettled(
      [...together.values()].map((some) => this.readOne({ tenant, namespace, launch }, some, read)),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  private async readOne(
    {
      tenant,
      namespace,
      launch,
    }: { readonly tenant: string; readonly namespace: string | null; readonly launch: Launch },
    references: readonly SecretReference[],
    read: Read,
  ): Promise<void> {
    const [first] = references;
    const provider = first && this.parts.providers.get(first.from);
    if (!provider) throw refused('the provider does not exist');
    const { path, version = null } = first;
    const request = { tenant, namespace, path, version };
    if (launch.engine === 'kubernetes' && (await refersTo(provider, request))) {
      for (const { as, key = '' } of references) read.mapped.push({ secret: path, key, as });
      return;
    }
    const { values, lease } = await readThrough(provider, request);
    if (lease !== null) read.leases.push({ provider: provider.name, ...lease });
    for (const { as, key = '' } of references) read.values[as] = valueOf(values, key, `${path}${key && ` (${key})`}`);
  }

  private async hold(run: Pick<Run, 'id' | 'shard'>, launch: Launch, read: Read): Promise<HeldSecrets> {
    const { box, clock, held } = this.parts;
    const { leases } = read;
    const prints = secretPrints(Object.values(read.values));
    const heldSecrets: HeldSecrets = {
      id: `${launch.attempt}#${randomBytes(NONCE_BYTES).toString('base64url')}`,
      attempt: launch.attempt,
      run: run.id,
      shard: run.shard,
      prints: prints === null ? null : box.seal(prints),
      mapped: read.mapped.map(({ secret, key }) => ({ secret, key })),
      leases,
      nextAt:
        leases.length === 0 ? null : Math.min(nextLookAt(leases, clock.now(), false), clock.now() + LEASE_CHECK_MS),
    };
    await held.add(heldSecrets);
    return heldSecrets;
  }
}

/** True if a pod refers to the secret itself. */
async function refersTo({ provider, guard }: KnownProvider, request: SecretRequest): Promise<boolean> {
  if (provider.refersTo === undefined) return false;
  return guard.run(async () => (await provider.refersTo?.(request)) ?? false);
}

function valueOf(values: ReadonlyMap<string, string>, key: string, what: string): string {
  const value = values.get(key);
  if (value === undefined) throw missing(`the value ${what} does not exist`);
  if (value.includes('\0'))
    throw refused(`the value ${what} contains the character NUL, which no environment variable can hold`);
  if (Buffer.byteLength(value) > MAX_OUTSIDE_SECRET_BYTES)
    throw refused(`the value ${what} is larger than ${MAX_OUTSIDE_SECRET_BYTES} bytes`);
  return value;
}

/** An unreachable provider is asked again until the start deadline; then the attempt ends, and its retry rules decide. */
const refusalOf = ({ reason, message }: ProviderFailure): StartResult => ({
  type: 'refused',
  retryable: reason === 'SecretsUnavailable',
  reason,
  message,
});
