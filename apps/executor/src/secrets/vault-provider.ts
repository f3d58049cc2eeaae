/** Secrets of Vault: KV of both versions, and secrets that Vault makes for each request, with their leases. */
import type { Clock } from '#common/clock/clock.js';
import type { HeldLease } from '#common/domain/held-lease.js';
import { leaseTermsIn, secretIn } from './core/vault-answers.js';
import { renewAtOf } from './core/lease-plan.js';
import {
  missing,
  refused,
  unavailable,
  type Renewal,
  type SecretProvider,
  type SecretRead,
  type SecretRequest,
} from './provider.js';
import type { VaultAnswer, VaultClient } from './vault-client.js';

const NOT_FOUND = 404;
const BAD_REQUEST = 400;
const FORBIDDEN = 403;

export class VaultProvider implements SecretProvider {
  constructor(
    private readonly client: Pick<VaultClient, 'ask' | 'health' | 'close'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async read({ path, version }: SecretRequest): Promise<SecretRead> {
    const query = version === null ? '' : `?version=${version}`;
    const answer = await this.client.ask('GET', `${encoded(path)}${query}`);
    if (answer.status === NOT_FOUND)
      throw missing(`Vault has no secret "${path}"${version === null ? '' : ` of version ${version}`}`);
    if (answer.status >= BAD_REQUEST) throw refused(`Vault refuses "${path}": ${whyOf(answer)}`);
    const secret = secretIn(answer.body);
    if (secret === null) throw refused(`Vault's answer for "${path}" is not a secret`);
    const { values, lease } = secret;
    if (lease === null) return { values, lease: null };
    const { id, seconds, isRenewable } = lease;
    const now = this.clock.now();
    const renewAt = isRenewable ? renewAtOf(now, seconds) : null;
    return { values, lease: { id, accessor: answer.accessor, seconds, expiresAt: now + seconds * 1_000, renewAt } };
  }

  /**
   * The token is renewed first: when a token ends, Vault ends every lease that was made with it, even if the process that made it lives.
   */
  async renew({ id, accessor, seconds }: HeldLease): Promise<Renewal> {
    if (accessor !== null) {
      const token = await this.client.ask('POST', 'auth/token/renew-accessor', { accessor });
      if (token.status >= BAD_REQUEST)
        return { type: 'lost', message: `the token of the lease cannot be renewed: ${whyOf(token)}` };
    }
    const answer = await this.client.ask('PUT', 'sys/leases/renew', { lease_id: id, increment: seconds });
    const terms = answer.status >= BAD_REQUEST ? null : leaseTermsIn(answer.body);
    return terms === null ? { type: 'lost', message: whyOf(answer) } : { type: 'renewed', ...terms };
  }

  async revoke({ id }: HeldLease): Promise<void> {
    const answer = await this.client.ask('PUT', 'sys/leases/revoke', { lease_id: id });
    if (answer.status === FORBIDDEN) throw refused(`Vault refuses to revoke a lease: ${whyOf(answer)}`);
  }

  async probe(): Promise<void> {
    const health = await this.client.health();
    if (health.status >= BAD_REQUEST) throw unavailable(`Vault is not ready: status ${health.status}`);
    const self = await this.client.ask('GET', 'auth/token/lookup-self');
    if (self.status >= BAD_REQUEST) throw refused(`Vault does not accept the token of the executor: ${whyOf(self)}`);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
const whyOf = ({ errors, status }: VaultAnswer): string => errors || `status ${status}`;
