/** Several sweeps of a service that start and stop together. */
import type { Startable } from '../lifecycle/service.js';
import type { SweepLoop } from './sweep-loop.js';

export class SweepLoops implements Startable {
  constructor(private readonly loops: readonly Pick<SweepLoop, 'start' | 'stop'>[]) {}

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
