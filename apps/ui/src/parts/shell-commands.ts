/** What the page does, as commands for a terminal: of the command line of Carillon, and of curl. Pure. */
import { MASK } from '#common/domain/mask.js';
import { shellWord } from '#common/domain/shell-word.js';

/** A request that starts a job. */
export interface RunRequest {
  readonly parameters?: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The command that starts the job with these values. */
export function runCommand(job: string, { parameters, options = {} }: RunRequest): string {
  const words = ['carillon', 'run', job];
  if (parameters !== undefined) words.push('--params', JSON.stringify(parameters));
  for (const [name, value] of Object.entries(options))
    words.push('--option', `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return words.map(shellWord).join(' ');
}

/** The request that starts the job; the token is that of the environment, so that the text can be passed on. */
export const runCurl = (api: string, job: string, body: RunRequest): string =>
  [
    `curl --fail-with-body -X POST ${shellWord(`${api}/jobs/${encodeURIComponent(job)}/run`)}`,
    '-H "Authorization: Bearer $CARILLON_TOKEN"',
    "-H 'Content-Type: application/json'",
    `-d ${shellWord(JSON.stringify(body))}`,
  ].join(' \\\n  ');

/** The same values without secrets: in their place stands what hides them, to be replaced. */
export const withoutSecrets = (
  { options, ...request }: RunRequest,
  isSecret: (name: string) => boolean,
): RunRequest => ({
  ...request,
  ...(options && {
    options: Object.fromEntries(Object.entries(options).map(([name, value]) => [name, isSecret(name) ? MASK : value])),
  }),
});
