/**
 * What a server would refuse of definitions, by the checks of the server itself. These take longer to load than most commands take to
 * run, so that only `import` and dry runs load this file, when they need it.
 */
import { parseSchedule, type FieldProblem } from '#common/schedule/parse-schedule.js';
import { newCalendar } from '#common/spec/calendar.js';
import { newChannel } from '#common/spec/channel.js';
import { commandProblems } from '#common/spec/command-problems.js';
import { fitProblems } from '#common/spec/fit-problems.js';
import { newJob, type NewJob } from '#common/spec/job.js';
import { newMonitor } from '#common/spec/monitor.js';
import { unscheduledProblems } from '#common/spec/options/declaration.js';
import { problemsOfWorker } from '#common/spec/pods/worker-pods.js';
import { newRule } from '#common/spec/rule.js';
import { problemsOf } from '#common/spec/schema-problems.js';
import { newTenant } from '#common/spec/tenant.js';
import { newTrigger } from '#common/spec/trigger.js';
import { GENERIC_WEBSERVICE_WORKER, newWorker, type NewWorker } from '#common/spec/worker.js';
import { plainSpec } from '../definitions/comparison.js';
import { labelOf, namesakes, type Definition, type Spec } from '../definitions/definition.js';
import { referencesOf, upstreamOf, worldAfter, type World } from '../definitions/references.js';
import { MASK } from '#common/domain/mask.js';
import { withSecrets } from '#common/domain/secret-fields.js';
import type { Note } from './imported.js';

/** One note for each field. What only the server knows is not judged: rights, tenants and objects that the source does not have. */
export function refusalsOf(definitions: readonly Definition[], now: number): Note[] {
  const world = worldAfter(
    {},
    definitions.map((definition) => ({ action: 'create', definition })),
  );
  const aboutOf = ({ kind, spec, source }: Definition): string => `${source} ${labelOf(kind, spec)}`;
  const named = namesakes(definitions).map(([job, other]) => ({
    about: aboutOf(job),
    field: 'name',
    message: `is that of ${labelOf('Job', other.spec)}, too: a server refuses it`,
  }));
  const own = definitions.flatMap((definition) =>
    ownProblems(definition, world, now).map(({ path, message }) => ({
      about: aboutOf(definition),
      field: path,
      message: `${message}: a server refuses it`,
    })),
  );
  return [...own, ...named];
}

/** The problems of a definition among the objects as they would be after an apply. Rights are not judged. */
export const problemsIn = (definition: Definition, world: World, now: number): readonly FieldProblem[] => [
  ...ownProblems(definition, world, now),
  ...missing(definition, world),
  ...cycles(definition, world),
];

const SCHEMAS = {
  Tenant: newTenant,
  Channel: newChannel,
  Calendar: newCalendar,
  Monitor: newMonitor,
  Rule: newRule,
  Trigger: newTrigger,
};

function ownProblems({ kind, spec }: Definition, world: World, now: number): readonly FieldProblem[] {
  if (kind === 'Worker') {
    const { data, error } = newWorker.safeParse(spec);
    return data ? problemsOfWorker(data, rightsOf(data, world)) : problemsOf(error.issues);
  }
  if (kind !== 'Job') return problemsOf(SCHEMAS[kind].safeParse(spec).error?.issues ?? []);
  const { data, error } = newJob.safeParse(spec);
  return data ? problemsOfJob(data, world, now) : problemsOf(error.issues);
}

/** Null if every tenant may use the worker. A tenant that is not known is judged as one with the common rights. */
function rightsOf(
  { tenants }: NewWorker,
  world: World,
): { readonly podTemplatePaths: readonly string[] | null }[] | null {
  if (tenants === undefined) return null;
  return tenants.flatMap((id) => {
    const { data } = newTenant.safeParse(plainSpec('Tenant', world.get(labelOf('Tenant', { id }))?.spec ?? {}));
    return data ? [{ podTemplatePaths: data.podTemplatePaths ?? null }] : [];
  });
}

