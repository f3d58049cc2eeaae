/** Messages: lost, duplicated, late, and so out of order. */
import type { Random } from './random.js';
import type { Weather } from './sim-process.js';
import type { VirtualTime } from './virtual-time.js';

const LATEST_MS = 8_000;

export class Network {
  constructor(
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly weather: Weather,
  ) {}

  send(deliver: () => void): void {
    const { random, weather } = this;
    if (random.chance(weather.lostMessages)) return;
    const copies = random.chance(weather.doubledMessages) ? 2 : 1;
    for (let i = 0; i < copies; i++) {
      const late = random.chance(weather.lateMessages);
      this.time.after(late ? random.between(10, LATEST_MS) : random.between(0, 3), deliver);
    }
  }
}
