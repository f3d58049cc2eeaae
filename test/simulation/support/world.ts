/** A world of schedulers that nothing good happens to, for a while; then calm, in which all must come right. */
import type { RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import type { Logger } from '#common/logging/logger.js';
import type { Stores } from '../../../apps/scheduler/src/app.module.js';
import { needsHint } from '../../../apps/scheduler/src/core/planning-limits.js';
import { Ledger } from './ledger.js';
import { Network } from './network.js';
import { People } from './people.js';
import { Random } from './random.js';
import { changeOf, Replica, type Counters } from './replica.js';
import { SimExecutor } from './sim-executor.js';
import { CALM, SimProcess, type Weather } from './sim-process.js';
import { membersOf, storesOf } from './stores.js';
import { Tables } from './tables.js';
import { VirtualTime } from './virtual-time.js';

/** An intended fault, to see that it is found. */
export interface Planted {
  /** Wraps the stores of each replica. */
  readonly stores?: (stores: Stores, process: SimProcess, tables: Tables) => Stores;
  /** False: no scheduler sweeps. */
  readonly sweeps?: boolean;
}

export interface Story {
  readonly seed: number;
  /** Virtual minutes of bad weather. */
  readonly minutes?: number;
  readonly planted?: Planted;
  /** Receives the log lines of schedulers. */
  readonly log?: (line: string) => void;
}

export interface Outcome {
  readonly seed: number;
  readonly slots: number;
  readonly problems: readonly string[];
  readonly seen: ReadonlyMap<string, number>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Clocks change in Europe and America within a week of these. */
const BEGINNINGS = ['2026-10-25T00:50:00Z', '2026-11-01T05:40:00Z', '2026-06-01T23:50:00Z', '2027-03-28T00:45:00Z'];
/** Longer than the time before their last read for which sweeps read anything again. */
const LONGEST_STANDSTILL_MS = 6 * MINUTE;
/** After the faults: lost messages are made up for by then. */
const CALM_MS = LONGEST_STANDSTILL_MS + 3 * MINUTE;
/** After the last slot: all that waits has run by then. */
const DRAIN_MS = 15 * MINUTE;

export async function live(story: Story): Promise<Outcome> {
  const world = new World(story);
  await world.live();
  const { seed } = story;
  const { ledger } = world;
  return { seed, slots: ledger.checkOutcomes(), problems: ledger.problems, seen: ledger.seen };
}

class World {
  readonly ledger: Ledger;
  private readonly random: Random;
  private readonly time: VirtualTime;
  private readonly tables: Tables;
  private readonly weather: Weather;
  private readonly network: Network;
  private readonly executor: SimExecutor;
  private readonly people: People;
  private replicas: Replica[] = [];
  private started = 0;
  private isCalm = false;
  private calmAt = Infinity;
  /** By how much the database's clock is wrong. */
  private databaseAheadMs = 0;
  private cronDisabled = false;

  constructor(private readonly story: Story) {
    const random = new Random(story.seed);
    this.random = random;
    this.time = new VirtualTime(Date.parse(random.pick(BEGINNINGS)), random.fork());
    this.ledger = new Ledger(() => this.time.now);
    this.tables = new Tables(this.ledger, () => this.time.now);
    this.ledger.watch(this.tables);
    const bad = (worst: number): number => (random.chance(0.7) ? random.next() * worst : 0);
    this.weather = {
      databaseFrozenUntil: -Infinity,
      failedCalls: bad(0.02),
      slowCalls: bad(random.chance(0.3) ? 0.02 : 0.003),
      slowAnswers: bad(random.chance(0.3) ? 0.02 : 0.003),
      lostMessages: bad(0.3),
      doubledMessages: bad(0.2),
      lateMessages: bad(0.2),
    };
    this.network = new Network(this.time, random.fork(), this.weather);
    this.executor = new SimExecutor(this.tables, this.time, random.fork(), {
      network: this.network,
      tell: (run) => {
        this.ended(run);
      },
    });
    const ask = (work: (counters: Counters) => Promise<unknown>): void => {
      this.network.send(() => {
        this.someReplica()?.handle(work);
      });
    };
    const tell = (run: RunId): void => {
      this.network.send(() => {
        this.executor.look(run);
      });
    };
    this.people = new People(this.tables, this.time, random.fork(), { ask, tell, ledger: this.ledger });
  }

  async live(): Promise<void> {
    const { random, time, story } = this;
    for (let i = random.between(3, 5); i > 0; i--) this.startReplica();
    const seldom = random.chance(0.3) ? 10 * SECOND : MINUTE;
    this.executor.start();
    this.expire();
    await time.passUntil(time.now + 5 * SECOND);
    this.people.newcomers(random.between(20, 60));
    this.every(
      () => random.between(200, 8 * SECOND),
      () => {
        this.people.act();
      },
    );
    this.every(
      () => random.between(SECOND, seldom),
      () => {
        this.mischief();
      },
    );
    this.calmAt = time.now + (story.minutes ?? 20) * MINUTE;
    await time.passUntil(this.calmAt);
    this.calmDown();
    await time.passUntil(time.now + CALM_MS);
    this.ledger.checkAwake();
    for (const job of this.people.unsynced) this.ledger.blame(`${job}: its definition is not synced`);
    this.people.pauseAll();
    const latest = time.now + DRAIN_MS;
    while (time.now < latest && !this.ledger.isDrained()) await time.passUntil(time.now + 10 * SECOND);
    this.ledger.checkDrained();
    this.ledger.checkBackfills();
  }

  private startReplica(): void {
    const name = `scheduler-${++this.started}`;
    const process = new SimProcess(name, this.time, this.random.fork(), this.weather);
    process.clockAheadMs = this.random.between(-900, 900);
    const stores = storesOf(process, this.tables, this.random.fork());
    const { planted = {}, log } = this.story;
    const databaseTime = (): number => this.time.now + this.databaseAheadMs;
    const replica = new Replica(process, {
      stores: planted.stores?.(stores, process, this.tables) ?? stores,
      members: membersOf(process, this.tables, databaseTime),
      databaseTime,
      sweeps: planted.sweeps ?? true,
      cronDisabled: this.cronDisabled,
      log: logTo(
        log &&
          ((line) => {
            log(`${new Date(this.time.now).toISOString()} ${name} ${line}`);
          }),
      ),
      outbox: {
        dispatch: ({ id }) => {
          this.network.send(() => {
            this.executor.look(id);
          });
        },
        changed: (run) => {
          this.network.send(() => {
            this.ended(run);
          });
        },
        slotChanged: ({ nextSlotAt }) => {
          if (!needsHint(nextSlotAt, process.clock.now())) return;
          for (const { process: other, counters } of this.replicas) {
            this.network.send(() => {
              other.whenRunning(() => {
                counters.loop.wake();
              });
            });
          }
        },
      },
    });
    this.replicas.push(replica);
    replica.start();
  }

  /** A process that takes messages and is not known to be dead. */
  private someReplica(): Replica | null {
    return this.replicas.length === 0 ? null : this.random.pick(this.replicas);
  }

  private ended(run: Run): void {
    this.someReplica()?.handle(({ endedRuns }) => endedRuns.handle(changeOf(run)));
  }

  private mischief(): void {
    const { random, time } = this;
    if (this.replicas.length === 0) return;
    const { process } = random.pick(this.replicas);
    const roll = random.next();
    if (roll < 0.4) this.kill(process);
    else if (roll < 0.7) {
      this.ledger.note('process stopped');
      process.stopFor(
        random.chance(0.5) ? random.between(100, 5 * SECOND) : random.between(5 * SECOND, LONGEST_STANDSTILL_MS),
      );
    } else if (roll < 0.9) this.jump(process);
    else if (roll < 0.93) this.jumpDatabase();
    else if (roll < 0.95) {
      this.ledger.note('database stopped');
      this.weather.databaseFrozenUntil = time.now + random.between(SECOND, MINUTE);
    } else if (roll < 0.98) this.outage();
    else {
      this.disableCron(true);
      time.after(random.between(10 * SECOND, 2 * MINUTE), () => {
        this.disableCron(false);
      });
    }
  }

  /** One replica after another is restarted with the other setting. */
  private disableCron(disabled: boolean): void {
    this.cronDisabled = disabled;
    for (const replica of [...this.replicas]) {
      this.time.after(this.random.between(0, 30 * SECOND), () => {
        if (this.replicas.includes(replica)) this.kill(replica.process, SECOND);
      });
    }
  }

  private kill(process: SimProcess, awayMs = this.random.between(0, 30 * SECOND)): void {
    this.ledger.note('process killed');
    process.kill();
    this.replicas = this.replicas.filter((replica) => replica.process !== process);
    this.time.after(awayMs, () => {
      this.startReplica();
    });
  }

  /** All of them are down for a while: sometimes for so long that there is much to make up for. */
  private outage(): void {
    const { random, time } = this;
    const isLong = random.chance(0.3);
    if (isLong) this.ledger.note('long outage');
    const longMs = isLong ? random.between(6 * MINUTE, 12 * MINUTE) : random.between(SECOND, 5 * MINUTE);
    // In the calm that follows no process is down for long.
    const back = Math.min(time.now + longMs, Math.max(time.now, this.calmAt) + 30 * SECOND);
    for (const replica of [...this.replicas])
      this.kill(replica.process, back - time.now + random.between(0, 10 * SECOND));
  }

  private jump(process: SimProcess): void {
    const { random } = this;
    this.ledger.note('clock jumped');
    const size = random.chance(0.5) ? random.between(2 * SECOND, 2 * MINUTE) : random.between(MINUTE, 24 * 60 * MINUTE);
    process.clockAheadMs = random.chance(0.5) ? size : -size;
    this.time.after(random.between(100, MINUTE), () => {
      process.clockAheadMs = random.between(-900, 900);
    });
  }

  /** As when another server of the set takes over, and its clock is wrong. */
  private jumpDatabase(): void {
    const { random } = this;
    this.ledger.note('database clock jumped');
    const size = random.between(SECOND, 30 * MINUTE);
    this.databaseAheadMs = random.chance(0.5) ? size : -size;
    this.time.after(random.between(100, MINUTE), () => {
      this.databaseAheadMs = 0;
    });
  }

  private calmDown(): void {
    this.isCalm = true;
    Object.assign(this.weather, CALM);
  }

  private every(pause: () => number, action: () => void): void {
    this.time.after(pause(), () => {
      if (this.isCalm) return;
      action();
      this.every(pause, action);
    });
  }

  private expire(): void {
    this.time.after(MINUTE, () => {
      this.tables.expire();
      this.expire();
    });
  }
}

function logTo(log: ((line: string) => void) | undefined): Logger {
  const level =
    (name: string) =>
    (fields: object, message: string): void => {
      log?.(`${name} ${message} ${JSON.stringify(fields, errorsAsText)}`);
    };
  return {
    debug: level('debug'),
    info: level('info'),
    warn: level('warn'),
    error: level('error'),
  } as unknown as Logger;
}

const errorsAsText = (_: string, value: unknown): unknown => (value instanceof Error ? value.message : value);
