import { pino } from 'pino';
import { everyShard } from './shards.js';
import { unopenedClientOf } from './fake-api-server/client-of.js';
import type { FakeApiServer } from './fake-api-server/fake-api-server.js';
import { PodSource } from '../../apps/log-collector/src/adapters/kubernetes/pod-source.js';

/** A source of the output of pods that has begun to watch; it searches so long for the pod of an attempt. */
export async function openedPodSource(api: FakeApiServer, searchPatienceMs: number): Promise<PodSource> {
  const source = new PodSource(unopenedClientOf(api), {
    instance: 'carillon',
    shards: { owned: () => everyShard, onChange: () => () => undefined },
    tenantNamespaces: () => Promise.resolve([]),
    log: pino({ level: 'silent' }),
    searchPatienceMs,
  });
  await source.start(() => undefined);
  return source;
}
