/** Many lives, one after the other, each from its own seed. */
import { live, type Outcome } from './world.js';

interface Lives {
  readonly slots: number;
  readonly failures: readonly Outcome[];
  readonly seen: ReadonlyMap<string, number>;
}

/** Failures are told at once; so many of them are enough. */
const MAX_FAILURES = 5;

/** Lives until so many slots are checked. */
export async function lives(options: {
  readonly firstSeed: number;
  readonly slots: number;
  readonly onLife?: (outcome: Outcome, slots: number) => void;
}): Promise<Lives> {
  const failures: Outcome[] = [];
  const seen = new Map<string, number>();
  let slots = 0;
  for (let seed = options.firstSeed; slots < options.slots && failures.length < MAX_FAILURES; seed++) {
    const outcome = await live({ seed });
    slots += outcome.slots;
    if (outcome.problems.length > 0) failures.push(outcome);
    for (const [what, count] of outcome.seen) seen.set(what, (seen.get(what) ?? 0) + count);
    options.onLife?.(outcome, slots);
  }
  return { slots, failures, seen };
}

/** How a failure is shown, and lived again. */
export const tell = ({ seed, problems }: Outcome): string =>
  [`seed ${seed} (again with CARILLON_SEED=${seed})`, ...problems].join('\n  ');
