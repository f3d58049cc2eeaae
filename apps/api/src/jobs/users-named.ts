/** Names the objects that use an object which a caller wants to remove, for the refusal. */
import type { TenantId } from '#common/domain/ids.js';
import type { JobCursor } from '#common/mongo/job-search.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { Page } from '#common/runtime/paged-scan.js';
import type { StoredJob } from '#common/spec/definitions.js';

/** The most users that are named. */
export const MAX_NAMED = 10;

/** The names, of which one more than are shown is enough. */
export const someOf = (names: readonly string[]): string =>
  `${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ' and others' : ''}`;

/** The names and ids of the tenant's jobs that use the object; no more of them than `someOf` needs. */
export async function jobsThatUse(
  jobs: Pick<JobsStore, 'list'>,
  tenant: TenantId,
  uses: (job: StoredJob) => boolean,
): Promise<readonly string[]> {
  const filter = { tenants: [tenant], keep: uses };
  const names: string[] = [];
  for (let after: JobCursor | null | undefined; after !== null && names.length <= MAX_NAMED;) {
    const { items, lastSeen }: Page<StoredJob> = await jobs.list(filter, after ?? null, MAX_NAMED + 1);
    names.push(...items.map(({ id, spec }) => `"${spec.name}" (${id})`));
    after = lastSeen && { tenant: lastSeen.tenant, name: lastSeen.spec.name };
  }
  return names;
}
