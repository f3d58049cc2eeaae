/** Finds values in a job's commands that would be read as a program: the same rule as at each start. */
import type { FieldProblem } from '../schedule/parse-schedule.js';
import { commandLine, valueProblems, type CommandLayer } from './command-line.js';
import type { JobSpec } from './job.js';
import { engineOf, type WorkerSpec } from './worker.js';

interface Layer extends CommandLayer {
  /** The path of the command in the job. */
  readonly place: string;
}

type CommandWorker = Pick<WorkerSpec, 'engine'> & CommandLayer;

/** The problems of the commands that the job's attempts run: its own, and those of its tasks. */
export function commandProblems(
  job: Pick<JobSpec, 'command' | 'args' | 'tasks'>,
  worker: CommandWorker,
  taskWorkers: ReadonlyMap<string, CommandWorker>,
): FieldProblem[] {
  if (engineOf(worker) === 'webservice') return [];
  const own: readonly Layer[] = [at('', job), at('worker', worker)];
  const ofTasks = (job.tasks ?? []).map((task, position): readonly Layer[] => {
    const place = `tasks.${position}.`;
    const theirs = task.worker === undefined ? undefined : taskWorkers.get(task.worker);
    return [at(place, task), ...(theirs ? [at(`${place}worker`, theirs)] : own)];
  });
  const problems = [own, ...ofTasks].flatMap((layers) => valueProblems(commandLine(layers)).map(problemOf));
  return [...new Map(problems.map((problem) => [problem.path, problem])).values()];
}

const at = (place: string, { command, args }: CommandLayer): Layer => ({ place, command, args });

function problemOf({ word, message }: ReturnType<typeof valueProblems<Layer>>[number]): FieldProblem {
  const { place } = word.layer;
  return place.endsWith('worker')
    ? { path: place, message: `its ${word.path} ${message}` }
    : { path: `${place}${word.path}`, message };
}
