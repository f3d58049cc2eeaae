/** Replicas that look after the same thing at once while time passes and things happen to it: they stand still and die at any operation. */
import fc from 'fast-check';
import type { KilledProcesses } from './killed-processes.js';

export interface WatchedWorld {
  now: number;
  readonly processes: KilledProcesses;
  /** One look; it dies at that operation, before or after that is done. Null: it lives. */
  look(diesAt: number | null): Promise<void>;
}

type Move<Event> =
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'look'; readonly diesAt: number | null }
  | { readonly kind: 'release'; readonly which: number };

const SECOND = 1_000;
const pass = fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 0, max: 90 }) });
const look = fc.record({ kind: fc.constant('look' as const), diesAt: fc.option(fc.integer({ min: 0, max: 30 })) });
const release = fc.record({ kind: fc.constant('release' as const), which: fc.nat(5) });

export const movesWith = <Event>(event: fc.Arbitrary<Event>): fc.Arbitrary<Move<Event>[]> =>
  fc.array(
    fc.oneof(
      { weight: 2, arbitrary: pass },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('event' as const), event }) },
      { weight: 5, arbitrary: look },
      { weight: 35, arbitrary: release },
    ),
    { maxLength: 300, size: 'max' },
  );

export async function play<Event>(
  moves: readonly Move<Event>[],
  world: WatchedWorld,
  happen: (event: Event) => void,
): Promise<void> {
  const looks: Promise<void>[] = [];
  for (const move of moves) {
    if (move.kind === 'pass') world.now += move.seconds * SECOND;
    if (move.kind === 'event') happen(move.event);
    if (move.kind === 'look') looks.push(world.look(move.diesAt));
    if (move.kind === 'release') await world.processes.release(move.which);
  }
  await world.processes.releaseAll();
  await Promise.all(looks);
  // In the end one executor lives on, long enough to find the remaining work.
  for (let i = 0; i < 6; i++) {
    world.now += 1_000 * SECOND;
    const last = world.look(null);
    await world.processes.releaseAll();
    await last;
  }
}
