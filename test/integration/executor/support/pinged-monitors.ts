/** Monitors and pings, stored as the api does. */
import { shardOf } from '#testing/shards.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { MonitorsStore, type StoredMonitor } from '#common/mongo/monitors.store.js';
import { pingId, PingsStore } from '#common/mongo/pings.store.js';
import type { MonitorSpec } from '#common/spec/monitor.js';
import type { PingKind } from '#common/watch/monitor.js';
import { definition, tenant } from './watch-world.js';
import { box } from './world.js';

export class PingedMonitors {
  private sent = 0;

  constructor(private readonly mongo: () => Mongo) {}

  readonly monitor = async (id: string, spec: Partial<MonitorSpec> = {}): Promise<StoredMonitor> => {
    const uid = `uid-${id}`;
    const made: StoredMonitor = {
      ...definition,
      id,
      uid,
      shard: shardOf(uid),
      since: 0,
      pingToken: box.seal(id),
      pingHash: id,
      spec: { schedule: { every: 3_600 }, channels: ['ops'], ...spec },
    };
    await new MonitorsStore(this.mongo()).insert(made, 'test');
    return made;
  };

  readonly ping = async (
    { uid, id, shard }: StoredMonitor,
    kind: PingKind,
    exitCode: number | null = null,
  ): Promise<void> => {
    const at = Date.now();
    const what = { id: pingId(uid, at, String(++this.sent)), at, kind, exitCode, text: '', address: '127.0.0.1' };
    await new PingsStore(this.mongo()).add({ ...what, uid, tenant, monitor: id, shard });
  };
}
