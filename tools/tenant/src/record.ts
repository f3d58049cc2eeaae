import { randomUUID } from 'node:crypto';
import type { Erasure } from '#common/domain/audit.js';
import type { AuditStore } from '#common/mongo/audit.store.js';

/** Records an erasure among the entries that belong to no tenant, before anything is erased. */
export async function recordErasure(
  audit: Pick<AuditStore, 'add'>,
  tenant: string,
  { at, by }: Erasure,
): Promise<void> {
  const who = { actor: by, subject: 'npm run tenant', role: 'admin', address: null } as const;
  const what = { tenant: null, action: 'eraseTenant', object: `tenant/${tenant}`, detail: null, refusedWith: null };
  await audit.add({ id: randomUUID(), at, ...who, ...what });
}
