/**
 * Two replicas check the same monitor at once, over stores that answer in any order. Each replica may die or stall between any two
 * steps. In the end the notices are those of one replica that never failed.
 */
import fc from 'fast-check';
import { asTenantId } from '#common/domain/ids.js';
import type { StoredMonitorState } from '#common/mongo/watch-states.store.js';
import type { StoredMonitor } from '#common/mongo/monitors.store.js';
import { pingId, type StoredPing } from '#common/mongo/pings.store.js';
import { advance, type PingKind } from '#common/watch/monitor.js';
import { KilledProcesses, type Perform } from '#testing/killed-processes.js';
import { MemoryIncidents } from '#testing/memory-incidents.js';
import { worlds } from '#testing/long-form.js';
import { movesWith, play, type WatchedWorld } from '#testing/watched-world.js';
import { IncidentChanges } from './incident-changes.js';
import { IncidentOutbox } from './incident-outbox.js';
import { IncidentWatch } from './incident-watch.js';
import { MonitorDecider } from './monitor-decider.js';

const SECOND = 1_000;
const T0 = 1_795_000_000_000;
const tenant = asTenantId('ibm');
const monitor: StoredMonitor = {
  tenant,
  id: 'm',
  uid: 'u',
  shard: 0,
  rev: 1,
  since: 0,
  updatedAt: 0,
  updatedBy: 'test',
  pingToken: '',
  pingHash: '',
  spec: { schedule: { every: 60 }, graceSeconds: 10, runSeconds: 30, channels: ['ops'] },
};

class MemoryWorld implements WatchedWorld {
  now = T0;
  readonly processes = new KilledProcesses();
  readonly incidents = new MemoryIncidents(() => this.now);
  readonly pings: StoredPing[] = [];
  private readonly open = new Set<string>();
  private state: StoredMonitorState | null = null;

  ping(kind: PingKind): void {
    const at = this.now;
    const id = pingId('u', at, String(this.pings.length).padStart(3, '0'));
    this.pings.push({ id, at, kind, exitCode: null, uid: 'u', tenant, monitor: 'm', shard: 0, text: '', address: '' });
    this.open.add(id);
  }

  async look(diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      const clock = { now: () => this.now };
      const stores = this.storesOver(on);
      const changes = new IncidentChanges(stores.incidents, clock);
      const outbox = new IncidentOutbox(
        stores.notices,
        { digest: (address) => address },
        { seal: (text) => text },
        'https://carillon.test',
      );
      const watch = new IncidentWatch(stores, outbox, () => new Set([0]), clock);
      await new MonitorDecider(stores, changes, clock).lookAt({ uid: 'u', tenant, monitor: 'm' });
      await watch.step();
    });
  }

  private storesOver(on: Perform): {
    monitors: { load: () => Promise<StoredMonitor> };
    sources: ConstructorParameters<typeof IncidentWatch>[0]['sources'];
    states: ConstructorParameters<typeof MonitorDecider>[0]['states'];
    pings: ConstructorParameters<typeof MonitorDecider>[0]['pings'];
  } & ReturnType<MemoryIncidents['storesOver']> {
    return {
      monitors: { load: async () => on(() => monitor) },
      sources: { alertingOf: async () => on(() => monitor.spec) },
      states: {
        load: async () => on(() => new Map(this.state === null ? [] : [['u', this.state]])),
        save: async (next) => on(() => this.saveState(next)),
        remove: async () => on(() => undefined),
      },
      pings: {
        openOf: async () => on(() => this.pings.filter(({ id }) => this.open.has(id))),
        taken: async (_uid, ids) =>
          on(() => {
            for (const id of ids) this.open.delete(id);
          }),
        removeOf: async () => on(() => undefined),
      },
      ...this.incidents.storesOver(on),
    };
  }

  private saveState(next: StoredMonitorState): boolean {
    if (next.rev !== (this.state?.rev ?? 0) + 1) return false;
    this.state = next;
    return true;
  }
}

const moves = movesWith(fc.constantFrom<PingKind>('start', 'success', 'fail'));

/** The notices of a single replica that checks once, at the end. */
function wanted({ pings, now }: MemoryWorld): string[] {
  const { changes = [] } = advance(monitor, null, pings, now) ?? {};
  return changes.map(
    ({ type, number }) => `incident/u-${number}/${type === 'opened' ? 'opened' : 'resolved'}/channel:ops`,
  );
}

test('each incident and its end are notified once, even if replicas die or stall', async () => {
  let incidents = 0;
  await fc.assert(
    fc.asyncProperty(moves, async (some) => {
      const world = new MemoryWorld();
      await play(some, world, (kind) => {
        world.ping(kind);
      });
      const expected = wanted(world);
      incidents += expected.length;
      expect([...world.incidents.notices.keys()].toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: worlds(300) },
  );
  // Checks that the moves cause enough incidents.
  expect(incidents).toBeGreaterThan(300);
}, 120_000);

test('a ping is in time if it arrives while a check stalls between reading the pings and the decision', async () => {
  const world = new MemoryWorld();
  world.ping('success');
  const first = world.look(null);
  await world.processes.releaseAll();
  await first;
  world.now += 50 * SECOND;
  const second = world.look(null);
  // The monitor, its state and its pings were read; the answer with the pings is under way.
  for (let i = 0; i < 5; i++) await world.processes.release(0);
  world.now += 5 * SECOND;
  world.ping('success');
  world.now += 30 * SECOND;
  await world.processes.releaseAll();
  await second;
  expect([...world.incidents.notices.keys()]).toEqual([]);
});
