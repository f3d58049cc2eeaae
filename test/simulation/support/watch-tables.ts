/** The stored monitors, their incidents and notices, as the stores of one executor see them. */
import type { Notice } from '#common/run/notice.js';
import type { StoredMonitorState } from '#common/mongo/watch-states.store.js';
import type { StoredMonitor } from '#common/mongo/monitors.store.js';
import type { StoredPing } from '#common/mongo/pings.store.js';
import type { Incident } from '#common/watch/incident.js';
import type { IncidentChanges } from '../../../apps/executor/src/watch/incident-changes.js';
import type { IncidentOutbox } from '../../../apps/executor/src/watch/incident-outbox.js';
import type { IncidentWatch } from '../../../apps/executor/src/watch/incident-watch.js';
import type { MonitorDecider } from '../../../apps/executor/src/watch/monitor-decider.js';
import type { MonitorWatch } from '../../../apps/executor/src/watch/monitor-watch.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import type { SimProcess } from './sim-process.js';

type DeciderStores = ConstructorParameters<typeof MonitorDecider>[0];
type WatchStores = ConstructorParameters<typeof MonitorWatch>[0];
type IncidentStores = ConstructorParameters<typeof IncidentWatch>[0];

export interface WatchingStores {
  readonly monitors: DeciderStores['monitors'];
  readonly states: DeciderStores['states'] & WatchStores['states'];
  readonly pings: DeciderStores['pings'] & WatchStores['pings'];
  readonly incidents: ConstructorParameters<typeof IncidentChanges>[0] & IncidentStores['incidents'];
  readonly sources: IncidentStores['sources'];
  readonly notices: ConstructorParameters<typeof IncidentOutbox>[0] &
    Pick<NoticesStore, 'due' | 'save' | 'undelivered'>;
}

export class WatchTables {
  readonly monitors = new Map<string, StoredMonitor>();
  readonly pings = new Map<string, StoredPing>();
  readonly incidents = new Map<string, Incident>();
  readonly notices = new Map<string, Notice>();
  private readonly states = new Map<string, StoredMonitorState>();
  private readonly open = new Map<string, StoredPing>();

  ping(ping: StoredPing): void {
    this.pings.set(ping.id, ping);
    this.open.set(ping.id, ping);
  }

  /** Of one process: each call may fail, be late, or be the last that it makes. */
  storesOf(process: SimProcess): WatchingStores {
    const { monitors, states, open } = this;
    const isOf = (shards: readonly number[]): ((each: { readonly shard: number }) => boolean) => {
      const all = new Set(shards);
      return ({ shard }) => all.has(shard);
    };
    const load = (id: string): StoredMonitor | null => monitors.get(id) ?? null;
    return {
      monitors: { load: (_tenant, id) => process.call(() => load(id)) },
      sources: { alertingOf: ({ monitor }) => process.call(() => load(monitor)?.spec ?? null) },
      states: {
        load: (uids) =>
          process.call(
            () => new Map(uids.flatMap((uid) => [states.get(uid) ?? []].flat().map((state) => [uid, state]))),
          ),
        save: (next) => process.call(() => this.saveState(next)),
        remove: (uid) => process.call(() => void states.delete(uid)),
        due: (shards, now, limit) =>
          process.call(() =>
            [...states.values()]
              .filter(isOf(shards))
              .filter(({ checkAt }) => checkAt !== null && checkAt <= now)
              .slice(0, limit),
          ),
        after: (shards, uid, limit) =>
          process.call(() => {
            const later = [...states.values()].filter(isOf(shards)).filter((state) => state.uid > uid);
            return later.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)).slice(0, limit);
          }),
      },
      pings: {
        openOf: (uid, limit) =>
          process.call(() => [...open.values()].filter((ping) => ping.uid === uid).slice(0, limit)),
        taken: (_uid, ids) =>
          process.call(() => {
            for (const id of ids) open.delete(id);
          }),
        removeOf: () => process.call(() => undefined),
        waiting: (shards) => process.call(() => [...open.values()].filter(isOf(shards))),
        oldestOpen: (shards) => process.call(() => [...open.values()].find(isOf(shards))?.at ?? null),
      },
      incidents: this.incidentsOf(process, isOf),
      notices: this.noticesOf(process, isOf),
    };
  }

  private incidentsOf(process: SimProcess, isOf: IsOf): WatchingStores['incidents'] {
    const { incidents } = this;
    return {
      insert: (incident) =>
        process.call(() => {
          if (!incidents.has(incident.id)) incidents.set(incident.id, incident);
        }),
      load: (id) => process.call(() => incidents.get(id) ?? null),
      save: (incident) => process.call(() => this.saveIncident(incident)),
      due: (shards, now) =>
        process.call(() =>
          [...incidents.values()]
            .filter(isOf(shards))
            .filter(({ pending, wakeAt }) => pending.length > 0 || (wakeAt !== null && wakeAt <= now)),
        ),
      remove: (id) => process.call(() => void incidents.delete(id)),
      removeOf: () => process.call(() => undefined),
    };
  }

  private noticesOf(process: SimProcess, isOf: IsOf): WatchingStores['notices'] {
    const { notices } = this;
    return {
      add: (some) =>
        process.call(() => {
          for (const notice of some) if (!notices.has(notice.id)) notices.set(notice.id, notice);
        }),
      due: (shards, now, { tenants, webhooks }, limit) =>
        process.call(() =>
          [...notices.values()]
            .filter(isOf(shards))
            .filter(({ nextTryAt }) => nextTryAt !== null && nextTryAt <= now)
            .filter(({ tenant, to }) => !tenants.includes(tenant) && !webhooks.includes(to))
            .toSorted((a, b) => (a.nextTryAt ?? 0) - (b.nextTryAt ?? 0))
            .slice(0, limit),
        ),
      undelivered: ({ to, incident }, kinds) =>
        process.call(() =>
          [...notices.values()].filter(
            (each) =>
              each.nextTryAt !== null && each.to === to && each.incident === incident && kinds.includes(each.on),
          ),
        ),
      save: (notice, expectedTries) =>
        process.call(() => {
          if (notices.get(notice.id)?.tries === expectedTries) notices.set(notice.id, notice);
        }),
    };
  }

  private saveState(next: StoredMonitorState): boolean {
    if (next.rev !== (this.states.get(next.uid)?.rev ?? 0) + 1) return false;
    this.states.set(next.uid, next);
    return true;
  }

  private saveIncident(incident: Incident): Incident | null {
    if (this.incidents.get(incident.id)?.rev !== incident.rev) return null;
    const next = { ...incident, rev: incident.rev + 1 };
    this.incidents.set(incident.id, next);
    return next;
  }
}

type IsOf = (shards: readonly number[]) => (each: { readonly shard: number }) => boolean;
