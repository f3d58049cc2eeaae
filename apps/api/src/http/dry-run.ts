/** Judges a change without making it: the handler runs up to the point where it would record the change. */
import { invalidField } from './problem.js';
import { DRY_RUN_HEADER, type Mutation, type Route } from './route.js';

/** The outcome that the request would have, in the answer's `Carillon-Dry-Run`. */
export type DryRunOutcome = 'changes' | 'unchanged';

/** Ends a handler before its first write. */
class WouldChange extends Error {}

/** True if the request asks for a dry run. Throws VALIDATION_FAILED if the route does not support dry runs. */
export function isDryRun(route: Route, headers: Readonly<Record<string, string | undefined>>): boolean {
  const asked = headers[DRY_RUN_HEADER.toLowerCase()];
  if (asked === undefined || asked === 'false') return false;
  if (asked !== 'true') throw invalidField(DRY_RUN_HEADER, 'must be true or false');
  if (!route.canDryRun) throw invalidField(DRY_RUN_HEADER, 'is not possible with this operation');
  return true;
}

/** Runs the handler under a mutation that may not be recorded; its refusals are thrown as usual. */
export async function dryRun(
  { seed, askedAt }: Pick<Mutation, 'seed' | 'askedAt'>,
  perform: (mutation: Mutation) => Promise<unknown>,
): Promise<DryRunOutcome> {
  const record = async (): Promise<void> => Promise.reject(new WouldChange('a dry run does not write anything'));
  try {
    const refused = async (): Promise<void> => Promise.resolve();
    const part: Mutation['part'] = (named) => ({ ...named, record, refused });
    await perform({ seed, askedAt, record, part });
    return 'unchanged';
  } catch (error) {
    if (error instanceof WouldChange) return 'changes';
    throw error;
  }
}
