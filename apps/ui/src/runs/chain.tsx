/** The chain of dependencies of a run: the run whose end has caused it, and the runs that it has caused. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { Dialog, useDialog } from '../parts/dialog.js';
import { JobLink, RunLink } from '../parts/links.js';
import { Card } from '../parts/page.js';
import { isFinal, RUN_TONES, State } from '../parts/state.js';
import './chain.css';

type Run = Schemas['RunDetail'];
type Settled = Schemas['RunDependentsAnswer']['dependents'];

export function Chain({ run }: { readonly run: Run }): ReactElement | null {
  const { may } = useRights();
  const { shown, open } = useDialog();
  const { causedBy, dependents } = run;
  if (causedBy.length === 0 && dependents.length === 0) return null;
  return (
    <Card
      title="Chain"
      actions={
        <>
          <Link to="/jobs/$id" params={{ id: run.job }} search={{ tab: 'graph' }}>
            All around this job
          </Link>
          {dependents.length > 0 && isFinal(run) && may('operator', run.tenant) && (
            <Button
              onClick={() => {
                open((close) => <AgainDialog run={run} onClose={close} />);
              }}
            >
              Run what depends on it…
            </Button>
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
            <h3>What runs after it</h3>
            <ul aria-label="What runs after it">
              {dependents.map((each) => (
                <li key={each.job}>
                  <JobLink id={each.job}>{each.jobName}</JobLink>{' '}
                  {each.run === null ? (
                    <span className="dim">{isFinal(run) ? 'has no run of this chain' : 'not yet'}</span>
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
      {shown}
    </Card>
  );
}

const StateOf = ({ state }: { readonly state: Run['state'] }): ReactElement => (
  <State tone={RUN_TONES[state]}>{state.charAt(0) + state.slice(1).toLowerCase()}</State>
);

const OUTCOMES: Readonly<Record<Settled[number]['outcome'], string>> = {
  started: 'started',
  waiting: 'waits for its other conditions',
  skipped: 'skipped by its limits',
  inactive: 'is paused, disabled or deleted',
  notAllowed: 'may not run after it',
};

const settledText = (settled: Settled): string =>
  settled.length === 0
    ? 'Nothing depends on it.'
    : settled.map(({ job, outcome }) => `${job}: ${OUTCOMES[outcome]}`).join('; ');

function AgainDialog({ run, onClose }: { readonly run: Run; readonly onClose: () => void }): ReactElement {
  const cache = useQueryClient();
  return (
    <Dialog
      title="Run what depends on this run?"
      confirm="Run it"
      onClose={onClose}
      onConfirm={async () => {
        const { dependents } = await ok(api.POST('/runs/{id}/dependents', { params: { path: { id: run.id } } }));
        await cache.invalidateQueries({ queryKey: ['run', run.id] });
        return settledText(dependents);
      }}
    >
      <p style={{ margin: 0 }}>
        Everything that runs after this run is run again as a new chain, also what has run before; conditions hold as
        ever. This run itself is not repeated.
      </p>
    </Dialog>
  );
}
