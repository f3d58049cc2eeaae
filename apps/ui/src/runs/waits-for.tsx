/** Shows what a queued run waits for: the limit without a free permit, and the runs that hold its permits. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client.js';
import { limitsOf, oneJob, runsUnderWay } from '../api/questions.js';
import { serverNow } from '../api/server-time.js';
import { JobLink, RunLink } from '../parts/links.js';
import { When } from '../parts/time.js';

type Run = Pick<Schemas['RunDetail'], 'id' | 'job' | 'tenant' | 'startAfter' | 'waitsFor'>;
type Limit = Schemas['ListLimitsAnswer']['items'][number];

/** The maximum number of named holders. */
const NAMED = 10;

const limitText = ({ group }: Limit): string => (group === null ? 'its tenant' : `the group ${group}`);

export function WaitsFor({ run }: { readonly run: Run }): ReactElement | null {
  const job = useQuery(oneJob(run.job)).data?.value;
  const limits = useQuery(limitsOf(run.tenant)).data?.items ?? [];
  const group = job?.concurrency?.group;
  const isLimited = job !== undefined && (job.concurrency?.policy ?? 'Allow') !== 'Allow' && group === undefined;
  const holders = useQuery({ ...runsUnderWay(run.job), enabled: isLimited }).data?.items ?? [];
  const full = limits.filter(
    ({ group: name, size, held, waiting }) =>
      waiting.some((each) => each.run === run.id) ||
      (size !== null && held >= size && (name === null || name === group)),
  );
  const others = holders.filter(({ id }) => id !== run.id);
  const isLater = Date.parse(run.startAfter) > serverNow();
  const key = run.waitsFor.find(({ kind }) => kind === 'key');
  if (!isLater && key === undefined && full.length === 0 && others.length === 0) return null;
  return (
    <ul className="waits-for" aria-label="What the run waits for">
      {isLater && (
        <li>
          Start time: the run starts no earlier than <When at={run.startAfter} />.
        </li>
      )}
      {key && (
        <li>
          Limit of its key: {key.message}
          {key.holders.length > 0 && (
            <>
              , held by <Holders of={key.holders.map((id) => ({ run: id }))} />
            </>
          )}
          .
        </li>
      )}
      {others.length > 0 && (
        <li>
          Limit of its job: the permits ({job?.concurrency?.maxConcurrency ?? 1}) are held by{' '}
          <Holders of={others.map(({ id }) => ({ run: id }))} />.
        </li>
      )}
      {full.map((limit) => (
        <li key={limit.group ?? ''}>
          Limit of {limitText(limit)}: {limit.held}
          {limit.size !== null && ` of ${limit.size}`} permits are in use
          {limit.holders.length > 0 && (
            <>
              , held by <Holders of={limit.holders} />
            </>
          )}
          .
        </li>
      ))}
    </ul>
  );
}

const Holders = ({ of }: { readonly of: readonly { readonly run: string; readonly job?: string }[] }): ReactElement => (
  <>
    {of.slice(0, NAMED).map(({ run, job }, i) => (
      <span key={run}>
        {i > 0 && ', '}
        <RunLink id={run} />
        {job !== undefined && (
          <>
            {' '}
            of <JobLink id={job} />
          </>
        )}
      </span>
    ))}
    {of.length > NAMED && ` and ${of.length - NAMED} more`}
  </>
);
