/**
 * Executors that watch monitors in bad weather: they die and stand still, their calls are slow, fail and are repeated, and channels
 * refuse what they are sent. In the end the incidents are those of one that never failed, and each channel was sent each step once,
 * in its order.
 */
import { asTenantId } from '#common/domain/ids.js';
import { everyShard, shardOf } from '#testing/shards.js';
import { createLogger } from '#common/logging/logger.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { StoredMonitor } from '#common/mongo/monitors.store.js';
import { pingId } from '#common/mongo/pings.store.js';
import type { NoticeBody } from '#common/spec/notify.js';
import { INCIDENT_STEPS } from '#common/watch/incident-steps.js';
import { advance, type PingKind } from '#common/watch/monitor.js';
import { NoticeDelivery } from '../../../apps/executor/src/notify/notice-delivery.js';
import { NoticeSender } from '../../../apps/executor/src/notify/notice-sender.js';
import { IncidentChanges } from '../../../apps/executor/src/watch/incident-changes.js';
import { IncidentOutbox } from '../../../apps/executor/src/watch/incident-outbox.js';
import { IncidentWatch } from '../../../apps/executor/src/watch/incident-watch.js';
import { MonitorDecider } from '../../../apps/executor/src/watch/monitor-decider.js';
import { MonitorWatch } from '../../../apps/executor/src/watch/monitor-watch.js';
import { Random } from './random.js';
import { CALM, SimProcess, type Weather } from './sim-process.js';
import { VirtualTime } from './virtual-time.js';
import { WatchTables } from './watch-tables.js';
import type { Outcome } from './world.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const BEGINNING = Date.parse('2026-06-01T00:00:00Z');
const TENANT = asTenantId('acme');
const MONITORS = 12;
const EXECUTORS = 3;
const EVERY_SECONDS = 30;
const STEP_MS = SECOND;
/** Then every process that stands still is back, and every failure has been found and escalated. */
const CALM_MS = 4 * MINUTE;
/** A notice that was refused again and again is tried once more within ten minutes. */
const DRAIN_MS = 60 * MINUTE;
const metrics = new Metrics('executor', 'simulation');
const log = createLogger('test', 'silent');

interface Arrival {
  readonly channel: string;
  readonly body: NoticeBody;
}

/** An intended fault. */
export interface PlantedWatch {
  /** A notice to a channel does not wait for the ones that the channel has refused before. */
  readonly inAnyOrder?: true;
}

export async function watching(seed: number, minutes = 20, planted: PlantedWatch = {}): Promise<Outcome> {
  const world = new Watching(seed, planted);
  await world.live(minutes);
  return { seed, slots: world.slots, problems: world.problems(), seen: world.seen };
}

class Watching {
  /** Successes that were due. */
  slots = 0;
  readonly seen = new Map<string, number>();
  private readonly random: Random;
  private readonly time: VirtualTime;
  private readonly weather: Weather;
  private readonly tables = new WatchTables();
  private readonly arrivals: Arrival[] = [];
  private executors: SimProcess[] = [];
  private started = 0;
  private isCalm = false;

  constructor(
    seed: number,
    private readonly planted: PlantedWatch,
  ) {
    this.random = new Random(seed);
    this.time = new VirtualTime(BEGINNING, this.random.fork());
    this.weather = { ...CALM, failedCalls: this.random.next() * 0.05, slowCalls: this.random.next() * 0.02 };
  }

  async live(minutes: number): Promise<void> {
    const { random, time } = this;
    for (let i = 0; i < MONITORS; i++) this.define(i);
    for (let i = 0; i < EXECUTORS; i++) this.startOne();
    for (const end = time.now + minutes * MINUTE; time.now < end;) {
      await time.passUntil(time.now + random.between(500, 10 * SECOND));
      this.mischief();
    }
    this.isCalm = true;
    Object.assign(this.weather, CALM);
    await time.passUntil(time.now + CALM_MS);
    for (const end = time.now + DRAIN_MS; time.now < end && this.isSending();)
      await time.passUntil(time.now + 10 * SECOND);
  }

