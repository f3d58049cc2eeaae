/** Monitors of work that runs elsewhere, and their incidents. */
import type { ReactElement } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRights } from '../api/caller.js';
import { api, ok, type Schemas } from '../api/client.js';
import { monitorsList } from '../api/questions.js';
import { CopyButton } from '../parts/copy-button.js';
import { DefinitionsPage } from '../parts/definitions-page.js';
import { useDialog } from '../parts/dialog.js';
import { RemovalDialog } from '../parts/removal-dialog.js';
import { State, type Tone } from '../parts/state.js';
import type { Column } from '../parts/table.js';
import { When } from '../parts/time.js';
import { IncidentsCard } from './incidents-card.js';
import { MonitorDialog } from './monitor-dialog.js';

type Monitor = Schemas['Monitor'];

const TONES: Readonly<Record<Monitor['state'], Tone>> = {
  new: 'wait',
  up: 'good',
  running: 'run',
  late: 'warn',
  down: 'bad',
  paused: 'off',
};
const HIDDEN = '***';

export function MonitorsPage(): ReactElement {
  const monitors = useQuery(monitorsList());
  const { may } = useRights();
  const { shown, open } = useDialog();
  return (
    <DefinitionsPage
      noun="monitor"
      query={monitors}
      columns={monitorColumns(may, open)}
      empty="No monitors yet. A monitor watches work that runs elsewhere: the work pings an address when it succeeds, and people are notified when the ping does not come."
      create={{
        role: 'editor',
        begin: () => {
          open((close) => <MonitorDialog monitor={null} onClose={close} />);
        },
      }}
    >
      <IncidentsCard />
      {shown}
    </DefinitionsPage>
  );
}

type May = ReturnType<typeof useRights>['may'];
type Open = ReturnType<typeof useDialog>['open'];

const monitorColumns = (may: May, open: Open): readonly Column<Monitor>[] => [
  {
    title: 'Monitor',
    look: 'main',
    cell: ({ id, name }) => (
      <div>
        {name ?? id} <code className="dim">{id}</code>
      </div>
    ),
  },
  { title: 'State', cell: ({ state }) => <State tone={TONES[state]}>{state}</State> },
  { title: 'Expected', cell: ({ schedule }) => <code>{expected(schedule)}</code> },
  {
    title: 'Last ping',
    cell: ({ lastPing, lastPingAt }) =>
      lastPingAt === null ? (
        'never'
      ) : (
        <>
          <When at={lastPingAt} /> <span className="dim">{lastPing}</span>
        </>
      ),
  },
  { title: 'Due', cell: ({ dueAt }) => (dueAt === null ? '' : <When at={dueAt} />) },
  { title: 'Tenant', cell: ({ tenant }) => tenant },
  {
    title: 'Actions',
    isUntitled: true,
    cell: (monitor) =>
      may('editor', monitor.tenant) && (
        <div className="actions">
          {monitor.pingUrl !== HIDDEN && <CopyButton text={monitor.pingUrl} label="Copy address" />}
          <Button
            onClick={() => {
              open((close) => <MonitorDialog monitor={monitor} onClose={close} />);
            }}
          >
            Edit…
          </Button>
          <Button
            onClick={() => {
              open((close) => <RemoveDialog monitor={monitor} onClose={close} />);
            }}
          >
            Delete…
          </Button>
        </div>
      ),
  },
];

const expected = ({ cron, every, timezone }: Monitor['schedule']): string =>
  every === undefined ? `${[cron ?? ''].flat().join('; ')} ${timezone ?? 'UTC'}` : `every ${every} s`;

function RemoveDialog({ monitor, onClose }: { readonly monitor: Monitor; readonly onClose: () => void }): ReactElement {
  const { id, tenant } = monitor;
  const remove = async (): Promise<unknown> =>
    ok(api.DELETE('/monitors/{id}', { params: { path: { id }, query: { tenant } } }));
  return (
    <RemovalDialog noun="monitor" name={id} remove={remove} onClose={onClose}>
      <p style={{ margin: 0 }}>Its pings and incidents are deleted, too, and its address no longer works.</p>
    </RemovalDialog>
  );
}
