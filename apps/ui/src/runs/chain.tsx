/** The chain of a run: the runs that have caused it, and the runs that it has caused. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api, ofId, ok, refresh, type RunDetail, type Schemas, useRights } from '../api/client.js';
import { opens } from '../parts/dialog-outlet.js';
import { Dialog } from '../parts/dialog.js';
import { isFinal, JobLink, RUN_TONES, RunLink, State } from '../parts/objects.js';
import { Card } from '../parts/page.js';
import './chain.css';

type Settled = Schemas['RunDependentsAnswer']['dependents'];

export function Chain({ run }: { readonly run: RunDetail }): ReactElement | null {
  const { may } = useRights();
  const { causedBy, dependents } = run;
  if (causedBy.length === 0 && dependents.length === 0) return null;
  return (
    <Card
      title="Chain"
      actions={
        <>
          <Link to="/jobs/$id" params={{ id: run.job }} search={{ tab: 'graph' }}>
            All dependencies of this job
          </Link>
          {dependents.length > 0 && isFinal(run) && may('operator', run.tenant) && (
            <Button onClick={opens(<AgainDialog run={run} />)}>Run dependent jobs…</Button>
          )}
        </>
      }
    >
      <div className="chain">
        {causedBy.length > 0 && (
          <section>
            <h3>Caused by</h3>
            <ul aria-label="Caused by">
              {causedBy.map((cause) => (
                <li key={cause.run}>
                  <JobLink id={cause.job} /> <RunLink id={cause.run} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {dependents.length > 0 && (
          <section>
            <h3>Dependent jobs</h3>
            <ul aria-label="Dependent jobs">
              {dependents.map((each) => (
                <li key={each.job}>
                  <JobLink id={each.job}>{each.jobName}</JobLink>{' '}
                  {each.run === null ? (
                    <span className="dim">{isFinal(run) ? 'has no run in this chain' : 'has not run yet'}</span>
                  ) : (
                    <>
                      <RunLink id={each.run} /> {each.state !== null && <StateOf state={each.state} />}
                    </>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Card>
  );
}

const StateOf = ({ state }: { readonly state: RunDetail['state'] }): ReactElement => (
  <State tone={RUN_TONES[state]}>{state.charAt(0) + state.slice(1).toLowerCase()}</State>
);

const OUTCOMES: Readonly<Record<Settled[number]['outcome'], string>> = {
  started: 'started',
  waiting: 'waits for its other conditions',
  skipped: 'skipped by its limits',
  inactive: 'is paused, disabled or deleted',
  notAllowed: 'has no permission to run after this job',
};

const settledText = (settled: Settled): string =>
  settled.length === 0
    ? 'No job depends on this job.'
    : settled.map(({ job, outcome }) => `${job}: ${OUTCOMES[outcome]}`).join('; ');

function AgainDialog({ run }: { readonly run: RunDetail }): ReactElement {
  return (
    <Dialog
      title="Run the dependent jobs?"
      confirm="Run dependent jobs"
      onConfirm={async () => {
        const { dependents } = await ok(api.POST('/runs/{id}/dependents', ofId(run.id)));
        await refresh('run', run.id);
        return settledText(dependents);
      }}
    >
      <p>
        All jobs that depend on this run start a new chain, including those that have run already. Their conditions
        apply as usual. This run itself is not repeated.
      </p>
    </Dialog>
  );
}