function problemsOfJob(job: NewJob, world: World, now: number): readonly FieldProblem[] {
  const schedule = parseSchedule(job, { hashKey: `${job.tenant}/${job.id ?? ''}`, createdAt: now });
  const isScheduled = schedule.ok && schedule.rule !== null;
  const worker = workerIn(world, job.worker);
  const taskWorkers = new Map(
    (job.tasks ?? []).flatMap(({ worker: id }) => {
      const ofId = id === undefined ? null : workerIn(world, id);
      return id === undefined || ofId === null ? [] : [[id, ofId]];
    }),
  );
  const tenant = world.get(labelOf('Tenant', { id: job.tenant }))?.spec;
  // Without the tenant's definition, its queues are not known.
  const queues = tenant === undefined ? [job.queue ?? ''] : Object.keys(Object(tenant['groups']) as object);
  return [
    ...(schedule.ok ? [] : schedule.problems),
    ...(isScheduled ? unscheduledProblems(job.options ?? []) : []).map(({ path, message }) => ({
      path: path.join('.'),
      message,
    })),
    ...(worker ? fitProblems({ job, queueBefore: undefined, worker, taskWorkers, queues: new Set(queues) }) : []),
    // What is wrong in a worker is reported there.
    ...(worker ? commandProblems(job, worker, taskWorkers) : []).filter(({ path }) => !path.endsWith('worker')),
  ];
}

/** A worker that is stored is shown with fields that cannot be set. */
function workerIn(world: World, id: string): NewWorker | null {
  if (id === GENERIC_WEBSERVICE_WORKER) return { id, name: id, engine: 'webservice' };
  const worker = world.get(labelOf('Worker', { id }));
  return worker ? (newWorker.safeParse(plainSpec('Worker', worker.spec)).data ?? null) : null;
}

/** The hidden secrets of a new definition: they stand for no stored one. */
export function masks({ kind, spec }: Definition): FieldProblem[] {
  const problems: FieldProblem[] = [];
  withSecrets(kind, spec, ({ value, hidden, path }) => {
    const isHidden = value === hidden && String(value).endsWith(MASK);
    if (isHidden)
      problems.push({
        path: path.join('.'),
        message: 'is masked, but no stored secret exists: give the secret itself',
      });
    return value;
  });
  return problems;
}

/** Tenants need no definition, and jobs of other tenants are not read. */
function missing(definition: Definition, world: World): FieldProblem[] {
  const { tenant } = definition.spec;
  return referencesOf(definition).flatMap(({ kind, id, path, label }) => {
    const isKnown = world.has(label) || kind === 'Tenant' || BUILT_IN.has(id);
    const isElsewhere = kind === 'Job' && definition.kind === 'Job' && !id.startsWith(`${String(tenant)}-`);
    return isKnown || isElsewhere ? [] : [{ path, message: `"${id}" is not a ${kind.toLowerCase()} of this tenant` }];
  });
}

/** Workers that every server has without a definition. */
const BUILT_IN: ReadonlySet<string> = new Set([GENERIC_WEBSERVICE_WORKER]);

function cycles({ kind, spec }: Definition, world: World): FieldProblem[] {
  if (kind !== 'Job' || typeof spec['id'] !== 'string') return [];
  const own = spec['id'];
  return referencesOf({ kind, spec }).flatMap((named) => {
    const way = named.kind === 'Job' ? wayTo(own, named.id, world, new Set()) : null;
    return way === null ? [] : [{ path: named.path, message: `would close a cycle: ${[own, ...way].join(' → ')}` }];
  });
}

/** The jobs from one up to another, each of which runs after the next; null if there is no such way. */
function wayTo(wanted: string, from: string, world: World, seen: Set<string>): readonly string[] | null {
  if (from === wanted) return [from];
  if (seen.has(from)) return null;
  seen.add(from);
  const spec: Spec = world.get(labelOf('Job', { id: from }))?.spec ?? {};
  for (const next of upstreamOf(spec)) {
    const way = wayTo(wanted, next, world, seen);
    if (way !== null) return [from, ...way];
  }
  return null;
}
