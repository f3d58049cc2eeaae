/** Decides which changes make the server equal to the files. Pure: nothing is sent. */
import { CliError } from '../errors.js';
import { isSame } from './comparison.js';
import { KINDS, labelOf, type Definition, type KindName, type Spec } from './definition.js';

export type Change =
  | { readonly action: 'create'; readonly definition: Definition }
  | { readonly action: 'update' | 'unchanged'; readonly definition: Definition; readonly current: Spec }
  | { readonly action: 'delete'; readonly kind: KindName; readonly current: Spec };

export const kindOf = (change: Change): KindName => (change.action === 'delete' ? change.kind : change.definition.kind);

/** The server's objects, by kind. */
export type Present = Readonly<Partial<Record<KindName, readonly Spec[]>>>;

/** Jobs that have all of these labels and are in no file are removed. */
export type Labels = Readonly<Record<string, string>>;

/** The changes in the order in which they have to be made. */
export function planOf(definitions: readonly Definition[], present: Present, prune: Labels | null): Change[] {
  const finders = new Map(KINDS.map((kind) => [kind, finderOf(kind, present[kind] ?? [])]));
  const changes = KINDS.flatMap((kind) =>
    definitions.filter((each) => each.kind === kind).map((definition) => changeOf(definition, finders.get(kind))),
  );
  return prune === null ? changes : [...changes, ...pruned(changes, present, prune)];
}

function changeOf(definition: Definition, find: Finder | undefined): Change {
  const current = find?.(definition.spec);
  if (!current) return { action: 'create', definition };
  return { action: isSame(definition.kind, current, definition.spec) ? 'unchanged' : 'update', definition, current };
}

type Finder = (wanted: Spec) => Spec | undefined;

/** A job without an id is identified by its name in its tenant. */
export function finderOf(kind: KindName, present: readonly Spec[]): Finder {
  const byLabel = new Map(present.map((each) => [labelOf(kind, each), each]));
  if (kind === 'Job')
    for (const { tenant, name, ...rest } of present)
      byLabel.set(labelOf(kind, { tenant, name }), { tenant, name, ...rest });
  return (wanted) => byLabel.get(labelOf(kind, wanted));
}

function pruned(changes: readonly Change[], present: Present, labels: Labels): Change[] {
  const kept = changes.filter((change) => change.action !== 'delete');
  const jobs = kept.filter(({ definition }) => definition.kind === 'Job');
  if (jobs.length === 0)
    throw new CliError(
      'the files contain no job, so --prune would remove every job with these labels',
      undefined,
      'to remove them all: carillon delete jobs --label <name=value>',
    );
  const strange = jobs.find(({ definition }) => !bears(definition.spec, labels));
  if (strange)
    throw new CliError(
      `${strange.definition.source}: ${labelOf('Job', strange.definition.spec)} lacks a label that is given to --prune, so the next apply --prune would not find the job`,
    );
  const wanted = new Set(
    jobs.map((change) => ('current' in change ? change.current['id'] : change.definition.spec['id'])),
  );
  const tenants = new Set(jobs.map(({ definition }) => definition.spec['tenant']));
  return (present.Job ?? [])
    .filter((job) => tenants.has(job['tenant']) && bears(job, labels) && !wanted.has(job['id']))
    .map((current) => ({ action: 'delete', kind: 'Job', current }));
}

/** True for a job with all of these labels. */
export function bears({ labels }: Spec, wanted: Labels): boolean {
  const own = (labels ?? {}) as Labels;
  return Object.entries(wanted).every(([name, value]) => own[name] === value);
}
