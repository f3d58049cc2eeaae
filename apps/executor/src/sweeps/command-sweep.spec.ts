import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import type { RunCommand } from '#common/spec/definitions.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Answer, Input } from '../run/inputs.js';
import { CommandSweep } from './command-sweep.js';

const SHARD = 3;
/** The number of commands that a run remembers. */
const REMEMBERED = 32;
const NOON = 1_700_000_000_000;
const abort: RunCommand = {
  id: 'c-1',
  run: 'run-1',
  shard: SHARD,
  command: 'abort',
  reason: null,
  graceSeconds: null,
  actor: 'anna',
  at: NOON,
};

class World {
  now = NOON;
  answer: Answer = 'done';
  owned: ReadonlySet<number> = new Set([SHARD]);
  readonly brought: string[] = [];
  readonly marked: string[] = [];
  readonly sweep: CommandSweep;

  constructor() {
    const reader = {
      ofRuns: (): Promise<RunCommand[]> => Promise.resolve([abort]),
      since: (shards: readonly number[], since: number): Promise<RunCommand[]> =>
        Promise.resolve(shards.includes(SHARD) && abort.at >= since ? [abort] : []),
      markTaken: (ids: readonly string[]): Promise<void> => {
        this.marked.push(...ids);
        return Promise.resolve();
      },
    };
    const submit = (run: RunId, inputs: readonly Input[]): Promise<readonly Answer[]> => {
      this.brought.push(run);
      return Promise.resolve(inputs.map(() => this.answer));
    };
    const clock = { now: () => this.now, monotonic: () => this.now, after: () => () => undefined };
    this.sweep = new CommandSweep(reader, { submit }, () => this.owned, clock);
  }

  /** How often one step submits the command to its run. */
  async step(): Promise<number> {
    this.now += 3_600_000;
    const before = this.brought.length;
    await this.sweep.step();
    return this.brought.length - before;
  }
}

test('the sweep submits a command once, even if a message has announced the command as well', async () => {
  const world = new World();
  await world.sweep.takeFor(asRunId(abort.run));
  expect(await world.step()).toBe(0);
  expect(world.brought).toEqual([abort.run]);
});

test('the sweep submits a command again until the run, which waits for its admission, has applied it', async () => {
  const world = new World();
  world.answer = 'notYet';
  await world.sweep.takeFor(asRunId(abort.run));
  expect(await world.step()).toBeGreaterThan(0);
  // By now the command is too old to be read again.
  expect(await world.step()).toBe(1);
  world.answer = 'done';
  expect(await world.step()).toBe(1);
  expect(await world.step()).toBe(0);
});

test('the sweep leaves waiting commands of a shard to its new owner', async () => {
  const world = new World();
  world.answer = 'notYet';
  await world.sweep.takeFor(asRunId(abort.run));
  world.owned = new Set();
  expect(await world.step()).toBe(0);
});

/** Commands that requests save while the executor may be unable to read them, or may stand still. */
class Gaps {
  now = NOON;
  isDatabaseAway = false;
  private readonly saved: RunCommand[] = [];
  readonly applied = new Set<string>();
  readonly sweep: CommandSweep;

  constructor() {
    const since = (_: readonly number[], from: number): Promise<RunCommand[]> =>
      this.isDatabaseAway
        ? Promise.reject(new Error('the database is away'))
        : Promise.resolve(this.saved.filter(({ id, at }) => at >= from && !this.applied.has(id)));
    const book = { ofRuns: () => Promise.resolve([]), since, markTaken: () => Promise.resolve() };
    const submit = (_: RunId, inputs: readonly Input[]): Promise<readonly Answer[]> => {
      for (const input of inputs) if (input.type === 'command') this.applied.add(input.command.id);
      return Promise.resolve(inputs.map(() => 'done'));
    };
    const clock = { now: () => this.now, monotonic: () => this.now, after: () => () => undefined };
    this.sweep = new CommandSweep(book, { submit }, () => new Set([SHARD]), clock);
  }

  save(): void {
    const id = `c-${this.saved.length}`;
    this.saved.push({ ...abort, id, run: `run-${id}`, at: this.now });
  }

  get lost(): readonly string[] {
    return this.saved.map(({ id }) => id).filter((id) => !this.applied.has(id));
  }
}

test('every command is applied, however long the executor stands still or cannot read the database', async () => {
  const pause = fc.record({ ms: fc.integer({ min: 1, max: 2 * 86_400_000 }), isDatabaseAway: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(pause, { maxLength: 12 }), async (pauses) => {
      const world = new Gaps();
      await world.sweep.step();
      for (const { ms, isDatabaseAway } of pauses) {
        world.save();
        world.now += ms;
        world.isDatabaseAway = isDatabaseAway;
        await world.sweep.step().catch(() => undefined);
      }
      world.isDatabaseAway = false;
      await world.sweep.step();
      expect(world.lost).toEqual([]);
    }),
  );
});

test('the sweep marks commands that a run has applied, but not those that still wait', async () => {
  const world = new World();
  world.answer = 'notYet';
  await world.sweep.takeFor(asRunId(abort.run));
  expect(world.marked).toEqual([]);
  world.answer = 'conflict';
  await world.step();
  expect(world.marked).toEqual([abort.id]);
});

/** A run that forgets old commands, a store that knows which are marked, and an executor that may die at any call. */
class Forgetful {
  readonly applied: string[] = [];
  readonly marked = new Set<string>();
  private remembered: string[] = [];
  constructor(
    private readonly commands: readonly RunCommand[],
    private readonly dies: () => boolean,
  ) {}

  sweep(): CommandSweep {
    const open = (): Promise<RunCommand[]> => Promise.resolve(this.commands.filter(({ id }) => !this.marked.has(id)));
    const book = { ofRuns: open, since: open, markTaken: (ids: readonly string[]) => this.mark(ids) };
    const submit = (_: RunId, inputs: readonly Input[]): Promise<readonly Answer[]> => this.apply(inputs);
    const clock = { now: () => NOON, monotonic: () => NOON, after: () => () => undefined };
    return new CommandSweep(book, { submit }, () => new Set([SHARD]), clock);
  }

  private apply(inputs: readonly Input[]): Promise<readonly Answer[]> {
    if (this.dies()) return Promise.reject(new Error('dead'));
    for (const input of inputs) {
      if (input.type !== 'command' || this.remembered.includes(input.command.id)) continue;
      this.applied.push(input.command.id);
      this.remembered = [...this.remembered, input.command.id].slice(-REMEMBERED);
    }
    return Promise.resolve(inputs.map(() => 'done'));
  }

  private mark(ids: readonly string[]): Promise<void> {
    if (this.dies()) return Promise.reject(new Error('dead'));
    for (const id of ids) this.marked.add(id);
    return Promise.resolve();
  }
}

test('each of very many commands is applied once, even if executors die and others take over', async () => {
  const commands = Array.from({ length: 150 }, (_, at): RunCommand => ({ ...abort, id: `c-${at}`, at: NOON + at }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 9 }), { minLength: 1 }), async (deaths) => {
      const due = [...deaths];
      const world = new Forgetful(commands, () => due.length > 0 && due[0]!-- === 0 && due.shift() !== undefined);
      for (let life = 0; life < deaths.length + 2; life++) {
        const sweep = world.sweep();
        await Promise.allSettled([sweep.takeFor(asRunId(abort.run)), sweep.step(), sweep.takeFor(asRunId(abort.run))]);
      }
      expect([...world.applied].sort()).toEqual(commands.map(({ id }) => id).sort());
      expect(world.marked.size).toBe(commands.length);
    }),
    { numRuns: worlds(10) },
  );
});
