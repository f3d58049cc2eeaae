/** Executes a plan: kind by kind, some requests at a time; it continues after refusals. */
import type { Client } from '#client/client.js';
import { CliError, EXIT } from '../errors.js';
import { isOwned, KINDS, labelOf, type Definition, type KindName, type Spec } from './definition.js';
import { keepMasked, plainSpec } from './comparison.js';
import { batchesOf, createMany, lostReference, NOT_ANSWERED, type Creation, type Outcome } from './creations.js';
import { kindOf, type Change, type Present } from './plan.js';
import { referencesOf, type World, upstreamOf } from './references.js';
import { dryRunHeaders, SERVER_KINDS } from './server-kinds.js';

/* Jobs in the order in which they can be created: upstream jobs come before the jobs that run after them. */

/** Groups of changes; the changes of one group do not depend on each other. Jobs in a cycle, which the server refuses, come last. */
function inDependencyOrder(changes: readonly Change[]): readonly (readonly Change[])[] {
  const groups: Change[][] = [];
  let left = changes;
  while (left.length > 0) {
    const waiting = new Set(left.map(idOf));
    const isFree = (change: Change): boolean =>
      upstreamOf(specOf(change)).every((job) => !waiting.has(job) || job === idOf(change));
    const free = left.filter(isFree);
    if (free.length === 0) return [...groups, [...left]];
    groups.push(free);
    left = left.filter((change) => !isFree(change));
  }
  return groups;
}

const specOf = (change: Change): Spec => (change.action === 'delete' ? change.current : change.definition.spec);
const idOf = (change: Change): unknown => specOf(change)['id'];

/** The server batches simultaneous requests; more requests than it serves at once would only wait. */
const REQUESTS_AT_ONCE = 48;
/** A replica of the API serves four requests for many objects at once. */
const BATCHES_AT_ONCE = 3;

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
    const specs: Spec[] = [];
    for (const tenant of isOwned(kind) && tenants !== null ? tenants : [undefined])
      for await (const each of SERVER_KINDS[kind].list(client, tenant)) specs.push(each);
    return [kind, specs] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

export const labelOfChange = (change: Change): string =>
  change.action === 'delete'
    ? labelOf(change.kind, change.current)
    : labelOf(change.definition.kind, change.definition.spec);

interface Applying {
  /** In a dry run, the objects as they would be after the apply; null makes the changes. */
  readonly dryRun: { readonly world: World; readonly now: number } | null;
  readonly tell: (applied: Applied) => void;
  /** Between two changes it ends the apply, which then throws. */
  readonly signal: AbortSignal;
}

/**
 * Reports each outcome at once. In a dry run nothing is written: the server judges every change, except those that refer to objects
 * which the same apply makes or changes; these are judged here, by the checks that the server shares.
 */
export async function applyPlan(
  client: Client,
  changes: readonly Change[],
  { dryRun, tell, signal }: Applying,
): Promise<Applied[]> {
  const all: Applied[] = [];
  const refused = new Set<string>();
  const applied = (change: Change, outcome: Outcome): Applied => {
    if (outcome.kind === 'failed' && change.action === 'create') refused.add(labelOfChange(change));
    tell({ change, outcome });
    return { change, outcome };
  };
  const applyChange = async (change: Change): Promise<Applied> => {
    signal.throwIfAborted();
    const outcome = await outcomeOf(client, change, { dryRun, refused });
    // Whether it was made is not known.
    if (outcome.kind === 'failed') signal.throwIfAborted();
    return applied(change, outcome);
  };
  const applyBatch = async (batch: readonly Creation[]): Promise<Applied[]> => {
    signal.throwIfAborted();
    const outcomes = await createMany(client, batch);
    if (outcomes === null) return inParallel(batch, REQUESTS_AT_ONCE, applyChange);
    if (outcomes.some(({ kind }) => kind === 'failed')) signal.throwIfAborted();
    return batch.map((change, at) => applied(change, outcomes[at] ?? NOT_ANSWERED));
  };
  const writes = changes.filter(({ action }) => action !== 'delete');
  const removed = changes.filter(({ action }) => action === 'delete');
  // An object that refers to others is created after them and removed before them.
  const groups = [
    ...KINDS.flatMap((kind) => {
      const ofKind = writes.filter((change) => kindOf(change) === kind);
      return kind === 'Job' ? inDependencyOrder(ofKind) : [ofKind];
    }),
    ...KINDS.toReversed().map((kind) => removed.filter((change) => kindOf(change) === kind)),
  ];
  for (const group of groups) {
    const batches = dryRun === null ? batchesOf(group, refused) : [];
    const batched = new Set<Change>(batches.flat());
    const alone = group.filter((change) => !batched.has(change));
    all.push(...(await inParallel(batches, BATCHES_AT_ONCE, applyBatch)).flat());
    all.push(...(await inParallel(alone, REQUESTS_AT_ONCE, applyChange)));
  }
  return all;
}

interface Around {
  readonly dryRun: Applying['dryRun'];
  /** The new objects that were refused, by label. */
  readonly refused: ReadonlySet<string>;
}

async function outcomeOf(client: Client, change: Change, { dryRun, refused }: Around): Promise<Outcome> {
  const kind = SERVER_KINDS[kindOf(change)];
  const headers = dryRunHeaders(dryRun !== null);
  try {
    switch (change.action) {
      case 'unchanged':
        return { kind: 'done' };
      case 'delete':
        if (dryRun === null) await kind.remove(client, change.current);
        return { kind: dryRun === null ? 'done' : 'unchecked' };
      case 'create':
      case 'update': {
        const references = referencesOf(change.definition);
        const lost = lostReference(references, refused);
        if (lost) throw new CliError(`${lost.path} names ${lost.label}, which was refused`, EXIT.refused);
        if (dryRun !== null && references.some(({ label }) => dryRun.world.get(label)?.isChanged === true))
          return await judgedHere(change, dryRun);
        if (change.action === 'create') await kind.create(client, change.definition.spec, headers);
        else await kind.update(client, change.current, change.definition.spec, headers);
        return { kind: 'done' };
      }
    }
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Throws CliError for a definition that the server would refuse. */
async function judgedHere(
  change: Extract<Change, { definition: Definition }>,
  { world, now }: NonNullable<Applying['dryRun']>,
): Promise<Outcome> {
  const { masks, problemsIn } = await import('../import/refusals.js');
  const { kind, spec, source } = change.definition;
  const current = 'current' in change ? plainSpec(kind, change.current) : {};
  const judged = { kind, spec: keepMasked(kind, current, plainSpec(kind, spec)), source };
  const problems = [...problemsIn(judged, world, now), ...(change.action === 'create' ? masks(judged) : [])];
  if (problems.length === 0) return { kind: 'unchecked' };
  throw new CliError(problems.map(({ path, message }) => `${path} ${message}`).join('; '), EXIT.refused);
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
