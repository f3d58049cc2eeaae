/** The columns of dependencies. */
import type { Schemas } from '#client/client.js';
import { paintOfState } from './listings.js';
import type { Listing } from './printer.js';
import { whenText } from './time-text.js';

export interface GraphRow {
  readonly node: Schemas['JobGraphAnswer']['nodes'][number];
  /** The jobs that the job runs after, and how their runs have to end. */
  readonly after: string;
}

export const graphListing: Listing<GraphRow> = {
  none: 'nothing',
  nameOf: ({ node }) => node.job,
  columns: [
    { head: 'JOB', of: ({ node }) => node.job },
    { head: 'AFTER', of: ({ after }) => after },
    { head: 'CONDITION', of: ({ node }) => node.condition },
    {
      head: 'NEWEST RUN',
      of: ({ node }) => node.newest?.state,
      paint: ({ node }) => (node.newest === null ? null : paintOfState(node.newest.state)),
    },
    { head: 'ENDED', of: ({ node }, now) => whenText(node.newest?.finished, now) },
    { head: 'ACTIVE', of: ({ node }) => node.activeRuns + node.queuedRuns },
    { head: 'RUN', of: ({ node }) => node.newest?.id, wide: true },
  ],
};

export const settledListing: Listing<Schemas['RunDependentsAnswer']['dependents'][number]> = {
  none: 'no job that you may see runs after this job',
  nameOf: ({ job, run }) => run ?? job,
  columns: [
    { head: 'JOB', of: ({ job }) => job },
    { head: 'OUTCOME', of: ({ outcome }) => outcome },
    { head: 'RUN', of: ({ run }) => run },
    { head: 'NOT MET', of: ({ unmet }) => unmet.join(', ') },
  ],
};
