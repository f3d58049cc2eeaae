/**
 * Applies pings and the time to a monitor. The new state is saved by compare-and-set together with the incidents that begin and end with
 * it; the incidents are stored after that. The next evaluation stores incidents that it finds unstored.
 */
import type { Clock } from '#common/clock/clock.js';
import type { TenantId } from '#common/domain/ids.js';
import { PING_SETTLE_MS } from '#common/domain/limits.js';
import type { MonitorStatesStore, StoredMonitorState } from '#common/mongo/watch-states.store.js';
import type { MonitorsStore, StoredMonitor } from '#common/mongo/monitors.store.js';
import type { PingsStore, StoredPing } from '#common/mongo/pings.store.js';
import type { Instant } from '#common/run/run.js';
import { advance, deadlineOf, stateOfMonitor, type Deadline } from '#common/watch/monitor.js';
import type { IncidentChanges } from './incident-changes.js';

/** A monitor that is to be evaluated. */
export interface Look {
  readonly uid: string;
  readonly tenant: TenantId;
  readonly monitor: string;
}

/** Pings that are applied in one evaluation. */
const MAX_APPLIED = 500;

export class MonitorDecider {
  constructor(
    private readonly stores: {
      readonly monitors: Pick<MonitorsStore, 'load'>;
      readonly states: Pick<MonitorStatesStore, 'load' | 'save' | 'remove'>;
      readonly pings: Pick<PingsStore, 'openOf' | 'taken' | 'removeOf'>;
    },
    private readonly changes: Pick<IncidentChanges, 'store' | 'removeOf'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The decision uses the time before the pings are read: a ping that arrives between the two reads is in time. */
  async lookAt({ uid, tenant, monitor }: Look): Promise<void> {
    const now = this.clock.now();
    const definition = await this.stores.monitors.load(tenant, monitor);
    if (definition?.uid !== uid) {
      await this.forget(uid);
      return;
    }
    const state = (await this.stores.states.load([uid])).get(uid) ?? null;
    const pings = await this.stores.pings.openOf(uid, MAX_APPLIED);
    const isDecided = await this.decide(definition, state, pings, now);
    if (!isDecided || pings.length === 0) return;
    const ids = pings.map(({ id }) => id);
    await this.stores.pings.taken(uid, ids);
  }

  /** False if another replica has decided meanwhile. */
  private async decide(
    monitor: StoredMonitor,
    state: StoredMonitorState | null,
    pings: readonly StoredPing[],
    now: Instant,
  ): Promise<boolean> {
    // Earlier decisions are stored first, so that incidents begin and end in their order.
    const settled = state === null ? null : await this.settle(monitor, state);
    if (state !== null && settled === null) return false;
    const next = nextState(monitor, settled, pings, now);
    if (next === null || (settled !== null && isSame(settled, next))) return true;
    if (!(await this.stores.states.save(next))) return false;
    await this.settle(monitor, next);
    return true;
  }

  /** Stores the decided incidents. Returns the state without them, or null if another replica has written it meanwhile. */
  private async settle(monitor: StoredMonitor, state: StoredMonitorState): Promise<StoredMonitorState | null> {
    if (state.pending.length === 0) return state;
    for (const change of state.pending) await this.changes.store(monitor, change);
    const next = { ...state, pending: [], rev: state.rev + 1 };
    return (await this.stores.states.save(next)) ? next : null;
  }

  /** The state is removed last: while it exists, the sweep repeats this. */
  private async forget(uid: string): Promise<void> {
    await this.stores.pings.removeOf(uid);
    await this.changes.removeOf(uid);
    await this.stores.states.remove(uid);
  }
}

/** Null before the first ping. */
function nextState(
  monitor: StoredMonitor,
  before: StoredMonitorState | null,
  pings: readonly StoredPing[],
  now: Instant,
): StoredMonitorState | null {
  // If more pings wait than were read, the next evaluation applies the later ones.
  const until = pings.length < MAX_APPLIED ? now - PING_SETTLE_MS : (pings.at(-1)?.at ?? 0);
  const advanced = advance(monitor, before?.facts ?? null, pings, until);
  if (advanced === null) return null;
  const { facts, changes: pending } = advanced;
  const { uid, id, tenant, shard } = monitor;
  return {
    uid,
    tenant,
    monitor: id,
    shard,
    rev: (before?.rev ?? 0) + 1,
    facts,
    pending,
    state: stateOfMonitor(monitor, facts, now),
    checkAt: nextLook(deadlineOf(monitor, facts), now),
  };
}

/** The monitor is evaluated again when a success is due, so that its stored state becomes late, and when it is down. */
function nextLook(deadline: Deadline | null, now: number): number | null {
  if (deadline === null) return null;
  return deadline.dueAt > now ? deadline.dueAt : deadline.downAt + PING_SETTLE_MS;
}

const isSame = (a: StoredMonitorState, b: StoredMonitorState): boolean =>
  b.pending.length === 0 &&
  JSON.stringify([a.facts, a.state, a.checkAt]) === JSON.stringify([b.facts, b.state, b.checkAt]);
