/**
 * What a server would refuse of definitions that an import has made, by the checks of the server itself. These take longer to load than
 * most commands take to run, so that only `import` loads this file, when it needs it.
 */
import { parseSchedule, type FieldProblem } from '#common/schedule/parse-schedule.js';
import { commandProblems } from '#common/spec/command-problems.js';
import { newJob, type NewJob } from '#common/spec/job.js';
import { unscheduledProblems } from '#common/spec/options/declaration.js';
import { problemsOfWorker } from '#common/spec/pods/worker-pods.js';
import { problemsOf } from '#common/spec/schema-problems.js';
import { newWorker, type NewWorker } from '#common/spec/worker.js';
import { labelOf, type Definition } from '../definitions/definition.js';
import type { Note } from './imported.js';

/** One note for each field. What only the server knows is not judged: rights, tenants and other objects. */
export function refusalsOf(definitions: readonly Definition[], now: number): Note[] {
  const workers = new Map<string, NewWorker>();
  for (const { kind, spec } of definitions) {
    const worker = kind === 'Worker' ? newWorker.safeParse(spec).data : undefined;
    if (worker) workers.set(worker.id, worker);
  }
  return definitions.flatMap((definition) => {
    const { kind, spec, source } = definition;
    const about = `${source} ${labelOf(kind, spec)}`;
    return problemsIn(definition, workers, now).map(({ path, message }) => ({
      about,
      field: path,
      message: `${message}: a server refuses it`,
    }));
  });
}

function problemsIn(
  { kind, spec }: Definition,
  workers: ReadonlyMap<string, NewWorker>,
  now: number,
): readonly FieldProblem[] {
  if (kind === 'Worker') {
    const { data, error } = newWorker.safeParse(spec);
    // The rights of the tenant are not known: it is judged as one with the common rights.
    return data ? problemsOfWorker(data, []) : problemsOf(error.issues);
  }
  if (kind !== 'Job') return [];
  const { data, error } = newJob.safeParse(spec);
  return data ? problemsOfJob(data, workers, now) : problemsOf(error.issues);
}

function problemsOfJob(job: NewJob, workers: ReadonlyMap<string, NewWorker>, now: number): readonly FieldProblem[] {
  const schedule = parseSchedule(job, { hashKey: `${job.tenant}/${job.id ?? ''}`, createdAt: now });
  const isScheduled = schedule.ok && schedule.rule !== null;
  const worker = workers.get(job.worker);
  return [
    ...(schedule.ok ? [] : schedule.problems),
    ...(isScheduled ? unscheduledProblems(job.options ?? []) : []).map(({ path, message }) => ({
      path: path.join('.'),
      message,
    })),
    // What is wrong in a worker is reported there.
    ...(worker ? commandProblems(job, worker, workers) : []).filter(({ path }) => !path.endsWith('worker')),
  ];
}
