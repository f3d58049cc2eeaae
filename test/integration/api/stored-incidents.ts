/** Incidents as the executor stores them. */
import { asTenantId } from '#common/domain/ids.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { MonitorsStore } from '#common/mongo/monitors.store.js';
import type { ApiUnderTest } from './api-under-test.js';

/** An open incident of a monitor of the tenant; gives its id. */
export async function storeIncident(
  { mongo }: Pick<ApiUnderTest, 'mongo'>,
  monitor: string,
  of = 'ibm',
): Promise<string> {
  const tenant = asTenantId(of);
  const found = await new MonitorsStore(mongo).load(tenant, monitor);
  if (!found) throw new Error(`there is no monitor ${monitor}`);
  const id = `${found.uid}-1`;
  await new IncidentsStore(mongo).insert({
    id,
    tenant,
    shard: found.shard,
    rev: 1,
    monitor,
    uid: found.uid,
    monitorName: monitor,
    reason: 'missed',
    message: `${monitor}: x`,
    openedAt: 1_795_000_000_000,
    acknowledged: null,
    resolved: null,
    steps: {},
    notified: [],
    pending: [],
    wakeAt: null,
  });
  return id;
}
