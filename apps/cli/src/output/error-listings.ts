/** Error groups in tables. */
import type { Schemas } from '#client/client.js';
import { plain, when, wide } from './columns.js';
import type { Listing, Paint } from './printer.js';

type Group = Schemas['ErrorGroup'];

const PAINT: Readonly<Record<Group['state'], Paint | null>> = { open: 'bad', muted: 'faint', quiet: 'faint' };

const jobsText = ({ jobs, jobCount, moreJobs }: Group): string =>
  jobCount === 1 ? (jobs[0]?.id ?? '') : `${jobCount}${moreJobs ? ' and more' : ''}`;

export const errorListing: Listing<Group> = {
  none: 'no errors',
  nameOf: ({ id }) => id,
  columns: [
    plain('ID', ({ id }) => id),
    wide('TENANT', ({ tenant }) => tenant),
    { head: 'STATE', of: ({ state }) => state, paint: ({ state }) => PAINT[state] },
    plain('COUNT', ({ count }) => String(count)),
    plain('REASON', ({ reason, exitCode }) => (exitCode === null ? reason : `${reason} ${exitCode}`)),
    plain('JOBS', jobsText),
    plain('LAST LINE', ({ lines }) => lines.at(-1) ?? ''),
    wide('FIRST SEEN', ({ first }) => first.at),
    when('LAST SEEN', ({ last }) => last.at),
    plain('LAST RUN', ({ last }) => last.run),
  ],
};
