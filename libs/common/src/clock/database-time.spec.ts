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
  it('is unknown until the database has been asked and its clock agrees', async () => {
    const machine = new Machine();
    const wrong = new DatabaseTime(machine, databaseOf(machine, 90_000, 20));
    expect(await wrong.ask()).toBe(-90_000);
    expect(() => wrong.now()).toThrow('the time is not known');
    expect(wrong.reported()).toBe(machine.wall + 90_000);
    const time = new DatabaseTime(machine, databaseOf(machine, 300, 20));
    expect(() => time.now()).toThrow('the time is not known');
    expect(await time.ask()).toBe(-300);
    expect(time.now()).toBe(machine.wall + 300);
  });

  it('advances evenly while the machine’s clock jumps', async () => {
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

  it('advances evenly while the database’s clock jumps', async () => {
    const machine = new Machine();
    let ahead = 0;
    const time = new DatabaseTime(machine, { serverTime: () => Promise.resolve(machine.wall + ahead) });
    await time.ask();
    ahead = 3_600_000;
    expect(await time.ask()).toBe(-3_600_000);
    expect(time.now()).toBe(machine.wall);
    ahead = 200;
    await time.ask();
    expect(time.now()).toBe(machine.wall + 200);
  });

  it('ignores an answer that took long', async () => {
    const machine = new Machine();
    const slow = new DatabaseTime(machine, databaseOf(machine, 5_000, 2_000));
    expect(await slow.ask()).toBeNull();
    expect(() => slow.now()).toThrow('the time is not known');
  });
});