  private isSending(): boolean {
    return [...this.tables.notices.values()].some(({ nextTryAt }) => nextTryAt !== null);
  }

  private note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  private define(i: number): void {
    const id = `monitor-${i}`;
    const monitor: StoredMonitor = {
      tenant: TENANT,
      id,
      uid: id,
      shard: shardOf(id),
      rev: 1,
      since: 0,
      updatedAt: 0,
      updatedBy: 'ann',
      pingToken: '',
      pingHash: '',
      spec: {
        schedule: { every: EVERY_SECONDS },
        graceSeconds: 10,
        runSeconds: 60,
        channels: ['ops'],
        // Some channels get both steps.
        escalation: { afterSeconds: 20, channels: i % 2 === 0 ? ['boss'] : ['boss', 'ops'] },
      },
    };
    this.tables.monitors.set(id, monitor);
    this.work(monitor);
  }

  /** The work that a monitor watches: most of the time it succeeds before it is due. */
  private work(monitor: StoredMonitor): void {
    const { random, time } = this;
    const isBad = random.chance(0.1);
    time.after(random.between(5, isBad ? 150 : 25) * SECOND, () => {
      if (this.isCalm) return;
      this.slots++;
      if (random.chance(0.3)) this.ping(monitor, 'start');
      this.ping(monitor, random.chance(0.06) ? 'fail' : 'success');
      this.work(monitor);
    });
  }

  private ping({ uid, id, shard }: StoredMonitor, kind: PingKind): void {
    const at = this.time.now;
    const key = pingId(uid, at, String(this.tables.pings.size).padStart(6, '0'));
    const about = { uid, tenant: TENANT, monitor: id, shard, text: '', address: '' };
    this.tables.ping({ id: key, at, kind, exitCode: null, ...about });
    this.note(`ping ${kind}`);
  }

  /** All of them look after all shards, as executors do for a moment when shards change hands. */
  private startOne(): void {
    const process = new SimProcess(`executor-${++this.started}`, this.time, this.random.fork(), this.weather);
    const { clock } = process;
    const stores = this.tables.storesOf(process);
    const owned = (): ReadonlySet<number> => everyShard;
    const outbox = new IncidentOutbox(
      stores.notices,
      { digest: (address) => address },
      { seal: (text) => text },
      'https://carillon.test',
    );
    const decider = new MonitorDecider(stores, new IncidentChanges(stores.incidents, clock), clock);
    const monitors = new MonitorWatch(stores, decider, owned, clock);
    const incidents = new IncidentWatch(stores, outbox, owned, clock);
    const notices = this.planted.inAnyOrder
      ? { ...stores.notices, undelivered: () => Promise.resolve([]) }
      : stores.notices;
    const deliverer = { deliver: (letter: { body: NoticeBody; address: string }) => this.deliver(process, letter) };
    const delivery = new NoticeDelivery(notices, deliverer, { clock, metrics, log });
    const sender = new NoticeSender(notices, delivery, owned, { clock, log });
    this.executors.push(process);
    for (const work of [() => monitors.step(), () => monitors.sweep(), () => incidents.step(), () => sender.step()])
      this.repeat(process, work);
  }

  private repeat(process: SimProcess, work: () => Promise<unknown>): void {
    process.clock.after(STEP_MS, () => {
      work()
        .catch(() => {
          this.note('a look failed');
        })
        .finally(() => {
          this.repeat(process, work);
        });
    });
  }

  /** A POST to a channel: it may be refused, or its answer be lost with the process. */
  private deliver(process: SimProcess, { body, address }: { body: NoticeBody; address: string }): ReturnType<Deliver> {
    return new Promise((resolve) => {
      this.time.after(this.random.between(1, 3 * SECOND), () => {
        const isRefused = !this.isCalm && this.random.chance(0.3);
        if (isRefused) this.note('refused');
        else this.arrivals.push({ channel: address, body });
        process.whenRunning(() => {
          resolve(isRefused ? { type: 'failed', message: 'the webhook answered 503' } : { type: 'delivered' });
        });
      });
    });
  }

