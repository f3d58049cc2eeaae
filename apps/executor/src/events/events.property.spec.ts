/**
 * Two replicas write the log of events and send it at once, over a store and a receiver that answer in any order, while runs end, some of
 * them stored up to a minute late, are resumed and end again, or are removed, and the receiver is away now and then. Each process may die between any two
 * steps. In the end the receiver has each end of the tenant that subscribes at least once, under one id, those of a run in order.
 */
import fc from 'fast-check';
import { asJobId, asRunId, asTenantId, type RunId } from '#common/domain/ids.js';
import { USAGE_LAG_MS } from '#common/domain/limits.js';
import { createLogger } from '#common/logging/logger.js';
import type { StoredChannel } from '#common/mongo/channels.store.js';
import type { LogProgress } from '#common/mongo/event-log.store.js';
import type { EventCursor } from '#common/run/event-cursor.js';
import type { CloudEvent } from '#common/notices/cloud-event.js';
import type { LoggedEvent } from '#common/run/end-event.js';
import { lastChangeOf, type Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { KilledProcesses, type Perform } from '#testing/killed-processes.js';
import { worlds } from '#testing/long-form.js';
import type { RequestResult } from './core/event-cursor.js';
import { ChannelDelivery, EventReader } from './channel-delivery.js';
import { EndedRuns } from './ended-runs.js';
import { EventKeeper } from './event-keeper.js';
import { EventSender } from './event-sender.js';

const T0 = Date.parse('2026-11-30T12:00:00Z');
/** A small one, so that pages end among runs of the same instant. */
const PER_PAGE = 2;
const CHANNEL: StoredChannel = {
  tenant: asTenantId('ibm'),
  id: 'feed',
  rev: 1,
  updatedAt: T0,
  updatedBy: 'ada',
  spec: { target: { type: 'cloudevents', url: 'https://x.test/', mode: 'batch' } },
  events: true,
};
const QUIET = createLogger('test', 'silent');

class World {
  readonly processes = new KilledProcesses();
  now = T0;
  isAway = false;
  /** What the receiver got, in order. */
  readonly received: CloudEvent[] = [];
  /** The ids of all ends by their runs, in order. */
  readonly ended = new Map<RunId, string[]>();
  private readonly runs = new Map<RunId, Run>();
  private readonly removed = new Set<RunId>();
  /** Changes that are not stored yet. */
  private late: { readonly at: number; readonly run: Run }[] = [];
  private readonly events = new Map<string, LoggedEvent>();
  private progress: LogProgress | null = null;
  private cursor: EventCursor | null = null;

  /** A run ends, for the first time or again; the change is stored this much later. */
  end(number: number, tenant: string, lateMs: number): void {
    const id = asRunId(`${tenant}-${number}`);
    // The next change of a run is made from the stored one.
    if (this.removed.has(id) || this.late.some(({ run }) => run.id === id)) return;
    const before = this.runs.get(id)?.transitions ?? [];
    const at = Math.max(this.now, (before.at(-1)?.at ?? 0) + 1);
    const moves = (['Queued', 'Running', 'Completed'] as const).map((phase) => ({
      at,
      phase,
      reason: phase,
      message: '',
      actor: 'executor',
    }));
    const transitions = [...before, ...moves];
    const owner = { tenant: asTenantId(tenant), job: asJobId(tenant) };
    const run = { ...aRun(aPlan(), { id, ...owner }), phase: 'Completed' as const, createdAt: T0, transitions };
    this.ended.set(id, [...(this.ended.get(id) ?? []), `${id}/${transitions.length}`]);
    this.late.push({ at: this.now + lateMs, run });
    this.store();
  }

  /** Somebody removes a run that has ended, once its ends are logged. */
  async remove(number: number, tenant: string, diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      const run = await on(() => this.runs.get(asRunId(`${tenant}-${number}`)));
      if (!run || !(await this.keeper(on).areLogged(run))) return;
      // It is removed as it was read.
      await on(() => this.runs.get(run.id) === run && this.runs.delete(run.id) && this.removed.add(run.id));
    });
  }

  pass(ms: number): void {
    this.now += ms;
    this.store();
  }

  async keep(diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      await this.keeper(on).step();
    });
  }

  private keeper(on: Perform): EventKeeper {
    const subscribed = (): Promise<Set<string>> => on(() => new Set<string>([CHANNEL.tenant]));
    const { log, runs, tenants } = this.keeperStores(on);
    return new EventKeeper(log, new EndedRuns(runs, tenants, PER_PAGE), subscribed, { now: () => this.now });
  }

  async send(diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      const clock = { now: () => this.now };
      const { log, tenants } = this.senderStores(on);
      const requests = { send: (_: StoredChannel, events: readonly CloudEvent[]) => on(() => this.take(events)) };
      const delivery = new ChannelDelivery(log, new EventReader(log, tenants, 'https://c.test'), requests, clock);
      const sender = new EventSender(() => Promise.resolve([CHANNEL]), log, delivery, { clock, log: QUIET });
      await sender.step();
      // Of a process that was killed, the sender takes the error for one of the database, and logs it.
      await sender.drained();
    });
  }

  private store(): void {
    for (const { run } of this.late.filter(({ at }) => at <= this.now)) this.runs.set(run.id, run);
    this.late = this.late.filter(({ at }) => at > this.now);
  }

  private take(events: readonly CloudEvent[]): RequestResult {
    if (this.isAway) return { type: 'failed', problem: 'away', retryAt: null };
    this.received.push(...events);
    return { type: 'taken' };
  }

  private keeperStores(on: Perform): {
    log: ConstructorParameters<typeof EventKeeper>[0];
    runs: ConstructorParameters<typeof EndedRuns>[0];
    tenants: ConstructorParameters<typeof EndedRuns>[1];
  } {
    return {
      log: {
        progress: () => on(() => this.progress),
        saveProgress: (next) =>
          on(() => {
            if ((this.progress?.rev ?? 0) !== next.rev - 1) return false;
            this.progress = next;
            return true;
          }),
        forgetProgress: () => on(() => undefined),
        add: async (events) => {
          for (const [i, event] of events.entries()) {
            const isNew = await on(() => {
              if (this.events.has(event.id)) return false;
              this.events.set(event.id, event);
              return true;
            });
            if (!isNew) return i;
          }
          return events.length;
        },
        existing: (ids) => on(() => new Set(ids.filter((id) => this.events.has(id)))),
      },
      runs: {
        changedBetween: (after, until, limit) =>
          on(() =>
            [...this.runs.values()]
              .map((run) => ({
                id: run.id,
                tenant: run.tenant,
                job: run.job,
                changedAt: lastChangeOf(run),
                changes: 0,
              }))
              .filter(({ changedAt, id }) => {
                if (changedAt > until) return false;
                return changedAt > after.changedAt || (changedAt === after.changedAt && id > after.id);
              })
              .sort((a, b) => a.changedAt - b.changedAt || (a.id < b.id ? -1 : 1))
              .slice(0, limit),
          ),
        load: (ids) => on(() => new Map(ids.flatMap((id) => (this.runs.has(id) ? [[id, this.runs.get(id)!]] : [])))),
      },
      tenants: { beginnings: () => on(() => new Map()) },
    };
  }

  private senderStores(on: Perform): {
    log: ConstructorParameters<typeof ChannelDelivery>[0] & ConstructorParameters<typeof EventReader>[0];
    tenants: ConstructorParameters<typeof EventReader>[1];
  } {
    return {
      log: {
        progress: () => on(() => this.progress),
        after: (tenant, seq, until, limit) =>
          on(() =>
            [...this.events.values()]
              .filter((event) => event.tenant === tenant && event.seq > seq && event.seq <= until)
              .sort((a, b) => a.seq - b.seq)
              .slice(0, limit),
          ),
        cursor: () => on(() => this.cursor),
        saveCursor: (next) =>
          on(() => {
            if ((this.cursor?.rev ?? 0) !== next.rev - 1) return false;
            this.cursor = next;
            return true;
          }),
      },
      tenants: { beginnings: () => on(() => new Map()) },
    };
  }
}

