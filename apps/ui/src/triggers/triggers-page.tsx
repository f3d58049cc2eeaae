/** Triggers: which messages from outside start which jobs. They are created with files and the command line. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { triggersList } from '../api/questions.js';
import { DefinitionsPage } from '../parts/definitions-page.js';
import { useDialog } from '../parts/dialog.js';
import { JobLink } from '../parts/links.js';
import { RemovalDialog } from '../parts/removal-dialog.js';
import { State } from '../parts/state.js';
import type { Column } from '../parts/table.js';
import { When } from '../parts/time.js';

type Trigger = Schemas['Trigger'];
type May = ReturnType<typeof useRights>['may'];
type Open = ReturnType<typeof useDialog>['open'];

export function TriggersPage(): ReactElement {
  const triggers = useQuery(triggersList());
  const { may } = useRights();
  const { shown, open } = useDialog();
  return (
    <DefinitionsPage
      noun="trigger"
      query={triggers}
      columns={columnsOf(may, open)}
      empty="No triggers yet. A trigger starts a job when a signed webhook arrives, for example from GitHub. Define a trigger in a file and apply it with carillon apply."
    >
      {shown}
    </DefinitionsPage>
  );
}

const columnsOf = (may: May, open: Open): readonly Column<Trigger>[] => [
  {
    title: 'Trigger',
    look: 'main',
    cell: ({ id, tenant, name }) => (
      <div>
        <Link to="/triggers/$tenant/$id" params={{ tenant, id }}>
          {name ?? id}
        </Link>{' '}
        <code className="dim">{id}</code>
      </div>
    ),
  },
  {
    title: 'State',
    cell: ({ enabled }) => <State tone={enabled === false ? 'off' : 'good'}>{enabled === false ? 'off' : 'on'}</State>,
  },
  { title: 'Job', cell: ({ job }) => <JobLink id={job} /> },
  { title: 'Source', cell: ({ webhook }) => webhook?.signature ?? 'nats' },
  { title: 'Address', look: 'mono wrap', cell: ({ url, subject }) => url ?? subject },
  { title: 'Changed', cell: ({ updatedAt }) => <When at={updatedAt} /> },
  { title: 'Tenant', cell: ({ tenant }) => tenant },
  {
    title: 'Actions',
    isUntitled: true,
    cell: (trigger) =>
      may('editor', trigger.tenant) && (
        <div className="actions">
          <Button
            onClick={() => {
              open((close) => <RemoveDialog trigger={trigger} onClose={close} />);
            }}
          >
            Delete…
          </Button>
        </div>
      ),
  },
];

function RemoveDialog({ trigger, onClose }: { readonly trigger: Trigger; readonly onClose: () => void }): ReactElement {
  const { id, tenant } = trigger;
  const remove = async (): Promise<unknown> =>
    ok(api.DELETE('/triggers/{id}', { params: { path: { id }, query: { tenant } } }));
  return (
    <RemovalDialog noun="trigger" name={id} remove={remove} onClose={onClose}>
      <p style={{ margin: 0 }}>Messages to its address are refused from then on. A new trigger gets another address.</p>
    </RemovalDialog>
  );
}
