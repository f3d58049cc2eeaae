/** The doctor's findings about variables that secrets from outside may not set. */
import { error, fine, warning, type Finding } from './finding.js';

/** Jobs whose starts are refused, because of a variable that `secretsFrom` sets. */
export interface RefusedSecrets {
  readonly jobs: readonly string[];
  /** Why not all jobs were examined; null if they were. */
  readonly unexamined: string | null;
}

const MAX_NAMED = 20;
export const variableFindings = ({ jobs, unexamined }: RefusedSecrets): Finding[] => {
  const named = `${jobs.slice(0, MAX_NAMED).join(', ')}${jobs.length > MAX_NAMED ? ` and ${jobs.length - MAX_NAMED} more` : ''}`;
  return [
    ...(jobs.length === 0 && unexamined === null
      ? [fine('variables', 'No job has a variable of secretsFrom that is refused when it starts.')]
      : []),
    ...(jobs.length > 0
      ? [
          error(
            'variables',
            `The starts of these jobs are refused (SecretVariableRefused), because secretsFrom sets a variable that they may not set: ${named}.`,
            'Name the variable differently, add env.<name> to jobFields of the worker, or save the job as an admin. See docs/semantics/secrets.md, "Secrets from outside".',
          ),
        ]
      : []),
    ...(unexamined === null
      ? []
      : [
          warning(
            'variables',
            `Not all jobs with secretsFrom were examined: ${unexamined}.`,
            'Runs that are refused have the reason SecretVariableRefused.',
          ),
        ]),
  ];
};
