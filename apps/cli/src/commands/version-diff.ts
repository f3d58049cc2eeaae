/** Shows the changes between two versions of a job. */
import { dataOf, itemsOf, type Schemas } from '#client/client.js';
import { differenceText } from '../definitions/comparison.js';
import { CliError } from '../errors.js';
import type { Session } from '../session/session.js';
import { given } from './arguments.js';

const PAGE = 100;

/**
 * For words such as `job nightly 3 5`: the differences from version 3 to 5; without `to` the present version, without `from` the version
 * before that. Empty if nothing differs.
 */
export async function versionDiff({ client }: Session, [kind, id, from, to]: readonly string[]): Promise<string> {
  if (kind !== 'job') throw new CliError(`${kind} has no versions to compare: only jobs have versions`);
  if (id === undefined) throw new CliError('give the id of the job: carillon diff job <id> [from] [to]');
  const wanted = [from, to].map((text) => (text === undefined ? undefined : versionFrom(text)));
  const found = new Map<number, Schemas['JobVersion']>();
  let newest = 0;
  for await (const each of itemsOf(async (cursor) =>
    dataOf(
      client.GET('/jobs/{id}/versions', { params: { path: { id }, query: { limit: PAGE, ...given({ cursor }) } } }),
    ),
  )) {
    newest = Math.max(newest, each.version);
    found.set(each.version, each);
    const first = wanted[0] ?? newest - 1;
    if (each.version <= Math.min(first, wanted[1] ?? newest)) break;
  }
  const jobOf = (version: number): Schemas['JobVersion']['job'] => {
    const job = found.get(version)?.job;
    if (!job)
      throw new CliError(
        `${id} has no version ${version}`,
        undefined,
        `list all versions: carillon get versions ${id}`,
      );
    return job;
  };
  const before = jobOf(wanted[0] ?? newest - 1);
  const after = jobOf(wanted[1] ?? newest);
  const text = differenceText('Job', `job/${id}`, before, after);
  return text.includes('\n@@') ? text : '';
}

function versionFrom(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CliError(`${text} is not the number of a version`);
  return Number(text);
}