const kind = <T extends string>(name: T) => ({ kind: fc.constant(name) });
const diesAt = fc.option(fc.nat(30), { freq: 2 });
const anEnd = {
  ...kind('end'),
  run: fc.nat(6),
  tenant: fc.constantFrom('ibm', 'ibm', 'acme'),
  lateMs: fc.constantFrom(0, 0, 3_000, 60_000),
};
const move = fc.oneof(
  { weight: 4, arbitrary: fc.record(anEnd) },
  { weight: 1, arbitrary: fc.record({ ...kind('remove'), run: fc.nat(6), tenant: fc.constant('ibm'), diesAt }) },
  { weight: 3, arbitrary: fc.record({ ...kind('keep'), diesAt }) },
  { weight: 3, arbitrary: fc.record({ ...kind('send'), diesAt }) },
  { weight: 1, arbitrary: fc.record({ ...kind('outage'), isAway: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ ...kind('pass'), ms: fc.constantFrom(0, 1, 2_500, 100_000) }) },
  { weight: 20, arbitrary: fc.record({ ...kind('release'), which: fc.nat(5) }) },
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

async function play(moves: readonly Move[]): Promise<World> {
  const world = new World();
  const begun: Promise<void>[] = [];
  const all = async (work: Promise<void>): Promise<void> => {
    await world.processes.releaseAll();
    await work;
  };
  // Events are those from the first time on.
  await all(world.keep(null));
  await all(world.send(null));
  for (const each of moves) {
    if (each.kind === 'end') world.end(each.run, each.tenant, each.lateMs);
    if (each.kind === 'remove') begun.push(world.remove(each.run, each.tenant, each.diesAt));
    if (each.kind === 'keep') begun.push(world.keep(each.diesAt));
    if (each.kind === 'send') begun.push(world.send(each.diesAt));
    if (each.kind === 'outage') world.isAway = each.isAway;
    if (each.kind === 'pass') world.pass(each.ms);
    if (each.kind === 'release') await world.processes.release(each.which);
  }
  await world.processes.releaseAll();
  await Promise.all(begun);
  // In the end one replica keeps running, and the receiver is there.
  world.isAway = false;
  for (let i = 0; i < 2; i++) {
    world.pass(2 * USAGE_LAG_MS);
    await all(world.keep(null));
    await all(world.send(null));
  }
  return world;
}

test('the receiver has each end of the tenant at least once, those of a run in order, and none of another tenant', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 150, size: 'max' }), async (moves) => {
      const world = await play(moves);
      const firsts = [...new Map(world.received.map(({ id, subject = '' }) => [id, subject]))];
      for (const [run, ids] of world.ended) {
        const got = firsts.filter(([, subject]) => subject === run).map(([id]) => id);
        expect(got).toEqual(run.startsWith('ibm') ? ids : []);
      }
      const places = Map.groupBy(world.received, ({ id }) => id);
      for (const same of places.values()) expect(new Set(same.map(({ sequence }) => sequence)).size).toBe(1);
    }),
    { numRuns: worlds(150) },
  );
});

