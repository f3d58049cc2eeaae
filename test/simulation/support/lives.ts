/** Many lives, one after the other, each from its own seed. */
import { live, type Outcome } from './world.js';

/** What many lives have shown. */
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

/** Lives until so many slots are checked, or one life fails. */
export async function lives(firstSeed: number, slots: number): Promise<Tally> {
  const tally = new Tally();
  for (let seed = firstSeed; tally.slots < slots && tally.failures.length === 0; seed++)
    tally.add(await live({ seed }));
  return tally;
}

/** How a failure is shown, and lived again. */
export const tell = ({ seed, problems }: Outcome): string =>
  [`seed ${seed} fails (again: CARILLON_SEED=${seed} npm run simulate)`, ...problems].join('\n  ');
