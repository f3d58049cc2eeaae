import { Readable } from 'node:stream';
import { isErased, type AuditEntry, type ChainedEntry, type ErasedEntry } from '#common/domain/audit.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import { AppError } from '#common/errors/app-error.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { isAdmin, type Caller } from '../access/core/access.js';
import { requireRole, tenantsToList } from '../access/require-access.js';
import { placeFrom, showPage, timeText } from '../http/page.js';
import { Serves, type Handlers } from '../http/serves.js';
import { auditRoutes as routes } from './audit.routes.js';
import { AuditVerification } from '#common/mongo/audit-verification.js';

@Serves(routes)
export class AuditController {
  constructor(
    private readonly audit: AuditStore,
    private readonly verification: AuditVerification,
    private readonly tenants: TenantsStore,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listAudit: async ({ caller, query }) => {
      const tenants = tenantsToList(caller, query.tenant, 'owner');
      const place = placeFrom(query.cursor, { at: 'n', id: 's' });
      const begins = await this.tenants.beginnings();
      const page = await this.audit.list(
        {
          tenants,
          from: query.from ?? null,
          to: query.to ?? null,
          action: query.action,
          object: query.object,
          keep: (entry) => isTheirs(caller, entry, begins),
        },
        place,
        query.limit,
      );
      return {
        body: showPage(
          page,
          (entry) => ({ ...entry, at: timeText(entry.at) }),
          (entry) => [entry.at, entry.id],
        ),
      };
    },

    exportAudit: async ({ caller, query }) => {
      const chain = chainFor(caller, query.tenant);
      const begins = await this.tenants.beginnings();
      const { from = 0, to = Infinity } = query;
      const wants = (entry: ChainedEntry | ErasedEntry): boolean =>
        entry.at >= from &&
        entry.at <= to &&
        isTheirs(caller, { at: entry.at, tenant: isErased(entry) ? chain || null : entry.tenant }, begins);
      return { stream: Readable.from(this.lines(chain, wants)), type: 'application/x-ndjson' };
    },

    verifyAudit: async ({ caller, query }) => {
      const verdict = await this.verification.verify(chainFor(caller, query.tenant), query.after);
      const erased = verdict.erased.map(({ at, ...rest }) => ({ ...rest, at: timeText(at) }));
      return { body: { ...verdict, intact: verdict.problems.length === 0, problems: [...verdict.problems], erased } };
    },
  };

  private async *lines(chain: string, wants: (entry: ChainedEntry | ErasedEntry) => boolean): AsyncGenerator<string> {
    for await (const page of this.verification.pages(chain, 0)) {
      const lines = page.filter(wants).map((entry) => {
        const { chain: _chain, proof: _proof, at, ...rest } = entry;
        const erased = isErased(entry) && { erased: { at: timeText(entry.erased.at), by: entry.erased.by } };
        return `${JSON.stringify({ at: timeText(at), ...rest, ...erased })}\n`;
      });
      yield lines.join('');
    }
  }
}

/** Throws FORBIDDEN. */
function chainFor(caller: Caller, tenant: string | undefined): string {
  if (tenant !== undefined) requireRole(caller, tenant, 'owner');
  else if (!isAdmin(caller))
    throw new AppError('FORBIDDEN', 'only admins may read entries without a tenant: give a tenant');
  return tenant ?? '';
}

/** Only admins may read entries without a tenant, and those of a former tenant, which are older than the tenant with its id. */
const isTheirs = (
  caller: Caller,
  { tenant, at }: Pick<AuditEntry, 'tenant' | 'at'>,
  begins: ReadonlyMap<string, number>,
): boolean => isAdmin(caller) || (tenant !== null && at >= (begins.get(tenant) ?? 0));
