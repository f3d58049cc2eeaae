/** Lives of each kind, one after the other, each from its own seed. */
import { chains } from './chains.js';
import { starts } from './starts.js';
import { watching } from './watching.js';
import { live, type Outcome } from './world.js';

/** `log` receives the log lines of a simulation, if its kind has any. */
type Life = (seed: number, log?: (line: string) => void) => Promise<Outcome>;

export const KINDS = ['schedules', 'dependencies', 'starts', 'monitors'] as const;
export type Kind = (typeof KINDS)[number];

/** The subjects of simulations. A slot is a slot of a schedule, a run, or a success that a monitor waits for. */
export const LIVES: Readonly<Record<Kind, Life>> = {
  schedules: (seed, log) => live({ seed, ...(log && { log }) }),
  dependencies: async (seed) => {
    const { problems, runs, dependent, skipped, kills } = await chains(seed, 15);
    const seen = { 'process killed': kills, 'run by dependency': dependent, 'dependency skipped': skipped };
    return { seed, slots: runs, problems, seen: new Map(Object.entries(seen)) };
  },
  starts: async (seed) => {
    const { problems, seen } = await starts({ seed, kills: seed % 2 === 0, ...STORIES[seed % STORIES.length] });
    return { seed, slots: seen.get('run') ?? 0, problems, seen };
  },
  monitors: (seed) => watching(seed, 60),
};

const STORIES = [
  {},
  { preempts: true },
  { shares: true },
  { commands: true },
  { limits: true },
  { limits: true, edits: true },
  { limits: true, deletes: true },
] as const;

/** The results of many simulations. */
export class Tally {
  slots = 0;
  readonly failures: Outcome[] = [];
  /** How often each thing was seen. */
  readonly seen = new Map<string, number>();

  add(outcome: Outcome): void {
    this.slots += outcome.slots;
    if (outcome.problems.length > 0) this.failures.push(outcome);
    for (const [what, count] of outcome.seen) this.seen.set(what, (this.seen.get(what) ?? 0) + count);
  }
}

/** Lives of schedules until so many slots are checked, or one life fails. */
export async function lives(firstSeed: number, slots: number): Promise<Tally> {
  const tally = new Tally();
  for (let seed = firstSeed; tally.slots < slots && tally.failures.length === 0; seed++)
    tally.add(await live({ seed }));
  return tally;
}

/** How a failure is shown, and lived again. */
export const tell = ({ seed, problems }: Outcome, kind: Kind = 'schedules'): string =>
  [`seed ${seed} fails (again: CARILLON_SEED=${seed} npm run simulate -- --kinds ${kind})`, ...problems].join('\n  ');
