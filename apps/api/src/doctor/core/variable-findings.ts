/** The doctor's findings about jobs whose attempts are not started: for variables of secrets from outside, or for their identity. */
import { error, fine, warning, type Finding } from './finding.js';

/** Jobs whose starts are refused. */
export interface RefusedJobs {
  readonly jobs: readonly string[];
  /** Why not all jobs were examined; null if they were. */
  readonly unexamined: string | null;
}

interface Refusal {
  readonly topic: string;
  readonly fine: string;
  readonly field: string;
  /** The reason that refused attempts have. */
  readonly reason: string;
  readonly why: string;
  readonly fix: string;
}

const VARIABLES: Refusal = {
  topic: 'variables',
  fine: 'No job has a variable of secretsFrom that is refused when it starts.',
  field: 'secretsFrom',
  reason: 'SecretVariableRefused',
  why: 'secretsFrom sets a variable that they may not set',
  fix: 'Name the variable differently, add env.<name> to jobFields of the worker, or save the job as an admin. See docs/semantics/secrets.md, "Secrets from outside".',
};
const IDENTITY: Refusal = {
  topic: 'identity',
  fine: 'No job has an identity that is refused when it starts.',
  field: 'identity',
  reason: 'IdentityRefused',
  why: 'their tenant does not allow an audience, their worker or they set Authorization, or PUBLIC_URL is not https',
  fix: 'Add the audience to identityAudiences of the tenant, remove the header, or set PUBLIC_URL. See docs/guide/identity.md.',
};

const MAX_NAMED = 20;
export const variableFindings = (refused: RefusedJobs): Finding[] => findingsOf(VARIABLES, refused);
export const identityFindings = (refused: RefusedJobs): Finding[] => findingsOf(IDENTITY, refused);

function findingsOf(
  { topic, field, reason, why, fix, ...texts }: Refusal,
  { jobs, unexamined }: RefusedJobs,
): Finding[] {
  const names = `${jobs.slice(0, MAX_NAMED).join(', ')}${jobs.length > MAX_NAMED ? ` and ${jobs.length - MAX_NAMED} more` : ''}`;
  return [
    ...(jobs.length === 0 && unexamined === null ? [fine(topic, texts.fine)] : []),
    ...(jobs.length > 0
      ? [error(topic, `The starts of these jobs are refused (${reason}), because ${why}: ${names}.`, fix)]
      : []),
    ...(unexamined === null
      ? []
      : [
          warning(
            topic,
            `Not all jobs with ${field} were examined: ${unexamined}.`,
            `Runs that are refused have the reason ${reason}.`,
          ),
        ]),
  ];
}