  private mischief(): void {
    const { random } = this;
    const process = random.pick(this.executors);
    const roll = random.next();
    if (roll < 0.3) {
      this.note('killed');
      process.kill();
      this.executors = this.executors.filter((each) => each !== process);
      this.startOne();
    } else if (roll < 0.9) {
      this.note('frozen');
      process.stopFor(random.between(100, 70 * SECOND));
    } else this.weather.databaseFrozenUntil = this.time.now + random.between(SECOND, 20 * SECOND);
  }

  problems(): string[] {
    return [...this.wrongIncidents(), ...this.wrongNotices(), ...this.wrongArrivals()];
  }

  /** They are what a single executor would have decided that checked once, at the end. */
  private wrongIncidents(): string[] {
    return [...this.tables.monitors.values()].flatMap((monitor) => {
      const { uid } = monitor;
      const pings = [...this.tables.pings.values()].filter((ping) => ping.uid === uid);
      const { changes = [] } = advance(monitor, null, pings, this.time.now) ?? {};
      const wanted = changes.map(({ type, number, at }) => `${uid}-${number} ${type} ${at}`);
      const there = [...this.tables.incidents.values()]
        .filter((incident) => incident.uid === uid)
        .flatMap(({ id, openedAt, resolved }) => [
          `${id} opened ${openedAt}`,
          ...(resolved === null ? [] : [`${id} ended ${resolved.at}`]),
        ]);
      for (const change of changes) this.note(change.type);
      return different(wanted, there);
    });
  }

  /** Each step that an incident has taken has its notice for each channel, delivered. */
  private wrongNotices(): string[] {
    const ids = [...this.tables.incidents.values()].flatMap(({ id, steps, monitor, notified }) => {
      const { channels = [], escalation } = this.tables.monitors.get(monitor)?.spec ?? {};
      const heard = { opened: channels, escalated: escalation?.channels ?? [], resolved: notified };
      const taken = INCIDENT_STEPS.filter((step) => steps[step] !== undefined);
      return taken.flatMap((step) => heard[step].map((channel) => `incident/${id}/${step}/channel:${channel}`));
    });
    const open = [...this.tables.notices.values()].filter(({ outcome }) => outcome !== 'delivered');
    return [
      ...different(ids, [...this.tables.notices.keys()]),
      ...open.map(({ id, outcome }) => `${id} is ${outcome ?? 'not delivered'}`),
    ];
  }

  /** A repeat has the id of the first; by their firsts the steps of an incident arrive in their order. */
  private wrongArrivals(): string[] {
    const problems: string[] = [];
    const last = new Map<string, number>();
    const firsts = new Set<string>();
    for (const { channel, body } of this.arrivals) {
      if (firsts.has(body.id)) {
        this.note('sent again');
        continue;
      }
      firsts.add(body.id);
      this.note(`told ${body.on}`);
      const about = `${channel} ${body.incident?.id}`;
      const step = (INCIDENT_STEPS as readonly string[]).indexOf(body.on);
      if (step <= (last.get(about) ?? -1)) problems.push(`${body.id} arrived after a later step`);
      last.set(about, step);
    }
    return problems;
  }
}

type Deliver = ConstructorParameters<typeof NoticeDelivery>[1]['deliver'];

function different(wanted: readonly string[], there: readonly string[]): string[] {
  const asked = new Set(wanted);
  const found = new Set(there);
  return [
    ...wanted.filter((each) => !found.has(each)).map((each) => `missing: ${each}`),
    ...there.filter((each) => !asked.has(each)).map((each) => `not wanted: ${each}`),
  ];
}
