import fc from 'fast-check';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { StartQueue, type AskedStarts, type StartLimit } from './start-queue.js';

const limits: readonly StartLimit[] = [{ key: 'engine/process', maxActive: 2, maxPerSecond: null }];
const [kept, moved, other] = [asRunId('kept'), asRunId('moved'), asRunId('other')];
const upTo = (most: number): AskedStarts => ({ most, least: 1 });
const together = (most: number): AskedStarts => ({ most, least: most });

test('a run that another replica has taken over holds no place and no turn here', () => {
  const woken: RunId[] = [];
  const queue = new StartQueue(
    (run) => woken.push(run),
    () => 0,
  );
  expect([queue.take(kept, limits, upTo(1)), queue.take(moved, limits, upTo(3))]).toEqual([1, 1]);
  expect(queue.take(other, limits, upTo(1))).toBe(0);
  queue.keepOnly((run) => run !== moved);
  expect(woken).toEqual([other]);
  expect(queue.take(other, limits, upTo(2))).toBe(1);
  expect(queue.depth).toBe(1);
});

test('a gang gets all of its places or none, whoever else waits', () => {
  const eight: readonly StartLimit[] = [{ key: 'worker/w', maxActive: 8, maxPerSecond: null }];
  const queue = new StartQueue(
    () => undefined,
    () => 0,
  );
  expect(queue.take(kept, eight, upTo(4))).toBe(4);
  expect(queue.take(moved, eight, together(5))).toBe(0);
  expect(queue.take(other, eight, upTo(1))).toBe(0);
  queue.settle(kept, eight, 0);
  expect(queue.take(moved, eight, together(5))).toBe(5);
});

test('a gang of more than a second of starts begins with a full second, and the next wait for what it owes', () => {
  let now = 0;
  const slow: readonly StartLimit[] = [{ key: 'worker/w', maxActive: null, maxPerSecond: 2 }];
  const queue = new StartQueue(
    () => undefined,
    () => now,
  );
  expect(queue.take(kept, slow, together(6))).toBe(6);
  now = 2_000;
  expect(queue.take(other, slow, upTo(1))).toBe(0);
  now = 2_500;
  queue.leave(other);
  expect(queue.take(other, slow, upTo(1))).toBe(1);
  queue.stop();
});

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`broken: ${what}`);
}

interface Client {
  readonly id: RunId;
  readonly limits: readonly StartLimit[];
  readonly isGang: boolean;
  wanted: number;
  live: number;
}

/** Runs that ask when they are told to, and whose attempts end in the order that the test gives. */
class Town {
  readonly queue: StartQueue;
  readonly clients: readonly Client[];
  private readonly woken: RunId[] = [];

  constructor(clients: readonly Omit<Client, 'live'>[]) {
    this.clients = clients.map((client) => ({ ...client, live: 0 }));
    this.queue = new StartQueue(
      (run) => this.woken.push(run),
      () => 0,
    );
    for (const client of this.clients) this.ask(client);
  }

  ask(client: Client): void {
    if (client.wanted > 0) {
      const { wanted, isGang } = client;
      const given = this.queue.take(client.id, client.limits, isGang ? together(wanted) : upTo(wanted));
      must(!isGang || given === 0 || given === wanted, 'a gang gets all or none');
      client.wanted -= given;
      client.live += given;
    } else this.queue.leave(client.id);
    this.queue.settle(client.id, client.limits, client.live);
    this.check();
  }

  answerWakes(): void {
    for (let run = this.woken.shift(); run !== undefined; run = this.woken.shift())
      this.ask(this.clients.find(({ id }) => id === run)!);
  }

  end(client: Client): void {
    client.live -= 1;
    this.ask(client);
    this.answerWakes();
  }

  private check(): void {
    const active = new Map<string, number>();
    for (const client of this.clients)
      for (const { key } of client.limits) active.set(key, (active.get(key) ?? 0) + client.live);
    for (const { key, maxActive } of this.clients.flatMap((client) => client.limits))
      must((active.get(key) ?? 0) <= (maxActive ?? Infinity), 'no limit is exceeded');
  }
}

test('whatever runs and gangs share limits, each gets its places as the others end', () => {
  const size = fc.record({ wanted: fc.integer({ min: 1, max: 12 }), worker: fc.nat({ max: 2 }), isGang: fc.boolean() });
  const capacities = fc.record({ engine: fc.integer({ min: 4, max: 10 }), worker: fc.integer({ min: 4, max: 8 }) });
  fc.assert(
    fc.property(
      fc.array(size, { minLength: 2, maxLength: 12 }),
      capacities,
      fc.infiniteStream(fc.nat()),
      (sizes, most, picks) => {
        const town = new Town(
          sizes.map(({ wanted, worker, isGang }, at) => ({
            id: asRunId(`run-${at}`),
            isGang,
            wanted: isGang ? Math.min(wanted, most.engine, most.worker) : wanted,
            limits: [
              { key: 'engine', maxActive: most.engine, maxPerSecond: null },
              { key: `worker/${worker}`, maxActive: most.worker, maxPerSecond: null },
            ],
          })),
        );
        town.answerWakes();
        for (const pick of picks) {
          const busy = town.clients.filter(({ live }) => live > 0);
          if (busy.length === 0) break;
          town.end(busy[pick % busy.length]!);
        }
        expect(town.clients.map(({ wanted }) => wanted)).toEqual(sizes.map(() => 0));
        expect(town.queue.depth).toBe(0);
      },
    ),
  );
});

test('a stream of small runs does not keep a gang from beginning', () => {
  const places: readonly StartLimit[] = [{ key: 'engine', maxActive: 4, maxPerSecond: null }];
  const small = (at: number): Omit<Client, 'live'> => ({
    id: asRunId(`small-${at}`),
    limits: places,
    isGang: false,
    wanted: 1,
  });
  const gang = { id: asRunId('gang'), limits: places, isGang: true, wanted: 4 };
  const town = new Town([
    ...Array.from({ length: 6 }, (_, at) => small(at)),
    gang,
    ...Array.from({ length: 200 }, (_, at) => small(at + 10)),
  ]);
  let ended = 0;
  const waiting = town.clients.find(({ id }) => id === gang.id)!;
  for (; waiting.wanted > 0; ended++) town.end(town.clients.find(({ live }) => live > 0)!);
  expect(ended).toBeLessThan(12);
});
