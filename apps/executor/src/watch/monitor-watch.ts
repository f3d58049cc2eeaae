/** Finds the monitors of this replica's shards that are to be evaluated. */
import type { Clock } from '#common/clock/clock.js';
import type { MonitorStatesStore } from '#common/mongo/watch-states.store.js';
import type { PingsStore } from '#common/mongo/pings.store.js';
import type { Instant } from '#common/run/run.js';
import { chunked, Failures } from '#common/runtime/continuing.js';
import type { Look, MonitorDecider } from './monitor-decider.js';

/** Pings, and due monitors, in one step. */
const AT_ONCE = 500;
/** Monitors that are evaluated concurrently. */
const SIDE_BY_SIDE = 16;

export class MonitorWatch {
  /** The last monitor that the sweep has visited. */
  private last = '';

  constructor(
    private readonly stores: {
      readonly states: Pick<MonitorStatesStore, 'due' | 'after'>;
      readonly pings: Pick<PingsStore, 'waiting' | 'oldestOpen'>;
    },
    private readonly decider: Pick<MonitorDecider, 'lookAt'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Evaluates monitors that were pinged and monitors whose deadline has come; returns how many. */
  async step(): Promise<number> {
    const shards = [...this.owned()];
    if (shards.length === 0) return 0;
    const looks = new Map<string, Look>();
    for (const due of await this.stores.states.due(shards, this.clock.now(), AT_ONCE)) looks.set(due.uid, due);
    for (const pinged of await this.stores.pings.waiting(shards, AT_ONCE)) looks.set(pinged.uid, pinged);
    await this.lookAt([...looks.values()]);
    return looks.size;
  }

  /** Evaluates the next monitors, changed or not: their definitions may have been edited or removed. */
  async sweep(): Promise<void> {
    const shards = [...this.owned()];
    const page = shards.length === 0 ? [] : await this.stores.states.after(shards, this.last, AT_ONCE);
    this.last = page.length < AT_ONCE ? '' : (page.at(-1)?.uid ?? '');
    await this.lookAt(page);
  }

  /** Since when the longest waiting monitor and the oldest ping have waited; null if none waits. */
  async longestWaiting(): Promise<{ readonly monitor: Instant | null; readonly ping: Instant | null }> {
    const shards = [...this.owned()];
    if (shards.length === 0) return { monitor: null, ping: null };
    const [due] = await this.stores.states.due(shards, this.clock.now(), 1);
    return { monitor: due?.checkAt ?? null, ping: await this.stores.pings.oldestOpen(shards) };
  }

  /** A monitor that fails does not prevent the evaluation of the others. */
  private async lookAt(looks: readonly Look[]): Promise<void> {
    const failures = new Failures();
    for (const part of chunked(looks, SIDE_BY_SIDE))
      failures.addAll(await Promise.allSettled(part.map(async (look) => this.decider.lookAt(look))));
    failures.throwFirst();
  }
}
