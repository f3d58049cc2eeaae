/** Executes a plan: kind by kind, some requests at a time; it continues after refusals. */
import type { Client } from '#client/client.js';
import { isOwned, KINDS, labelOf, type KindName } from './definition.js';
import { inDependencyOrder } from './job-order.js';
import { newReferences, type Change, type Present } from './plan.js';
import { dryRunHeaders, SERVER_KINDS } from './server-kinds.js';
import type { Spec } from './definition.js';

/** The server batches simultaneous requests; more requests than it serves at once would only wait. */
const REQUESTS_AT_ONCE = 48;

export type Outcome = { readonly kind: 'done' | 'unchecked' } | { readonly kind: 'failed'; readonly error: unknown };

export interface Applied {
  readonly change: Change;
  readonly outcome: Outcome;
}

/** Reads the existing objects of the kinds; if tenants are named, only objects of these tenants. */
export async function readPresent(
  client: Client,
  kinds: readonly KindName[],
  tenants: readonly string[] | null,
): Promise<Present> {
  const read = kinds.map(async (kind) => {
    const found: Spec[] = [];
    for (const tenant of isOwned(kind) && tenants !== null ? tenants : [undefined])
      for await (const each of SERVER_KINDS[kind].list(client, tenant)) found.push(each);
    return [kind, found] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

export const kindOf = (change: Change): KindName => (change.action === 'delete' ? change.kind : change.definition.kind);

export const labelOfChange = (change: Change): string =>
  change.action === 'delete'
    ? labelOf(change.kind, change.current)
    : labelOf(change.definition.kind, change.definition.spec);

/** Reports each outcome at once. In a dry run the server judges every change, and nothing is written. */
export async function applyPlan(
  client: Client,
  changes: readonly Change[],
  { isDryRun, tell }: { readonly isDryRun: boolean; readonly tell: (applied: Applied) => void },
): Promise<Applied[]> {
  const all: Applied[] = [];
  const applyChange = async (change: Change): Promise<Applied> => {
    const outcome = await outcomeOf(client, change, isDryRun ? changes : null);
    const applied = { change, outcome };
    tell(applied);
    return applied;
  };
  const made = changes.filter(({ action }) => action !== 'delete');
  const removed = changes.filter(({ action }) => action === 'delete');
  // An object that refers to others is created after them and removed before them.
  const groups = [
    ...KINDS.flatMap((kind) => {
      const ofKind = made.filter((change) => kindOf(change) === kind);
      return kind === 'Job' ? inDependencyOrder(ofKind) : [ofKind];
    }),
    ...KINDS.toReversed().map((kind) => removed.filter((change) => kindOf(change) === kind)),
  ];
  for (const group of groups) all.push(...(await inParallel(group, REQUESTS_AT_ONCE, applyChange)));
  return all;
}

/** `judged`: the whole plan, in a dry run. */
async function outcomeOf(client: Client, change: Change, judged: readonly Change[] | null): Promise<Outcome> {
  const kind = SERVER_KINDS[kindOf(change)];
  const headers = dryRunHeaders(judged !== null);
  try {
    switch (change.action) {
      case 'unchanged':
        return { kind: 'done' };
      case 'delete':
        if (judged === null) await kind.remove(client, change.current);
        return { kind: judged === null ? 'done' : 'unchecked' };
      case 'create':
      case 'update':
        if (judged !== null && newReferences(change.definition, judged).length > 0) return { kind: 'unchecked' };
        if (change.action === 'create') await kind.create(client, change.definition.spec, headers);
        else await kind.update(client, change.current, change.definition.spec, headers);
        return { kind: 'done' };
    }
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Works on some items at a time; the results are in the order of the items. */
async function inParallel<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const one = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, one));
  return results;
}