test('without a kill and with a receiver that works, each end is sent once, in the order of the log', async () => {
  const ends = [0, 1, 2, 3, 4].map((run): Move => ({ kind: 'end', run, tenant: 'ibm', lateMs: 0 }));
  const { received } = await play([...ends, { kind: 'pass', ms: 2_500 }]);
  expect(received).toHaveLength(5);
  expect(received.map(({ sequence = '' }) => sequence)).toEqual(received.map(({ sequence = '' }) => sequence).sort());
});

test('a run whose end is not in the log yet stays', async () => {
  const end: Move = { kind: 'end', run: 0, tenant: 'ibm', lateMs: 0 };
  const removal: Move = { kind: 'remove', run: 0, tenant: 'ibm', diesAt: null };
  const steps = Array.from({ length: 60 }, (): Move => ({ kind: 'release', which: 0 }));
  const { received } = await play([end, removal, ...steps]);
  expect(received).toHaveLength(1);
});

test('after an outage of the writers, of whatever length, an end is not lost because its run was resumed meanwhile', async () => {
  const first: Move = { kind: 'end', run: 5, tenant: 'ibm', lateMs: 0 };
  const other: Move = { kind: 'end', run: 0, tenant: 'ibm', lateMs: 0 };
  const passes = (count: number): Move[] => Array.from({ length: count }, () => ({ kind: 'pass', ms: 100_000 }));
  const { received } = await play([first, ...passes(7), other, ...passes(1), { kind: 'keep', diesAt: null }, first]);
  expect(received.map(({ id }) => id).sort()).toEqual(['ibm-0/3', 'ibm-5/3', 'ibm-5/6']);
});

test('wherever a process dies, nothing is lost', async () => {
  for (let diesAt = 0; diesAt < 40; diesAt++)
    for (const kind of ['keep', 'send'] as const) {
      const ends = [0, 1, 2].map((run): Move => ({ kind: 'end', run, tenant: 'ibm', lateMs: 0 }));
      const died: Move = { kind, diesAt };
      const work: Move[] = [{ kind: 'pass', ms: 2_500 }, { kind: 'keep', diesAt: null }, died];
      const steps = Array.from({ length: 120 }, (): Move => ({ kind: 'release', which: 0 }));
      const { received } = await play([...ends, ...work, ...steps]);
      expect(new Set(received.map(({ id }) => id)).size).toBe(3);
    }
});
