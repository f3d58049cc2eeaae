/** Makes the parts of the log of events: one executor writes it, the owner of the first shard (why: ADR 22); all send it, each to some channels. */
import { coarsestShardOf } from '#common/domain/shards.js';
import type { ServiceParts, Startable } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { ChannelsStore, type StoredChannel } from '#common/mongo/channels.store.js';
import { EventLogStore } from '#common/mongo/event-log.store.js';
import type { EventCursor } from '#common/run/event-cursor.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { keyOf } from '#common/mongo/tenant-definitions.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { ExecutorConfig } from '../config.js';
import { callMeter } from '../engines/webservice/call-meter.js';
import { tenantGuard } from '../engines/webservice/guarded-hosts.js';
import { HttpCaller } from '../engines/webservice/http-caller.js';
import { ChannelDelivery, EventReader } from './channel-delivery.js';
import { EndedRuns } from './ended-runs.js';
import { EventKeeper } from './event-keeper.js';
import { EventRequests } from './event-requests.js';
import { EventSender } from './event-sender.js';
import { Subscribers } from './subscribers.js';

const FIRST_SHARD = 0;
const STEP_MS = 1_000;
const CLEAN_MS = 60_000;
const CURSORS_PER_PAGE = 500;

export class EventLoops implements Startable {
  constructor(
    private readonly loops: readonly SweepLoop[],
    private readonly sender: EventSender,
    private readonly caller: HttpCaller,
    /** The log that they write. */
    readonly keeper: Pick<EventKeeper, 'areLogged'>,
  ) {}

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.sender.stop(), ...this.loops.map((loop) => loop.stop())]);
    await this.caller.close();
  }
}

export function eventsOf(parts: ServiceParts<ExecutorConfig>): EventLoops {
  const { config, mongo, membership, clock, metrics, secrets, version, calm } = parts;
  const log = moduleLog(parts.log, 'notices');
  const bulk = mongo.inLane('bulk');
  const store = new EventLogStore(bulk);
  const tenants = new TenantsStore(bulk);
  const subscribers = new Subscribers(new ChannelsStore(bulk), clock);
  const channels = subscribers.all.bind(subscribers);
  const isKeeper = (): boolean => membership.owned().coarsest().has(FIRST_SHARD);
  const ended = new EndedRuns(new RunReads(bulk), tenants);
  const subscribed = async (): Promise<Set<string>> => new Set((await channels()).map(({ tenant }) => tenant));
  const keeper = new EventKeeper(store, ended, subscribed, clock);
  const caller = new HttpCaller(tenantGuard(config), callMeter(metrics, 'webhook'));
  const userAgent = `carillon/${version}`;
  const requests = new EventRequests({ tenants, caller, secrets, metrics, userAgent, clock });
  const reader = new EventReader(store, tenants, `${config.PUBLIC_URL}${config.PATH_PREFIX}`);
  const mine = async (): Promise<StoredChannel[]> => {
    const owned = membership.owned().coarsest();
    return (await channels()).filter(({ tenant, id }) => owned.has(coarsestShardOf(keyOf(tenant, id))));
  };
  const delivery = new ChannelDelivery(store, reader, requests, clock);
  const sender = new EventSender(mine, store, delivery, { clock, log });
  metrics.beforeReading(() => {
    const now = clock.now();
    const logLateMs = isKeeper() && keeper.through !== null ? now - keeper.through : 0;
    metrics.eventsLate.set({ of: 'log' }, Math.max(0, logLateMs) / 1_000);
    metrics.eventsLate.set({ of: 'delivery' }, sender.lateMs(now) / 1_000);
  });
  const keep = async (): Promise<number> => {
    if (isKeeper()) return keeper.step();
    keeper.through = null;
    return 0;
  };
  const clean = async (): Promise<number> => (isKeeper() ? removeCursors(store, channels) : 0);
  const loopOf = (what: string, work: () => Promise<number>, everyMs = STEP_MS): SweepLoop =>
    new SweepLoop(what, work, everyMs, { log }).restWith(calm);
  const loops = [
    loopOf('log of events', keep),
    loopOf('sending of events', () => sender.step()),
    loopOf('cursors of events', clean, CLEAN_MS),
  ];
  return new EventLoops(loops, sender, caller, keeper);
}

/** Removes the cursors of channels that are gone, or get no events any more. Returns their number. */
async function removeCursors(
  store: Pick<EventLogStore, 'cursors' | 'removeCursor'>,
  channels: Subscribers['all'],
): Promise<number> {
  let count = 0;
  for (let after: EventCursor | null = null; ;) {
    const page: EventCursor[] = await store.cursors(after, CURSORS_PER_PAGE);
    // The channels are read after the cursors, each of which is made for a channel.
    const there = new Set((await channels()).map(({ tenant, id }) => keyOf(tenant, id)));
    for (const cursor of page.filter(({ tenant, channel }) => !there.has(keyOf(tenant, channel)))) {
      await store.removeCursor(cursor);
      count++;
    }
    after = page.at(-1) ?? null;
    if (page.length < CURSORS_PER_PAGE) return count;
  }
}
