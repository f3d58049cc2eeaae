import type { FastifyRequest } from 'fastify';
import { MAX_RECORDED_PATH_LENGTH } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { EVERY_TENANT, type Caller } from '../access/core/access.js';
import { RoleMissing, RoleNowhere, TokenMissing } from '../access/require-access.js';
import type { AuditedRequest, AuditLog } from './audit-log.js';
import type { Route } from './route.js';
import { clientAddress } from './source-address.js';

/** The audit record of a request that is refused because rights or a token are missing. */
export class RefusalRecord {
  /** Null until the caller is known. */
  caller: Caller | null = null;
  /** True once the refusal is in the audit already. */
  isRecorded = false;
  readonly request: AuditedRequest;

  constructor(
    private readonly audit: Pick<AuditLog, 'refusedAtTheDoor'>,
    private readonly route: Pick<Route, 'id' | 'method' | 'access'>,
    private readonly source: FastifyRequest,
  ) {
    this.request = { action: route.id, address: clientAddress(source) };
  }

  /** Never throws: even if an error occurs here, the answer to the caller is the refusal. */
  async note(error: unknown): Promise<void> {
    const isRefusal = error instanceof AppError && (error.code === 'FORBIDDEN' || error.code === 'UNAUTHENTICATED');
    if (!isRefusal || this.isRecorded) return;
    // The page asks who it is before anybody has signed in.
    if (error instanceof TokenMissing && this.route.id === 'whoAmI') return;
    const [path = ''] = this.source.url.split('?');
    const object = `${this.route.method} ${path.slice(0, MAX_RECORDED_PATH_LENGTH)}`;
    const caller = error instanceof RoleNowhere ? error.caller : this.caller;
    const tenant = error instanceof RoleMissing ? error.tenant : onlyTenantOf(caller);
    const refusal = { ...this.request, caller, tenant, object, code: error.code };
    const recorded = this.audit.refusedAtTheDoor(refusal).catch(() => undefined);
    // Callers without a token do not wait for the record: there may be many of them.
    if (caller !== null) await recorded;
  }
}

/** If the tenant of the refused object is not known, the refusal is recorded for the caller's tenant, if there is exactly one. */
function onlyTenantOf(caller: Caller | null): string | null {
  const tenants = new Set(caller?.roles.map(({ tenant }) => tenant));
  const [only] = tenants;
  return tenants.size === 1 && only !== undefined && only !== EVERY_TENANT ? only : null;
}
