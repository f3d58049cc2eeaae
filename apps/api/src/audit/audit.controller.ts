import { Controller } from '@nestjs/common';
import { AuditStore } from '#common/mongo/audit.store.js';
import { isAdmin, tenantsWith } from '../access/core/access.js';
import { requireRole } from '../access/require-access.js';
import { timeText } from '../http/core/time-text.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf, Asked } from '../http/route.js';
import { Ask, Serves } from '../http/serves.js';
import { adminRoutes as routes } from '../routes/admin.routes.js';

type Routes = typeof routes;

@Controller()
export class AuditController {
  constructor(private readonly audit: AuditStore) {}

  @Serves(routes.listAudit)
  async list(@Ask() { caller, query }: Asked<Routes['listAudit']>): Promise<AnswerOf<Routes['listAudit']>> {
    if (query.tenant !== undefined) requireRole(caller, query.tenant, 'owner');
    const mine = isAdmin(caller) ? null : (tenantsWith(caller, 'owner') ?? []);
    const [at, id] = placeFrom(query.cursor, 'ns') ?? [];
    const page = await this.audit.list(
      {
        tenants: query.tenant === undefined ? mine : [query.tenant],
        from: query.from ?? null,
        to: query.to ?? null,
        keep: (entry) =>
          (query.action === undefined || entry.action === query.action) &&
          (query.object === undefined || entry.object === query.object),
      },
      at === undefined ? null : { at: Number(at), id: String(id) },
      query.limit,
    );
    return {
      body: showPage(
        page,
        (entry) => ({ ...entry, at: timeText(entry.at) }),
        (entry) => [entry.at, entry.id],
      ),
    };
  }
}
