/** The dependencies of a job, to a chosen depth; the drawing is loaded on first use. */
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Select, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { part } from '../app/part.js';
import { useRights } from '../api/caller.js';
import { graphOf } from '../api/questions.js';
import { Card, Loaded } from '../parts/page.js';

const JobGraph = lazy(part(() => import('../graph/job-graph.js')));

const DEPTHS = ['1', '2', '3', '5', '10'];

export function GraphPart({ job }: { readonly job: Schemas['Job'] }): ReactElement {
  const [depth, setDepth] = useState('2');
  const query = useQuery({ ...graphOf(job.id, Number(depth)), placeholderData: keepPreviousData });
  const { may } = useRights();
  return (
    <Card
      title="Dependencies"
      actions={
        <Select
          w={120}
          aria-label="Steps shown"
          allowDeselect={false}
          data={DEPTHS.map((value) => ({ value, label: value === '1' ? '1 step' : `${value} steps` }))}
          value={depth}
          onChange={(next) => {
            setDepth(next ?? '2');
          }}
        />
      }
    >
      <Loaded query={query}>
        {(graph) =>
          graph.nodes.length < 2 && graph.hidden === 0 ? (
            <div className="empty">
              This job depends on no other job, and no job depends on it.{' '}
              {may('editor', job.tenant) && (
                <Link to="/jobs/$id/edit" params={{ id: job.id }}>
                  Add a dependency
                </Link>
              )}
            </div>
          ) : (
            <>
              <Suspense fallback={<Skeleton height={240} />}>
                <JobGraph graph={graph} />
              </Suspense>
              <Notes graph={graph} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const Notes = ({
  graph: { edges, hidden, truncated },
}: {
  readonly graph: Schemas['JobGraphAnswer'];
}): ReactElement => (
  <p className="dim" style={{ margin: '8px 0 0' }}>
    {edges.some(({ match }) => match === 'latest') &&
      'A dashed line means that the latest run is checked and not waited for. '}
    {hidden > 0 && `${hidden} jobs of other tenants depend on some of these jobs. `}
    {truncated && 'There are more jobs than are shown. Open one of the shown jobs to see its dependencies. '}
  </p>
);
