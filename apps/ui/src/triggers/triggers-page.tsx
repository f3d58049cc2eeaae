/** Triggers: which messages from outside start which jobs, and the messages to each. They are created with files and the command line. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Schemas, useRights, type Rights } from '../api/client.js';
import { triggerMessages, triggersList } from '../api/questions.js';
import { DefinitionsPage, DeleteDefinition } from '../parts/list-page.js';
import { JobLink, RunLink, State, type Tone } from '../parts/objects.js';
import { Card, Page } from '../parts/page.js';
import { actionsColumn, column, Listing, plainColumn, timeColumn, type Column } from '../parts/table.js';

type Trigger = Schemas['Trigger'];

export function TriggersPage(): ReactElement {
  const triggers = useQuery(triggersList());
  const { may } = useRights();
  return (
    <DefinitionsPage
      noun="trigger"
      query={triggers}
      columns={columnsOf(may)}
      empty="No triggers yet. A trigger starts a job when a signed webhook arrives, for example from GitHub. Define a trigger in a file and apply it with carillon apply."
    ></DefinitionsPage>
  );
}

const columnsOf = (may: Rights['may']): readonly Column<Trigger>[] => [
  column(
    'Trigger',
    ({ id, tenant, name }) => (
      <div>
        <Link to="/triggers/$tenant/$id" params={{ tenant, id }}>
          {name ?? id}
        </Link>{' '}
        <code className="dim">{id}</code>
      </div>
    ),
    'main',
  ),
  column('State', ({ enabled }) => (
    <State tone={enabled === false ? 'off' : 'good'}>{enabled === false ? 'off' : 'on'}</State>
  )),
  column('Job', ({ job }) => <JobLink id={job} />),
  column('Source', ({ webhook }) => webhook?.signature ?? 'nats'),
  column('Address', ({ url, subject }) => url ?? subject, 'mono wrap'),
  timeColumn('Changed', 'updatedAt'),
  plainColumn('Tenant', 'tenant'),
  actionsColumn(
    (trigger) =>
      may('editor', trigger.tenant) && (
        <DeleteDefinition noun="trigger" definition={trigger}>
          Messages to its address are refused from then on. A new trigger gets another address.
        </DeleteDefinition>
      ),
  ),
];

type Message = Schemas['TriggerDelivery'];

const route = getRouteApi('/triggers/$tenant/$id');
const TONES: Readonly<Record<Message['outcome'], Tone>> = {
  unfinished: 'wait',
  started: 'good',
  duplicate: 'off',
  skipped: 'off',
  refused: 'bad',
  unsigned: 'bad',
  limited: 'warn',
};

export function TriggerPage(): ReactElement {
  const { tenant, id } = route.useParams();
  const messages = useQuery(triggerMessages(tenant, id));
  return (
    <Page title={`Trigger ${id}`} crumbs={<Link to="/triggers">Triggers</Link>}>
      <Card flush title="Messages">
        <Listing
          caption="Messages"
          query={messages}
          columns={MESSAGE_COLUMNS}
          keyOf={({ message, outcome, at }) => `${message ?? outcome}/${at}`}
          nameOf={({ message, outcome }) => message ?? outcome}
          empty="The trigger has received no message in the last four days."
        />
      </Card>
    </Page>
  );
}

const MESSAGE_COLUMNS: readonly Column<Message>[] = [
  column('Message', ({ message }) => message ?? 'several messages', 'mono'),
  column('Outcome', ({ outcome }) => <State tone={TONES[outcome]}>{outcome}</State>),
  column('Run', ({ run }) => run !== null && <RunLink id={run} />),
  plainColumn('Reason', 'detail', 'main'),
  plainColumn('Count', 'count', 'num'),
  timeColumn('Received', 'lastAt'),
  plainColumn('Address', 'address', 'mono'),
];
