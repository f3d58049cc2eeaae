import type { Clock } from './clock.js';
import { DatabaseTime } from './database-time.js';

class Machine implements Clock {
  wall = 1_000_000;
  ticks = 50;

  now(): number {
    return this.wall;
  }

  monotonic(): number {
    return this.ticks;
  }

  after(): () => void {
    return () => undefined;
  }

  pass(ms: number): void {
    this.wall += ms;
    this.ticks += ms;
  }
}

/** A database that is `ahead` of the machine and answers after `roundTripMs`. */
const databaseOf = (machine: Machine, ahead: number, roundTripMs: number): { serverTime: () => Promise<number> } => ({
  serverTime: () => {
    machine.pass(roundTripMs / 2);
    const time = machine.wall + ahead;
    machine.pass(roundTripMs / 2);
    return Promise.resolve(time);
  },
});

describe('database time', () => {
  it('is the machine’s own until the database was asked', async () => {
    const machine = new Machine();
    const time = new DatabaseTime(machine, databaseOf(machine, 300, 20));
    expect(time.now()).toBe(machine.wall);
    expect(await time.ask()).toBe(-300);
    expect(time.now()).toBe(machine.wall + 300);
  });

  it('goes on evenly while the machine’s clock jumps', async () => {
    const machine = new Machine();
    const time = new DatabaseTime(machine, databaseOf(machine, 0, 0));
    await time.ask();
    const before = time.now();
    machine.pass(1_000);
    machine.wall += 3_600_000;
    expect(time.now() - before).toBe(1_000);
    machine.wall -= 90_000_000;
    expect(time.now() - before).toBe(1_000);
  });

  it('does not believe an answer that took long', async () => {
    const machine = new Machine();
    const slow = new DatabaseTime(machine, databaseOf(machine, 5_000, 2_000));
    await expect(slow.ask()).rejects.toThrow('took 2000 ms');
    expect(slow.now()).toBe(machine.wall);
  });
});
